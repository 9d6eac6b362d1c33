/* SPDX-License-Identifier: MIT */
/*
 * Replies: what was asked for is done and stored, or read as it is stored.
 */
#include "tests/sim/said.h"
#include "tests/sim/said_stream.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth_position.h"
#include "tests/sim/truth_room.h"
#include "tests/support/core_doubles.h"

#include <stdio.h>
#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))
#define CHAT_SHOWN 20 /* lines that whoever comes to a table is shown */

/* ------------------------------------------------------------------ logging in */

/* The connection is `name`'s from now on. */
static const struct truth_player *log_in(struct link *link, const struct ask *ask, const char *name)
{
    const struct truth_player *player = truth_player_named(&link->sim->truth, name);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               player != NULL && (link->player == 0 || link->player == player->id),
               "link %llu logs in as %s, who is not stored or not who it was", ID_ARG(link->number),
               name);
    /* A reply that waits for the disk may tell of a login before the deletion. */
    CHECK_THAT(link->sim, CHECK_DELETED_IS_GONE,
               !player->is_deleted || player->hash_batch > ask->batches,
               "link %llu logs in as %s, and the account was deleted", ID_ARG(link->number), name);
    if (link->player == 0) {
        link->is_in_lobby = false; /* what it watched before it watches no more */
        link->lobby_count = 0;
    }
    link->player = player->id;
    truth_lives_in(&link->sim->truth, player->id, link->house);
    return player;
}

static void take_token(struct link *link, const char *token)
{
    double_token_hash(token, link->token_hash);
    const struct truth_session *session = truth_session(&link->sim->truth, link->token_hash);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               session != NULL && session->player == link->player,
               "link %llu: the session of its token is not stored", ID_ARG(link->number));
    snprintf(link->token, sizeof(link->token), "%s", token);
    link->has_token = true;
}

static void check_password(struct link *link, const struct ask *ask,
                           const struct truth_player *player)
{
    CHECK_THAT(link->sim, CHECK_LOGIN_IS_EARNED,
               player->kind == PLAYER_REGISTERED &&
                   truth_had_password(player, ask->password, ask->batches),
               "link %llu logs in as %s with the password %s; stored is %s", ID_ARG(link->number),
               player->name, ask->password, player->password_hash);
}

void said__guest(struct link *link, struct ask *ask, const union reply_body *reply)
{
    log_in(link, ask, reply->auth_guest.name);
    stream_base(link, 0, reply->auth_guest.seq);
    take_token(link, reply->auth_guest.token);
}

void said__register(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const char *name = reply->auth_register.name;
    /* By now those who keep order may have given the player another one. */
    const struct truth_player *player = log_in(link, ask, name);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED, strcmp(name, ask->text) == 0,
               "%s registers and is told to be %s", ask->text, name);
    check_password(link, ask, player);
    stream_base(link, 0, reply->auth_register.seq);
    take_token(link, reply->auth_register.token);
}

void said__login(struct link *link, struct ask *ask, const union reply_body *reply)
{
    check_password(link, ask, log_in(link, ask, reply->auth_login.name));
    stream_base(link, 0, reply->auth_login.seq);
    take_token(link, reply->auth_login.token);
    said__own_rooms(link, reply->auth_login.rooms, reply->auth_login.rooms_count);
    said__not_banned(link, ask);
    said__standing(link, ask, reply->auth_login.mute, reply->auth_login.role);
    said__memos_wait(link, ask, reply->auth_login.memos);
    said__invitations(link, reply->auth_login.invitations, reply->auth_login.invitations_count);
}

/* A clock that was set may be a day off, and is not believed for another one. While it is not, no
 * login ends, however old it is. */
#define DOUBT_MS (3 * TRUTH_DAY_MS)

static void check_age(const struct link *link, const struct ask *ask)
{
    uint8_t hash[TOKEN_HASH_SIZE];
    double_token_hash(ask->text, hash);
    const struct truth_session *session = truth_session(&link->sim->truth, hash);
    bool is_in_doubt =
        link->sim->wall_set_ms != 0 && ask->delivered_ms - link->sim->wall_set_ms <= TRUTH_DAY_MS;
    CHECK_THAT(link->sim, CHECK_LOGINS_END,
               is_in_doubt || session->ends_ms >= sim_moment(link->sim).wall_ms - DOUBT_MS,
               "link %llu comes back with a token that was not used for too long",
               ID_ARG(link->number));
}

void said__resume(struct link *link, struct ask *ask, const union reply_body *reply)
{
    CHECK_THAT(link->sim, CHECK_LOGIN_IS_EARNED, ask->was_in_force,
               "link %llu comes back with a token that was not in force", ID_ARG(link->number));
    check_age(link, ask);
    log_in(link, ask, reply->auth_resume.name);
    stream_base(link, 0, reply->auth_resume.seq);
    take_token(link, ask->text);
    said__own_rooms(link, reply->auth_resume.rooms, reply->auth_resume.rooms_count);
    said__not_banned(link, ask);
    said__standing(link, ask, reply->auth_resume.mute, reply->auth_resume.role);
    said__memos_wait(link, ask, reply->auth_resume.memos);
    said__invitations(link, reply->auth_resume.invitations, reply->auth_resume.invitations_count);
}

void said__player_sync(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct player_sync_reply *sync = &reply->player_sync;
    stream_synced(link, 0, ask->request.as.player_sync.since, sync->seq, sync->whole);
    if (!sync->whole)
        return;
    said__own_rooms(link, sync->rooms, sync->rooms_count);
    said__standing(link, ask, sync->mute, sync->role);
    said__invitations(link, sync->invitations, sync->invitations_count);
}

void said__logout(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)ask;
    (void)reply;
    const struct truth_session *session = truth_session_now(&link->sim->truth, link->token_hash);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED, session != NULL && session->is_over,
               "link %llu is logged out, and its token is in force", ID_ARG(link->number));
}

/* ------------------------------------------------------------------ rooms */

void said__open(struct link *link, struct ask *ask, const union reply_body *reply)
{
    truth_position_opened(link->sim, ask, &reply->room_open);
    said__room_base(link, reply->room_open.room);
    const struct truth_room *room = truth_room(&link->sim->truth, reply->room_open.room->room);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED, truth_ever_sat(room, link->player),
               "room %llx was opened by another", ID_ARG(room->id));
}

void said__join(struct link *link, struct ask *ask, const union reply_body *reply)
{
    said__room_base(link, reply->room_join.room);
    said__game(link, reply->room_join.game, 0);
    said__base(link, reply->room_join.game);
    uint64_t id = reply->room_join.room->room;
    const struct truth_room *room = truth_room(&link->sim->truth, id);
    truth_link_joined(link->sim, ask, reply->room_join.room);
    CHECK_THAT(
        link->sim, CHECK_ACKNOWLEDGED_IS_STORED, room != NULL && truth_ever_sat(room, link->player),
        "link %llu joined room %llx, and that is not stored", ID_ARG(link->number), ID_ARG(id));
}

static void check_chat(struct link *link, const struct ask *ask,
                       const struct chat_line_record *chat, size_t count)
{
    const struct truth_room *room = truth_room(&link->sim->truth, ask->subject);
    for (size_t i = 0; i < count; i++) {
        const struct chat_line_record *line = &chat[i];
        CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
                   said__line(link, room, line, ask->delivered_ms) &&
                       (i == 0 || line->n > chat[i - 1].n),
                   "line %lld of room %llx is not stored like this: %s", (long long)line->n,
                   ID_ARG(room->id), line->text != NULL ? line->text : "(hidden)");
        said__line_is_for(link, room, line);
    }
}

void said__room_sync(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct room_sync_reply *sync = &reply->room_sync;
    stream_synced(link, ask->subject, ask->request.as.room_sync.since, sync->room->seq,
                  sync->whole);
    said__room_base(link, sync->room);
    if (sync->game != NULL) {
        said__game(link, sync->game, 0);
        said__base(link, sync->game);
    }
    check_chat(link, ask, sync->chat, sync->chat_count);
}

void said__watch(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct room_watch_reply *watch = &reply->room_watch;
    said__room_base(link, watch->room);
    if (watch->game != NULL) {
        said__game(link, watch->game, 0);
        said__base(link, watch->game);
    }
    const struct truth_room *room = truth_room(&link->sim->truth, ask->subject);
    check_chat(link, ask, watch->chat, watch->chat_count);
    bool is_auditor = link->person == LINK_NOBODY; /* whom nothing is kept from */
    size_t wanted = room->chat_count < CHAT_SHOWN ? room->chat_count : CHAT_SHOWN;
    CHECK_THAT(link->sim, CHECK_MEMORY_AGREES, !is_auditor || watch->chat_count == wanted,
               "room %llx: %zu lines of the chat instead of %zu", ID_ARG(room->id),
               watch->chat_count, wanted);
    bool has_last = room->chat_count == 0 || !is_auditor ||
                    (watch->chat_count > 0 &&
                     watch->chat[watch->chat_count - 1].n == (int64_t)room->chat_count);
    CHECK_THAT(link->sim, CHECK_MEMORY_AGREES, has_last || !link->sim->is_quiet,
               "room %llx: the last line of the chat is missing", ID_ARG(room->id));
}

void said__leave(struct link *link, struct ask *ask, const union reply_body *reply)
{
    bool keeps_seat = ask->request.as.room_leave.keeps_seat;
    const struct truth_room *room = truth_room(&link->sim->truth, ask->subject);
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED, reply->room_leave.left || keeps_seat,
               "link %llu asks to leave, and is not let go", ID_ARG(link->number));
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               !ask->was_seated || !reply->room_leave.left || !truth_sits(room, link->player),
               "link %llu left room %llx, and still sits there", ID_ARG(link->number),
               ID_ARG(ask->subject));
}

void said__say(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth_room *room = truth_room(&link->sim->truth, ask->subject);
    int64_t n = reply->room_say.n;
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               room != NULL && n <= (int64_t)room->chat_count &&
                   strcmp(room->chat[n - 1].text, ask->text) == 0,
               "room %llx: \"%s\" is not stored as line %lld", ID_ARG(ask->subject), ask->text,
               (long long)n);
}

void said__rematch(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth_room *room = truth_room(&link->sim->truth, ask->subject);
    const struct truth_game *game = room != NULL ? truth_game(&link->sim->truth, room->game) : NULL;
    bool is_offered = room != NULL && room->rematch_offers[0] + room->rematch_offers[1] > 0;
    bool is_begun = game != NULL && game->has_computer && reply->room_rematch.game != NULL;
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED, is_offered || is_begun,
               "room %llx: no offer of a rematch is stored", ID_ARG(ask->subject));
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               !ask->request.as.room_rematch.refuse || room->rematches_refused > 0,
               "room %llx: a rematch is refused, and the offer is still stored",
               ID_ARG(ask->subject));
    if (reply->room_rematch.game == NULL)
        return;
    said__game(link, reply->room_rematch.game, 0);
    said__base(link, reply->room_rematch.game);
}

/* ------------------------------------------------------------------ games */

static void check_acted(struct link *link, const struct ask *ask, int64_t ply, const char *text)
{
    struct sim *sim = link->sim;
    const struct truth_game *game = truth_game(&sim->truth, ask->subject);
    CHECK_THAT(sim, CHECK_ACKNOWLEDGED_IS_STORED,
               game != NULL && truth_did(game, link->player, ply, text),
               "%s at ply %lld of game %llx was acknowledged to link %llu, and is not stored", text,
               (long long)ply, ID_ARG(ask->subject), ID_ARG(link->number));
    sim->stats->actions_acknowledged++;
}

void said__move(struct link *link, struct ask *ask, const union reply_body *reply)
{
    int64_t ply = ask->request.as.game_move.ply;
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED, reply->game_move.ply == ply + 1,
               "the reply to a move for ply %lld says %lld", (long long)ply,
               (long long)reply->game_move.ply);
    check_acted(link, ask, ply, ask->text);
}

static void check_ended(struct link *link, const struct ask *ask, const char *what, bool is_right)
{
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED, is_right,
               "game %llx: the %s of link %llu is not stored", ID_ARG(ask->subject), what,
               ID_ARG(link->number));
}

void said__draw(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth_game *game = truth_game(&link->sim->truth, ask->subject);
    if (reply->game_draw.agreed)
        check_ended(link, ask, "draw", game->is_over && game->outcome.reason == REASON_AGREED);
}

/* Whether a game that is given up before it is well begun ends so. */
static bool is_void_early(enum reason reason)
{
    return reason == REASON_ABORTED || reason == REASON_BROKEN_OFF;
}

void said__resign(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)reply;
    const struct truth_game *game = truth_game(&link->sim->truth, ask->subject);
    bool is_lost = game->outcome.reason == REASON_RESIGN &&
                   (int)game->outcome.result == 1 - (int)truth_seat(game, link->player);
    check_ended(link, ask, "resignation",
                game->is_over && (is_lost || is_void_early(game->outcome.reason)));
}

void said__abort(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)reply;
    const struct truth_game *game = truth_game(&link->sim->truth, ask->subject);
    check_ended(link, ask, "abort", game->is_over && game->outcome.reason == REASON_ABORTED);
}

void said__takeback(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth_game *game = truth_game(&link->sim->truth, ask->subject);
    int wanted = ask->request.as.game_takeback.answer;
    bool is_taken = reply->game_takeback.taken;
    enum seat seat = game != NULL ? truth_seat(game, link->player) : SEAT_NONE;
    bool is_right = seat != SEAT_NONE && is_taken == (wanted == TAKEBACK_WORD_ACCEPT) &&
                    (!is_taken || game->takebacks[1 - (int)seat] > 0);
    if (is_taken && wanted == TAKEBACK_WORD_ASK) /* by the opponent's settings */
        is_right = seat != SEAT_NONE && game->takebacks[seat] > 0;
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED, is_right,
               "game %llx: a takeback (%d) of link %llu is not stored", ID_ARG(ask->subject),
               wanted, ID_ARG(link->number));
}

void said__given(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth_game *game = truth_game(&link->sim->truth, ask->subject);
    enum seat seat = game != NULL ? truth_seat(game, link->player) : SEAT_NONE;
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               seat != SEAT_NONE && reply->game_give_time.ms == ask->request.as.game_give_time.ms &&
                   game->given_ms[seat] >= reply->game_give_time.ms,
               "game %llx: time that was given is not stored", ID_ARG(ask->subject));
}

void said__claim(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)reply;
    const struct truth_room *room = truth_room(&link->sim->truth, ask->subject);
    bool is_ended = false;
    for (size_t i = 0; room != NULL && i < link->sim->truth.game_count && !is_ended; i++) {
        const struct truth_game *game = link->sim->truth.games[i];
        is_ended = game->room == room->id && game->is_over &&
                   (game->outcome.reason == REASON_CLAIM || is_void_early(game->outcome.reason));
    }
    check_ended(link, ask, "claim", is_ended);
}

void said__sync(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct game_sync_reply *sync = &reply->game_sync;
    struct sim *sim = link->sim;
    const struct truth_game *game = truth_game(&sim->truth, ask->subject);
    CHECK_THAT(sim, CHECK_SAID_IS_STORED, game != NULL && sync->seq <= truth_seq(game),
               "game %llx is not stored up to event %lld", ID_ARG(ask->subject),
               (long long)sync->seq);
    CHECK_THAT(sim, CHECK_READS_ARE_FRESH, sync->seq >= ask->floor,
               "game %llx ends with event %lld, when event %u had been stored",
               ID_ARG(ask->subject), (long long)sync->seq, ask->floor);
    if (sync->game != NULL) {
        said__game(link, sync->game, ask->floor);
        said__base(link, sync->game);
        return;
    }
    struct hearing *hearing = link_hearing_make(link, ask->subject);
    int64_t since = ask->request.as.game_sync.since;
    CHECK_THAT(sim, CHECK_SYNC_IS_WHOLE,
               since == sync->seq || (hearing->resends && hearing->resent == sync->seq),
               "link %llu asked for game %llx since %lld: sent again up to %u, said to end "
               "with %lld",
               ID_ARG(link->number), ID_ARG(ask->subject), (long long)since,
               hearing->resends ? hearing->resent : 0, (long long)sync->seq);
    if ((uint32_t)sync->seq > hearing->seq)
        hearing->seq = (uint32_t)sync->seq;
    hearing->resends = false;
}

void said__nothing(struct link *link, struct ask *ask, const union reply_body *reply)
{
    (void)link;
    (void)ask;
    (void)reply;
}

static said_reply_fn *const handlers[OP_COUNT] = {
#define REPLY(op, function) [OP_##op] = function,
#include "tests/sim/handlers.def"
};

void said__reply(struct link *link, struct ask *ask, const union reply_body *reply)
{
    CHECK_THAT(link->sim, CHECK_VALID_LINES, handlers[ask->op] != NULL,
               "op %d: the simulator does not know what its reply promises", ask->op);
    handlers[ask->op](link, ask, reply);
}
