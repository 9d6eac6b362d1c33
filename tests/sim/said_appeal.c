/* SPDX-License-Identifier: MIT */
/*
 * Judges what is said of appeals: that they were taken, the list of those who judge them, verdicts,
 * and what a refused login tells of them; and that the banned stay out.
 */
#include "tests/sim/ask.h"
#include "tests/sim/said.h"
#include "tests/sim/sim.h"

#include <string.h>

static bool has_appealed(const struct truth *truth, uint64_t player, bool is_against_ban)
{
    for (size_t i = 0; i < truth->appeals.count; i++)
        if (truth->appeals.rows[i].player == player &&
            (truth->appeals.rows[i].against == MOD_BAN) == is_against_ban)
            return true;
    return false;
}

void said__appealed(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)reply;
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               has_appealed(&link->sim->truth, ask->by, false),
               "link %llu appealed, and that is not stored", (unsigned long long)link->number);
}

/* The name may be another's by now: one of those who had it appealed, and gave the password. */
void said__ban_appealed(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth *truth = &link->sim->truth;
    bool is_there = false;
    (void)reply;
    for (size_t i = 0; i < truth->player_count && !is_there; i++)
        is_there = truth_goes_by(truth->players[i], ask->text) &&
                   has_appealed(truth, truth->players[i]->id, true) &&
                   truth_had_password(truth->players[i], ask->password, ask->batches);
    CHECK_THAT(link->sim, CHECK_LOGIN_IS_EARNED, is_there,
               "link %llu appealed as %s, which is not stored, or with a wrong password",
               (unsigned long long)link->number, ask->text);
}

static bool is_listed_right(const struct sim *sim, const struct appeal_record *row)
{
    const struct truth *truth = &sim->truth;
    const struct truth_appeal *appeal = truth_appeal(truth, row->n);
    const struct truth_act *act = truth_act(truth, row->n);
    if (appeal == NULL || act == NULL ||
        (sim->is_quiet && (appeal->judged != 0 || appeal->is_gone)))
        return false;
    const struct truth_player *by = truth_player(truth, act->by);
    bool has_end = act->until_ms != 0 && act->until_ms != STORE_FOR_GOOD;
    return row->against == (int)appeal->against &&
           truth_goes_by(truth_player(truth, appeal->player), row->name) &&
           (by == NULL) == (row->by == NULL) && (by == NULL || truth_goes_by(by, row->by)) &&
           row->until == (has_end ? act->until_ms : NONE) &&
           strcmp(row->reason != NULL ? row->reason : "", act->reason) == 0;
}

/* What is for good, and no later one took its place, holds. */
static bool is_ended_right(const struct sim *sim, const struct appeal_record *row)
{
    const struct truth_appeal *appeal = truth_appeal(&sim->truth, row->n);
    const struct truth_player *player = truth_player(&sim->truth, appeal->player);
    int64_t end_ms = appeal->against == MOD_BAN ? player->banned_until_ms : player->muted_until_ms;
    if (appeal->against == MOD_WARN)
        return !row->ended;
    if (appeal->act != truth_last_act(&sim->truth, appeal->player, appeal->against) || end_ms == 0)
        return row->ended;
    return end_ms != STORE_FOR_GOOD || !row->ended;
}

void said__appeals(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    const struct mod_appeals_reply *list = &reply->mod_appeals;
    const struct truth_player *player = truth_player(&sim->truth, link->player);
    for (size_t i = 0; i < list->appeals_count; i++) {
        const struct appeal_record *row = &list->appeals[i];
        CHECK_THAT(sim, CHECK_APPEALS,
                   is_listed_right(sim, row) && (!sim->is_quiet || is_ended_right(sim, row)) &&
                       (i == 0 || row->n > list->appeals[i - 1].n),
                   "the appeal against act %lld is not stored like this, or was judged, or is out "
                   "of order",
                   (long long)row->n);
        CHECK_THAT(sim, CHECK_NOBODY_JUDGES_HIMSELF,
                   player == NULL || truth_appeal(&sim->truth, row->n)->player != player->id,
                   "link %llu reads an appeal of its own player", (unsigned long long)link->number);
    }
    CHECK_THAT(sim, CHECK_RIGHTS_FOLLOW_ROLES,
               player == NULL || truth_had_role(player, ROLE_MODERATOR, ask->batches),
               "link %llu reads appeals without a role", (unsigned long long)link->number);
    bool is_whole =
        link->player == 0 && sim->is_quiet && ask->request.as.mod_appeals.from == 1 && !list->more;
    CHECK_THAT(sim, CHECK_APPEALS,
               !is_whole || list->appeals_count == truth_appeals_open(&sim->truth),
               "%zu appeals are listed, and %zu are open", list->appeals_count,
               truth_appeals_open(&sim->truth));
}

void said__answered(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth_appeal *appeal =
        truth_appeal(&link->sim->truth, ask->request.as.mod_answer.appeal);
    said__act(link, ask, reply);
    CHECK_THAT(link->sim, CHECK_APPEALS,
               appeal != NULL && appeal->judged != 0 &&
                   truth_goes_by(truth_player(&link->sim->truth, appeal->player),
                                 reply->mod_answer.name) &&
                   (!reply->mod_answer.lifted || appeal->against != MOD_WARN),
               "the appeal against act %lld is said to be judged, and is open, or another's",
               (long long)ask->request.as.mod_answer.appeal);
}

void said__new_appeal(struct link *link, const union event_body *body)
{
    const struct mod_appealed_event *told = &body->mod_appealed;
    const struct truth *truth = &link->sim->truth;
    const struct truth_player *player = truth_player(truth, ask_player(link));
    bool is_there = false;
    CHECK_THAT(link->sim, CHECK_RIGHTS_FOLLOW_ROLES,
               player != NULL && truth_had_role(player, ROLE_MODERATOR, 0),
               "link %llu is told of an appeal, and never had a role",
               (unsigned long long)link->number);
    for (size_t i = 0; i < truth->appeals.count && !is_there; i++) {
        const struct truth_appeal *appeal = &truth->appeals.rows[i];
        is_there = appeal->against == (enum mod_act)told->against && appeal->player != player->id &&
                   truth_goes_by(truth_player(truth, appeal->player), told->name);
    }
    CHECK_THAT(link->sim, CHECK_APPEALS, is_there,
               "link %llu is told that %s appealed: it is not stored, or its own player's",
               (unsigned long long)link->number, told->name);
}

/* A login is refused because of a ban, and says how the answer to it stands. The ban is known for
 * sure if it is for good and was there all the time. */
void said__banned(struct link *link, const struct ask *ask, int appeal)
{
    const struct truth *truth = &link->sim->truth;
    uint64_t id = link->expected;
    bool is_sure = appeal != NONE && ask->banned != 0 && truth_bans(truth, id) == ask->banned;
    int64_t act = truth_last_act(truth, id, MOD_BAN);
    const struct truth_appeal *known = truth_appeal(truth, act);
    bool was_made = known != NULL && known->batch <= ask->batches;
    bool was_judged = known != NULL && known->judged != 0 && known->judged <= ask->batches;
    CHECK_THAT(link->sim, CHECK_APPEALS,
               !is_sure || !was_made || appeal != APPEAL_STATE_WORD_POSSIBLE,
               "link %llu is refused, and told that act %lld can be appealed, which was done",
               (unsigned long long)link->number, (long long)act);
    CHECK_THAT(link->sim, CHECK_APPEALS,
               !is_sure || !was_judged || appeal == APPEAL_STATE_WORD_DISMISSED,
               "link %llu is refused, and not told that its appeal was dismissed",
               (unsigned long long)link->number);
}

/* Only bans for good: when others end, depends on the moment. */
void said__not_banned(struct link *link, const struct ask *ask)
{
    CHECK_THAT(link->sim, CHECK_BANNED_STAYS_OUT,
               ask->banned == 0 || truth_bans(&link->sim->truth, link->player) != ask->banned,
               "link %llu logs in as player %llx, who is banned for good",
               (unsigned long long)link->number, (unsigned long long)link->player);
}
