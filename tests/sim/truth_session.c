/* SPDX-License-Identifier: MIT */
/*
 * Sessions: made, used, ended by their players, by age, or by one too many. The truth works out by
 * itself which ones a new one takes along.
 */
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"

#include <string.h>

#define SWEPT 2 /* that ended by age, with each that comes */

/* Its token logs nobody in any more; connections that came in with it stay. */
static void lapse(struct truth_session *session)
{
    session->is_over = true;
    session->has_lapsed = true;
}

/* Below 0 if `a` goes first. */
static int compare(const struct truth_session *a, const struct truth_session *b, bool is_by_end)
{
    int64_t left = is_by_end ? a->ends_ms : a->last_used_ms;
    int64_t right = is_by_end ? b->ends_ms : b->last_used_ms;
    if (left != right)
        return left < right ? -1 : 1;
    if (!is_by_end && a->created_ms != b->created_ms)
        return a->created_ms < b->created_ms ? -1 : 1;
    return memcmp(a->token_hash, b->token_hash, STORE_TOKEN_HASH_SIZE);
}

/* The first one to go: of those that ended, or of a player's by their use. `count_out`: of how
 * many. */
static struct truth_session *first_to_go(struct truth *truth, int64_t over_ms, uint64_t player,
                                         size_t *count_out)
{
    struct truth_session *first = NULL;
    *count_out = 0;
    for (size_t i = 0; i < truth->session_count; i++) {
        struct truth_session *session = &truth->sessions[i];
        if (session->is_over ||
            (player != 0 ? session->player != player : session->ends_ms > over_ms))
            continue;
        (*count_out)++;
        if (first == NULL || compare(session, first, player == 0) < 0)
            first = session;
    }
    return first;
}

static void make_room(struct sim *sim, const struct store_new_session *added)
{
    struct truth_session *gone;
    size_t count;
    for (int i = 0; i < SWEPT; i++) {
        gone = first_to_go(&sim->truth, added->over_ms, 0, &count);
        if (gone != NULL)
            lapse(gone);
        sim->stats->logins_aged += gone != NULL ? 1 : 0;
    }
    gone = first_to_go(&sim->truth, 0, added->session.player, &count);
    while (count > added->most) {
        lapse(gone);
        sim->stats->logins_too_many++;
        gone = first_to_go(&sim->truth, 0, added->session.player, &count);
    }
}

/* A clock that is not believed says of no end. A guest who registered and lost the answer comes
 * back with the old token, as who that player is by now. */
static void check_end(struct sim *sim, const struct truth_session *session)
{
    const struct core_options *options = &sim->core_options;
    const struct truth_player *player = truth_player(&sim->truth, session->player);
    bool is_guest = player != NULL && player->kind == PLAYER_GUEST;
    int64_t lasts_ms = is_guest ? options->guest_session_ms : options->session_ms;
    if (session->rights != RIGHTS_ALL)
        return;
    CHECK_THAT(sim, CHECK_LOGINS_END,
               session->ends_ms == INT64_MAX ||
                   session->ends_ms == session->last_used_ms + lasts_ms,
               "a session that was used at %lld ends at %lld", (long long)session->last_used_ms,
               (long long)session->ends_ms);
}

void truth__session_add(struct sim *sim, const struct store_op *op)
{
    struct truth *truth = &sim->truth;
    truth->sessions = sim_grow(truth->sessions, truth->session_count, &truth->session_cap,
                               sizeof(*truth->sessions));
    struct truth_session *session = &truth->sessions[truth->session_count++];
    const struct store_session *added = &op->as.session_add.session;
    const struct truth_player *player = truth_player(truth, added->player);
    *session = (struct truth_session){.player = added->player,
                                      .created_ms = added->created_ms,
                                      .last_used_ms = added->last_used_ms,
                                      .written_ms = sim->now_ms,
                                      .ends_ms = added->ends_ms,
                                      .rights = added->rights,
                                      .is_guests = player != NULL && player->kind == PLAYER_GUEST};
    const struct truth_session *ended = &truth->sessions[truth->just_ended];
    if (truth->just_ended != 0 && ended->player == session->player && ended->is_guests &&
        !session->is_guests)
        truth->sessions[truth->just_ended].successor = truth->session_count - 1;
    truth->just_ended = 0;
    memcpy(session->token_hash, added->token_hash, STORE_TOKEN_HASH_SIZE);
    check_end(sim, session);
    make_room(sim, &op->as.session_add);
}

/* ------------------------------------------------------------------ uses and ends */

#define AT_ONCE_MS 60000 /* longer than a query waits */

void truth__session_used(struct sim *sim, const struct store_op *op)
{
    const struct store_session_use *use = &op->as.session_used;
    const struct truth_session *found = truth_session(&sim->truth, use->token_hash);
    if (found == NULL || found->is_over)
        return;
    struct truth_session *session = &sim->truth.sessions[found - sim->truth.sessions];
    /* two resumes at once both read it before either use is written; a clock that was set back has
     * had another day meanwhile */
    CHECK_THAT(sim, CHECK_LOGINS_END,
               use->last_used_ms / TRUTH_DAY_MS != session->last_used_ms / TRUTH_DAY_MS ||
                   use->last_used_ms - session->last_used_ms < AT_ONCE_MS ||
                   sim->wall_set_ms > session->written_ms,
               "the use of a session is written a second time on a day");
    const struct truth_player *player = truth_player(&sim->truth, session->player);
    /* a guest's login may outlive registering */
    session->is_guests = player->kind == PLAYER_GUEST;
    CHECK_THAT(sim, CHECK_LOGINS_END,
               session->rights == RIGHTS_ALL || use->ends_ms == session->ends_ms,
               "a token with fewer rights has another end, because it was used");
    session->last_used_ms = use->last_used_ms;
    session->written_ms = sim->now_ms;
    session->ends_ms = use->ends_ms;
    check_end(sim, session);
}

void truth__session_remove(struct sim *sim, const struct store_op *op)
{
    const uint8_t *hash = op->kind == STORE_SESSION_END ? op->as.session_end.token_hash
                                                        : op->as.session_remove.token_hash;
    const struct truth_session *found = truth_session(&sim->truth, hash);
    sim->truth.just_ended = 0;
    if (found == NULL || found->is_over)
        return;
    sim->truth.just_ended = (size_t)(found - sim->truth.sessions);
    sim->truth.sessions[sim->truth.just_ended].is_over = true;
}
