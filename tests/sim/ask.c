/* SPDX-License-Identifier: MIT */
/*
 * Which texts, subject and deed each op has: the one place that knows requests by name.
 */
#include "tests/sim/ask.h"

#include "tests/sim/focus.h"
#include "tests/sim/sim.h"
#include "tests/support/core_doubles.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ describing */

/* Acts of order whose first field is whom they are done to. */
static bool meets_a_player(enum op op)
{
    return op == OP_MOD_MUTE || op == OP_MOD_UNMUTE || op == OP_MOD_BAN || op == OP_MOD_UNBAN ||
           op == OP_MOD_RENAME || op == OP_MOD_RESET_PASSWORD || op == OP_MOD_ROLE ||
           op == OP_MOD_CLEAR_PROFILE || op == OP_MOD_WARN || op == OP_MOD_NOTE ||
           op == OP_MOD_RELATED || op == OP_MOD_BAN_ORIGIN || op == OP_MOD_UNBAN_ORIGIN;
}

/* Where the request has its text and its password; NULL: it has none. */
static const char **text_of(struct request *request)
{
    switch (request->op) {
    case OP_AUTH_REGISTER:
        return &request->as.auth_register.name;
    case OP_AUTH_LOGIN:
        return &request->as.auth_login.name;
    case OP_AUTH_RECOVER:
        return &request->as.auth_recover.code;
    case OP_AUTH_RESUME:
        return &request->as.auth_resume.token;
    case OP_ROOM_SAY:
        return &request->as.room_say.text;
    case OP_ROOM_OPEN:
        return &request->as.room_open.invite;
    case OP_ROOM_JOIN:
        return &request->as.room_join.link;
    case OP_ROOM_LOOK:
        return &request->as.room_look.link;
    case OP_GAME_MOVE:
        return &request->as.game_move.action;
    case OP_GAME_PLAN:
        return &request->as.game_plan.lines;
    case OP_HISTORY_LIST:
        return &request->as.history_list.name;
    case OP_RATING_AROUND:
        return &request->as.rating_around.name;
    case OP_PLAYER_GET:
        return &request->as.player_get.name;
    case OP_PLAYER_GAMES:
        return &request->as.player_games.name;
    case OP_RATING_FINES:
        return &request->as.rating_fines.name;
    case OP_HISTORY_EXPORT:
        return &request->as.history_export.name;
    case OP_RATING_GRAPH:
        return &request->as.rating_graph.name;
    case OP_PLAYER_FIND:
        return &request->as.player_find.text;
    case OP_PLAYER_STATS:
        return &request->as.player_stats.name;
    case OP_MOD_ANNUL:
        return &request->as.mod_annul.name;
    case OP_MOD_REPORTS:
        return &request->as.mod_reports.name;
    case OP_MOD_POINTS:
        return &request->as.mod_points.name;
    case OP_HELLO:
        return &request->as.hello.client;
    case OP_AUTH_PASSWORD:
        return &request->as.auth_password.new;
    case OP_BLOCK_ADD:
        return &request->as.block_add.name;
    case OP_BLOCK_REMOVE:
        return &request->as.block_remove.name;
    case OP_FOLLOW_ADD:
        return &request->as.follow_add.name;
    case OP_FOLLOW_REMOVE:
        return &request->as.follow_remove.name;
    case OP_PLAYER_REPORT:
        return &request->as.player_report.name;
    case OP_AUTH_APPEAL:
        return &request->as.auth_appeal.name;
    case OP_MOD_LOG:
        return &request->as.mod_log.name;
    case OP_MOD_SANCTIONS:
        return &request->as.mod_sanctions.after;
    case OP_PROFILE_SET:
        return &request->as.profile_set.about;
    case OP_PHOTO_SET:
        return &request->as.photo_set.image;
    case OP_PHOTO_GET:
        return &request->as.photo_get.name;
    case OP_MESSAGE_SEND:
        return &request->as.message_send.to;
    case OP_MESSAGE_LIST:
        return &request->as.message_list.with;
    case OP_MESSAGE_READ:
        return &request->as.message_read.with;
    case OP_MESSAGE_DELETE:
        return &request->as.message_delete.with;
    default:
        return meets_a_player(request->op) ? &request->as.mod_ban.name : NULL;
    }
}

static const char **password_of(struct request *request)
{
    if (request->op == OP_AUTH_REGISTER)
        return &request->as.auth_register.password;
    if (request->op == OP_AUTH_PASSWORD)
        return &request->as.auth_password.old;
    if (request->op == OP_AUTH_APPEAL)
        return &request->as.auth_appeal.password;
    if (request->op == OP_AUTH_RECOVER)
        return &request->as.auth_recover.password;
    if (request->op == OP_AUTH_CONFIRM)
        return &request->as.auth_confirm.password;
    if (request->op == OP_AUTH_RECOVERY)
        return &request->as.auth_recovery.password;
    if (request->op == OP_AUTH_DELETE)
        return &request->as.auth_delete.password;
    if (request->op == OP_MESSAGE_SEND)
        return &request->as.message_send.text;
    if (request->op == OP_MOD_RENAME)
        return &request->as.mod_rename.to; /* no password, but a second text */
    if (request->op == OP_ROOM_OPEN)
        return &request->as.room_open.actions; /* likewise */
    return request->op == OP_AUTH_LOGIN ? &request->as.auth_login.password : NULL;
}

static const struct clock_record **clock_of(struct request *request)
{
    if (request->op == OP_ROOM_OPEN)
        return &request->as.room_open.clock;
    return request->op == OP_ROOM_QUICK ? &request->as.room_quick.clock : NULL;
}

static uint64_t subject_of(const struct request *request)
{
    switch (request->op) {
    case OP_ROOM_JOIN:
    case OP_ROOM_LINK:
    case OP_ROOM_DECLINE:
    case OP_ROOM_WATCH:
    case OP_ROOM_SYNC:
    case OP_ROOM_LEAVE:
    case OP_ROOM_SAY:
    case OP_ROOM_REMATCH:
    case OP_ROOM_CLAIM:
    case OP_MOD_CLOSE_ROOM:
        return request->as.room_join.room; /* the id is the first field of all of them */
    case OP_GAME_MOVE:
    case OP_GAME_DRAW:
    case OP_GAME_RESIGN:
    case OP_GAME_ABORT:
    case OP_GAME_TAKEBACK:
    case OP_GAME_GIVE_TIME:
    case OP_GAME_FOCUS:
    case OP_GAME_PLAN:
    case OP_MOD_GAME:
    case OP_GAME_SYNC:
    case OP_GAME_GET:
    case OP_GAME_EXPORT:
    case OP_HISTORY_STAR:
        return request->as.game_move.game;
    case OP_MOD_ANNUL:
        return request->as.mod_annul.game;
    case OP_PLAYER_REPORT:
        return request->as.player_report.game;
    case OP_SESSION_REVOKE:
        return request->as.session_revoke.session;
    default:
        return 0;
    }
}

static enum deed deed_of(enum op op)
{
    static const enum deed deeds[OP_COUNT] = {
        [OP_ROOM_OPEN] = DEED_OPEN,
        [OP_ROOM_JOIN] = DEED_JOIN,
        [OP_ROOM_SAY] = DEED_SAY,
        [OP_GAME_MOVE] = DEED_ACT,
        [OP_GAME_DRAW] = DEED_DRAW,
        [OP_GAME_RESIGN] = DEED_RESIGN,
        [OP_ROOM_REMATCH] = DEED_REMATCH,
        [OP_GAME_TAKEBACK] = DEED_TAKEBACK,
        [OP_ROOM_CLAIM] = DEED_CLAIM,
        [OP_MESSAGE_SEND] = DEED_MESSAGE,
        [OP_GAME_PLAN] = DEED_PLAN,
        [OP_GAME_GIVE_TIME] = DEED_GIVE,
        [OP_PLAYER_DAYS_OFF] = DEED_REST,
        [OP_ROOM_QUICK] = DEED_JOIN,
        [OP_AUTH_DELETE] = DEED_DELETE,
        [OP_PLAYER_REPORT] = DEED_REPORT,
        [OP_PLAYER_APPEAL] = DEED_APPEAL,
        [OP_MOD_ANSWER] = DEED_ORDER,
        [OP_MOD_MUTE] = DEED_ORDER,
        [OP_MOD_UNMUTE] = DEED_ORDER,
        [OP_MOD_BAN] = DEED_ORDER,
        [OP_MOD_UNBAN] = DEED_ORDER,
        [OP_MOD_RENAME] = DEED_ORDER,
        [OP_MOD_CLOSE_ROOM] = DEED_ORDER,
        [OP_MOD_RESET_PASSWORD] = DEED_ORDER,
        [OP_MOD_ROLE] = DEED_ORDER,
        [OP_MOD_ACCOUNTS] = DEED_ORDER,
        [OP_MOD_ANNUL] = DEED_ORDER,
        [OP_MOD_RESOLVE] = DEED_ORDER,
        [OP_PROFILE_SET] = DEED_PROFILE,
        [OP_PHOTO_SET] = DEED_PHOTO,
        [OP_PHOTO_REMOVE] = DEED_PHOTO,
        [OP_MOD_CLEAR_PROFILE] = DEED_ORDER,
        [OP_MOD_WARN] = DEED_ORDER,
        [OP_MOD_NOTE] = DEED_ORDER,
        [OP_MOD_RELATED] = DEED_ORDER,
        [OP_MOD_BAN_ORIGIN] = DEED_ORDER,
        [OP_MOD_UNBAN_ORIGIN] = DEED_ORDER,
    };
    return deeds[op];
}

void ask_describe(struct ask *ask, const struct request *request)
{
    *ask = (struct ask){.request = *request,
                        .op = request->op,
                        .deed = deed_of(request->op),
                        .subject = subject_of(request)};
    const char **text = text_of(&ask->request);
    const char **password = password_of(&ask->request);
    if (clock_of(&ask->request) != NULL && *clock_of(&ask->request) != NULL)
        ask->clock = **clock_of(&ask->request);
    if (request->op == OP_SETTINGS_SET)
        ask->settings = *request->as.settings_set.settings;
    if (text != NULL && *text != NULL)
        snprintf(ask->text, sizeof(ask->text), "%s", *text);
    if (password != NULL && *password != NULL)
        snprintf(ask->password, sizeof(ask->password), "%s", *password);
    if (request->key != NULL)
        snprintf(ask->key, sizeof(ask->key), "%s", request->key);
}

void ask_restore(const struct ask *ask, struct request *request_out)
{
    *request_out = ask->request;
    const char **text = text_of(request_out);
    const char **password = password_of(request_out);
    if (clock_of(request_out) != NULL && *clock_of(request_out) != NULL)
        *clock_of(request_out) = &ask->clock;
    if (request_out->op == OP_SETTINGS_SET)
        request_out->as.settings_set.settings = &ask->settings;
    if (text != NULL && *text != NULL)
        *text = ask->text;
    if (password != NULL && *password != NULL)
        *password = ask->password;
    request_out->key = ask->key[0] != '\0' ? ask->key : NULL;
}

/* ------------------------------------------------------------------ delivered */

uint64_t ask_player(const struct link *link)
{
    return link->player != 0 ? link->player : link->expected;
}

/* Notes who the connection will be when the login is done. */
static void expect_login(struct link *link, struct ask *ask)
{
    const struct truth *truth = &link->sim->truth;
    if (ask->op == OP_AUTH_RESUME) {
        uint8_t hash[TOKEN_HASH_SIZE];
        double_token_hash(ask->text, hash);
        const struct truth_session *session = truth_session(truth, hash);
        ask->was_in_force = session != NULL && !session->is_over;
        link->expected = session != NULL ? session->player : link->expected;
    }
    if (ask->op == OP_AUTH_LOGIN) {
        char key[ASK_TEXT_SIZE];
        size_t len = strlen(ask->text);
        for (size_t i = 0; i <= len; i++)
            key[i] = (char)tolower((unsigned char)ask->text[i]);
        const struct truth_player *player = truth_player_keyed(truth, key);
        link->expected = player != NULL ? player->id : link->expected;
    }
}

bool ask_is_done(const struct truth_game *game, const struct ask *ask)
{
    const struct truth_entry *entry = NULL;
    char text[ACTION_TEXT_SIZE];
    if (game != NULL && ask->op == OP_GAME_MOVE)
        entry = truth_action_at(game, ask->request.as.game_move.ply);
    if (entry == NULL)
        return false;
    action_format(game->variant, entry->action, text);
    return strcmp(text, ask->text) == 0 && game->players[entry->seat] == ask->by;
}

bool ask_is_keepers(const struct link *link, const struct ask *ask)
{
    return link->person == LINK_KEEPER && ask->deed == DEED_ORDER;
}

static void note_state(const struct link *link, struct ask *ask)
{
    const struct truth *truth = &link->sim->truth;
    const struct truth_game *game = truth_game(truth, ask->subject);
    const struct truth_room *room = truth_room(truth, ask->subject);
    ask->was_seated = room != NULL && truth_sits(room, ask->by);
    if (room != NULL && game == NULL)
        game = truth_game(truth, room->game);
    ask->was_done = ask_is_done(game, ask);
    bool is_first =
        ask->answered + 1 == ask->delivered; /* else the answer may be an earlier one's */
    if (is_first || game == NULL)
        ask->floor = game != NULL ? truth_seq(game) : 0;
    if (ask->op == OP_MOD_LOG)
        ask->floor = is_first ? (uint32_t)truth->order.act_count : ask->floor;
    if (!is_first)
        return;
    ask->sessions = truth->session_count;
    ask->batches = truth->batches;
    ask->delivered_ms = link->sim->now_ms;
}

/* How long the way there and back was, by the answer to the last heartbeat. */
static void note_trip(struct link *link, int64_t n)
{
    int64_t trip_ms = link->sim->now_ms - link->beat_ms;
    if (n == 0 || n != link->beat_n)
        return;
    link->beat_n = 0;
    link->trip_ms = trip_ms > link->trip_ms ? trip_ms : link->trip_ms;
}

static bool is_quit(enum op op)
{
    return op == OP_GAME_ABORT || op == OP_GAME_RESIGN || op == OP_ROOM_LEAVE ||
           op == OP_AUTH_DELETE;
}

void ask_delivered(struct link *link, struct ask *ask)
{
    struct truth *truth = &link->sim->truth;
    ask->delivered++;
    if (ask_is_keepers(link, ask))
        truth->order.count.asked++;
    else if (link->player == 0)
        expect_login(link, ask);
    ask->banned = truth_bans(truth, link->expected);
    ask->by = ask_player(link);
    struct truth_player *player = truth_player(truth, ask->by);
    if (player != NULL)
        player->deeds[ask->deed].asked++;
    if (player != NULL && is_quit(ask->op))
        truth_quit_asked(player, ask->subject);
    if (ask->op == OP_GAME_FOCUS)
        truth_focus_asked(truth, ask);
    if (ask->op == OP_PING)
        note_trip(link, ask->request.as.ping.heartbeat);
    note_state(link, ask);
    truth_asked(link, ask);
}
