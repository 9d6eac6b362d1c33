/* SPDX-License-Identifier: MIT */
/*
 * People as listeners: what they hear, and what they make of it. They trust the server: what it
 * says is judged elsewhere (said.h).
 */
#include "tests/sim/person.h"

#include "tests/sim/person_tables.h"
#include "tests/sim/said_stream.h"
#include "tests/sim/sim.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ events */

static void hear_letter(struct person *person, const struct message_record *message)
{
    person->letter_heard = message->message;
    snprintf(person->letter_from, sizeof(person->letter_from), "%s", message->from);
}

static void hear_event(struct person *person, enum event event, const union event_body *body)
{
    struct table *table = NULL;
    switch (event) {
    case EVENT_GAME_STARTED:
        person_sees_game(person, person_table_make(person, body->game_started.room),
                         body->game_started.game);
        break;
    case EVENT_GAME_MOVED:
        person_sees_action(person, body->game_moved.game, body->game_moved.seq,
                           body->game_moved.action);
        break;
    case EVENT_GAME_DRAW_OFFERED:
        person_sees_offer(person, body->game_draw_offered.game, body->game_draw_offered.seq,
                          body->game_draw_offered.by, true);
        break;
    case EVENT_GAME_DRAW_REFUSED:
        person_sees_offer(person, body->game_draw_refused.game, body->game_draw_refused.seq, 0,
                          false);
        break;
    case EVENT_GAME_TAKEBACK_ASKED:
        person_sees_takeback(person, body->game_takeback_asked.game, body->game_takeback_asked.seq,
                             body->game_takeback_asked.by, true);
        break;
    case EVENT_GAME_TAKEBACK_REFUSED:
        person_sees_takeback(person, body->game_takeback_refused.game,
                             body->game_takeback_refused.seq, 0, false);
        break;
    case EVENT_GAME_TAKEN_BACK:
        person_sees_taken_back(person, &body->game_taken_back);
        break;
    case EVENT_GAME_TIME_GIVEN:
        (void)person_next_at(person, body->game_time_given.game, body->game_time_given.seq);
        break;
    case EVENT_GAME_ENDED:
        person_sees_end(person, &body->game_ended);
        break;
    case EVENT_ROOM_INVITED:
        person->invited = body->room_invited.room->room;
        break;
    case EVENT_ROOM_SAID:
        snprintf(person->speaker, sizeof(person->speaker), "%s", body->room_said.line->name);
        break;
    case EVENT_ROOM_REMATCH_OFFERED:
        table = person_table(person, body->room_rematch_offered.room);
        if (table != NULL)
            table->rematch_is_offered = strcmp(body->room_rematch_offered.name, person->name) != 0;
        break;
    case EVENT_ROOM_REMATCH_REFUSED:
        table = person_table(person, body->room_rematch_refused.room);
        if (table != NULL)
            table->rematch_is_offered = false;
        break;
    case EVENT_PLAYER_RENAMED:
        if (strcmp(body->player_renamed.before, person->name) == 0)
            snprintf(person->name, sizeof(person->name), "%s", body->player_renamed.name);
        break;
    case EVENT_ROOM_CLOSED:
        table = person_table(person, body->room_closed.room);
        if (table != NULL)
            table->room = 0;
        break;
    case EVENT_MESSAGE_RECEIVED:
        hear_letter(person, body->message_received.message);
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------------------ replies */

static void become(struct person *person, struct link *link, const char *name, const char *token)
{
    link->knows_login = true;
    snprintf(person->name, sizeof(person->name), "%s", name);
    if (token != NULL)
        snprintf(person->token, sizeof(person->token), "%.79s", token);
}

/* Without an account; the next one may have the same name. */
static void be_nobody(struct person *person)
{
    person->name[0] = '\0';
    person->token[0] = '\0';
    person->lent[0] = '\0';
    person->new_password[0] = '\0';
    person->recovery[0] = '\0';
    person->is_registered = false;
    person->may_be_deleted = false;
    person->keeps_order = false;
    person->invited = 0;
    person->linked = 0;
    person->seq = 0;
    person->letter.is_open = false;
    person->letter_from[0] = '\0';
    person->memo = 0;
    memset(person->tables, 0, sizeof(person->tables));
}

static void hear_login(struct person *person, struct link *link, const struct ask *ask,
                       const union reply_body *reply)
{
    link->logs_in = false;
    if (person_chance(person, 500))
        act__catch_up(person, link);
    if (ask->op == OP_AUTH_GUEST) {
        become(person, link, reply->auth_guest.name, reply->auth_guest.token);
        person->is_registered = false;
    } else if (ask->op == OP_AUTH_REGISTER) {
        become(person, link, reply->auth_register.name, reply->auth_register.token);
        snprintf(person->password, sizeof(person->password), "%.31s", ask->password);
        snprintf(person->recovery, sizeof(person->recovery), "%s", reply->auth_register.recovery);
        person->is_registered = true;
    } else if (ask->op == OP_AUTH_LOGIN) {
        become(person, link, reply->auth_login.name, reply->auth_login.token);
        snprintf(person->password, sizeof(person->password), "%.31s", ask->password);
        person_sees_rooms(person, reply->auth_login.rooms, reply->auth_login.rooms_count);
    } else {
        become(person, link, reply->auth_resume.name, ask->text);
        person_sees_rooms(person, reply->auth_resume.rooms, reply->auth_resume.rooms_count);
    }
}

static void hear_list(struct person *person, const struct room_list_reply *list)
{
    person->open_room_count = 0;
    person->found_nobody = true;
    for (size_t i = 0; i < list->rooms_count; i++) {
        const struct room_record *room = &list->rooms[i];
        bool is_alive =
            room->players_count > 0 &&
            (room->players[0].connected || room->clock->kind == CLOCK_KIND_WORD_CORRESPONDENCE);
        if (person->open_room_count == PERSON_OPEN_ROOMS ||
            person_table(person, room->room) != NULL || !(is_alive || person_chance(person, 100)))
            continue;
        person->open_rooms[person->open_room_count++] = room->room;
        person->found_nobody = false;
    }
}

static void hear_table(struct person *person, const struct ask *ask, const union reply_body *reply)
{
    struct table *table = person_table(person, ask->subject);
    if (ask->op == OP_ROOM_LEAVE && table != NULL && reply->room_leave.left)
        table->room = 0;
    if (ask->op == OP_ROOM_REMATCH && table != NULL && reply->room_rematch.game != NULL)
        person_sees_game(person, table, reply->room_rematch.game);
    table = person_game_table(person, ask->subject);
    if (table == NULL)
        return;
    if (ask->op == OP_GAME_SYNC && reply->game_sync.game != NULL)
        person_sees_game(person, table, reply->game_sync.game);
    if (ask->op == OP_GAME_SYNC)
        table->needs_sync = false;
    if (ask->op == OP_GAME_MOVE)
        table->has_sent = false;
}

/* Ends one that is not the present one, or that one, too, at times. */
static void hear_logins(struct person *person, struct link *link,
                        const struct session_list_reply *list)
{
    struct request request = {.op = OP_SESSION_REVOKE};
    for (size_t i = 0; i < list->rows_count; i++)
        if (!list->rows[i].current || person_chance(person, 20))
            request.as.session_revoke.session = list->rows[i].session;
    if (request.as.session_revoke.session != 0 && person_chance(person, 500))
        link_ask(link, &request);
}

/* At what others read now. */
static void look_at_oneself(struct person *person, struct link *link)
{
    struct request request = {.op = OP_PLAYER_GET};
    if (person_chance(person, 500))
        link_ask(link, &request);
}

static void look_at_own_photo(struct link *link)
{
    struct request request = {.op = OP_PHOTO_GET};
    link_ask(link, &request);
}

static void close_letter(struct person *person, const struct ask *ask)
{
    if (strcmp(person->letter.text, ask->password) == 0)
        person->letter.is_open = false;
}

static void hear_reply(struct person *person, struct link *link, const struct ask *ask,
                       const union reply_body *reply)
{
    person_answered(person, ask);
    close_letter(person, ask);
    if (ask->is_again || (ask->key[0] != '\0' && ask->heard > 1)) {
        act__look_again(link, ask, reply);
        return;
    }
    switch (ask->op) {
    case OP_AUTH_GUEST:
    case OP_AUTH_REGISTER:
    case OP_AUTH_LOGIN:
    case OP_AUTH_RESUME:
        hear_login(person, link, ask, reply);
        break;
    case OP_AUTH_PASSWORD:
        snprintf(person->password, sizeof(person->password), "%.31s", ask->text);
        person->new_password[0] = '\0';
        break;
    case OP_AUTH_RECOVER:
        link->logs_in = false;
        snprintf(person->token, sizeof(person->token), "%s", reply->auth_recover.token);
        snprintf(person->password, sizeof(person->password), "%.31s", ask->password);
        snprintf(person->recovery, sizeof(person->recovery), "%s", reply->auth_recover.recovery);
        break;
    case OP_AUTH_TOKEN:
        snprintf(person->lent, sizeof(person->lent), "%s", reply->auth_token.token);
        break;
    case OP_AUTH_RECOVERY:
        snprintf(person->recovery, sizeof(person->recovery), "%s", reply->auth_recovery.recovery);
        break;
    case OP_PLAYER_GET:
        person->photo = reply->player_get.photo != 0 ? reply->player_get.photo : person->photo;
        break;
    case OP_PHOTO_SET:
        person->photo = reply->photo_set.photo;
        if (person_chance(person, 500))
            look_at_own_photo(link);
        break;
    case OP_PROFILE_SET:
        look_at_oneself(person, link);
        break;
    case OP_SESSION_LIST:
        hear_logins(person, link, &reply->session_list);
        break;
    case OP_MEMO_LIST:
        if (reply->memo_list.memos_count > 0)
            person->memo = reply->memo_list.memos[0].memo;
        break;
    case OP_AUTH_DELETE:
        be_nobody(person);
        break;
    case OP_AUTH_LOGOUT:
        person->token[0] = '\0';
        if (!person->is_registered)
            person->name[0] = '\0'; /* a guest without a token is nobody */
        break;
    case OP_ROOM_OPEN:
        person_sees_room(person, reply->room_open.room);
        if (reply->room_open.room->link)
            person->linked = reply->room_open.room->room;
        if (reply->room_open.game != NULL)
            person_sees_game(person, person_table_make(person, reply->room_open.room->room),
                             reply->room_open.game);
        break;
    case OP_ROOM_JOIN:
        person_sees_room(person, reply->room_join.room);
        person_sees_game(person, person_table_make(person, reply->room_join.room->room),
                         reply->room_join.game);
        break;
    case OP_ROOM_WATCH:
        person_sees_room(person, reply->room_watch.room);
        if (reply->room_watch.game != NULL)
            person_sees_game(person, person_table_make(person, ask->subject),
                             reply->room_watch.game);
        break;
    case OP_ROOM_LIST:
        hear_list(person, &reply->room_list);
        break;
    default:
        hear_table(person, ask, reply);
    }
}

/* ------------------------------------------------------------------ errors */

static bool is_login(enum op op)
{
    return op == OP_AUTH_GUEST || op == OP_AUTH_REGISTER || op == OP_AUTH_LOGIN ||
           op == OP_AUTH_RECOVER || op == OP_AUTH_RESUME;
}

static void hear_login_error(struct person *person, struct link *link, const struct ask *ask,
                             const char *code)
{
    link->logs_in = false;
    if (strcmp(code, "bad_token") == 0 && strcmp(ask->text, person->token) == 0)
        person->token[0] = '\0';
    if (strcmp(code, "bad_token") == 0 && strcmp(ask->text, person->lent) == 0)
        person->lent[0] = '\0';
    if (strcmp(code, "wrong_credentials") == 0 && person->may_be_deleted)
        be_nobody(person);
    if (strcmp(code, "name_taken") == 0 || strcmp(code, "name_reserved") == 0)
        person->names_tried++;
    if (strcmp(code, "banned") == 0)
        act__appeal(person, link);
    if (strcmp(code, "already_logged_in") == 0 && !link->knows_login)
        link_cut(link); /* better to begin anew than to guess */
    if (strcmp(code, "use_http") == 0)
        link_cut(link); /* the next one is over HTTP */
}

static bool may_try_again(const char *code)
{
    return strcmp(code, "busy") == 0 || strcmp(code, "address_busy") == 0 ||
           strcmp(code, "rate_limited") == 0 || strcmp(code, "storage_unavailable") == 0 ||
           strcmp(code, "shutting_down") == 0;
}

static void hear_error(struct person *person, struct link *link, const struct ask *ask,
                       const char *code)
{
    if (is_login(ask->op)) {
        hear_login_error(person, link, ask, code);
        return;
    }
    if (!may_try_again(code)) {
        person_answered(person, ask);
        close_letter(person, ask);
    }
    if (strcmp(code, "not_allowed") == 0 && ask->text[0] == '\0') /* it was to nobody */
        person->keeps_order = false;
    struct table *table = person_table(person, ask->subject);
    if (table != NULL && (strcmp(code, "no_such_room") == 0 || strcmp(code, "not_in_room") == 0))
        table->room = 0;
    if (table != NULL && strcmp(code, "no_opponent") == 0)
        table->is_stale = true;
    if (strcmp(code, "too_many_rooms") == 0)
        for (size_t i = 0; i < PERSON_TABLES; i++)
            person->tables[i].is_stale = person->tables[i].is_over;
    table = person_game_table(person, ask->subject);
    if (table == NULL)
        return;
    if (strcmp(code, "rate_limited") != 0)
        table->needs_sync = true;
    if (ask->op == OP_GAME_MOVE)
        table->has_sent = false;
    if (ask->op == OP_GAME_SYNC)
        table->room = strcmp(code, "no_such_game") == 0 ? 0 : table->room;
}

/* Where it matters. Some do not, and some do it twice. */
static void answer_heartbeat(struct person *person, struct link *link, int64_t n)
{
    bool is_wanted = false;
    link->beat = n;
    for (size_t i = 0; i < PERSON_TABLES; i++)
        is_wanted = is_wanted || (person->tables[i].is_timed && !person->tables[i].is_over);
    if (!is_wanted || !link->knows_login || person_chance(person, n < 50 ? 50 : 950))
        return; /* a game of a day would else be nothing but heartbeats */
    struct request request = {.op = OP_PING, .as.ping.heartbeat = n};
    link_ask(link, &request);
    if (person_chance(person, person->repeats))
        link_ask(link, &request);
}

void person_hears(struct link *link, const struct heard *heard)
{
    const struct incoming *in = &heard->in;
    struct person *person = &link->sim->persons[link->person];
    struct ask *ask = in->kind != INCOMING_EVENT ? link_ask_of(link, in->re) : NULL;
    struct ask asked; /* a copy: with the next request the connection's list may move */
    if (ask != NULL) {
        ask->heard++;
        asked = *ask;
    }
    stream_heard(person, in);
    if (in->kind == INCOMING_EVENT && in->event == EVENT_HEARTBEAT)
        answer_heartbeat(person, link, in->body->heartbeat.n);
    else if (in->kind == INCOMING_EVENT)
        hear_event(person, in->event, in->body);
    else if (ask != NULL && in->kind == INCOMING_REPLY)
        hear_reply(person, link, &asked, &heard->reply);
    else if (ask != NULL)
        hear_error(person, link, &asked, in->error.code);
}
