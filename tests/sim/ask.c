/* SPDX-License-Identifier: MIT */
/*
 * Which texts, subject and deed each op has, by the table of messages where nothing else is said.
 */
#include "tests/sim/ask.h"

#include "proto/shape.h"
#include "tests/sim/focus.h"
#include "tests/sim/sim.h"
#include "tests/support/core_doubles.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ describing */

/* The place of the first field of a type that the op has, by the table of messages; NULL: none. */
static void *first_of(struct request *request, enum field_type type)
{
    const struct shape *shape = shape__request(request->op);
    for (size_t i = 0; i < shape->count; i++)
        if (shape->fields[i].type == type)
            return (char *)&request->as + shape->fields[i].offset;
    return NULL;
}

/* Where the request has its text, which is its first one where nothing else is said, and its
 * password; NULL: it has none. */
static const char **text_of(struct request *request)
{
    switch (request->op) {
    case OP_AUTH_RECOVER:
        return &request->as.auth_recover.code;
    case OP_AUTH_PASSWORD:
        return &request->as.auth_password.new;
    case OP_AUTH_TOKEN:
        return &request->as.auth_token.label;
    case OP_AUTH_CONFIRM: /* a password alone */
    case OP_AUTH_RECOVERY:
    case OP_AUTH_DELETE:
    case OP_ROOM_QUICK: /* words that last */
    case OP_PLAYER_APPEAL:
    case OP_MOD_CLOSE_ROOM: /* the same, and no player */
    case OP_MOD_ACCOUNTS:
    case OP_MOD_RESOLVE:
    case OP_MOD_ANSWER:
        return NULL;
    default:
        return first_of(request, FIELD_TEXT);
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
    if (request->op == OP_AUTH_TOKEN)
        return &request->as.auth_token.password;
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

/* The room, the game or the login that it names first. */
static uint64_t subject_of(const struct request *request)
{
    const struct shape *shape = shape__request(request->op);
    for (size_t i = 0; i < shape->count; i++) {
        const struct field *field = &shape->fields[i];
        if (field->type == FIELD_ID &&
            (strcmp(field->name, "room") == 0 || strcmp(field->name, "game") == 0 ||
             strcmp(field->name, "session") == 0))
            return *(const uint64_t *)((const char *)&request->as + field->offset);
    }
    return 0;
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
