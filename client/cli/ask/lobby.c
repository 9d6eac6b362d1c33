/* SPDX-License-Identifier: MIT */
/*
 * The commands of client/cli/ask/lobby.h.
 */
#include "client/cli/ask/lobby.h"

#include "client/cli/ask/lists.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "client/core/table.h"
#include "proto/frame.h"
#include "proto/id.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- lobby */

/* A room that was shown, and who opened it. */
struct shown {
    uint64_t room;
    char opener[TABLE_NAME_SIZE];
};

/* A lobby that is followed, and which of its rooms were shown. */
struct lobby {
    struct query query;
    struct shown *shown;
    size_t count;
};

static size_t place_of(const struct lobby *lobby, uint64_t room)
{
    size_t at = 0;
    while (at < lobby->count && lobby->shown[at].room != room)
        at++;
    return at;
}

/* The opener may have another name than before. */
static void remember(struct lobby *lobby, const struct room_record *room)
{
    size_t at = place_of(lobby, room->room);
    if (at == lobby->count) {
        struct shown *grown = realloc(lobby->shown, (lobby->count + 1) * sizeof(*grown));
        if (grown == NULL)
            abort();
        lobby->shown = grown;
        lobby->count++;
    }
    lobby->shown[at].room = room->room;
    snprintf(lobby->shown[at].opener, sizeof(lobby->shown[at].opener), "%s",
             room->players_count > 0 ? room->players[0].name : "");
}

static void put_figures(struct query *query, const struct lobby_watch_reply *reply)
{
    unsigned long players = (unsigned long)reply->players;
    unsigned long games = (unsigned long)reply->games;
    ink_put(&query->ink, COLOUR_DIM, ngettext("%lu player here, ", "%lu players here, ", players),
            players);
    ink_put_line(&query->ink, COLOUR_DIM,
                 ngettext("%lu game in progress", "%lu games in progress", games), games);
}

static void show_lobby(struct query *query, const union reply_body *body)
{
    struct lobby *lobby = (struct lobby *)query;
    const struct lobby_watch_reply *reply = &body->lobby_watch;
    for (size_t i = 0; i < reply->rooms_count; i++) {
        lists_put_room(query, &reply->rooms[i]);
        remember(lobby, &reply->rooms[i]);
    }
    if (query_is_json(query))
        return;
    if (reply->rooms_count == 0) {
        query_put_line(query, COLOUR_DIM,
                       _("Nobody waits for an opponent. Open a room with: penta play"));
    } else if (reply->more) {
        query_put_more_before(query, reply->rooms[reply->rooms_count - 1].room);
    }
    put_figures(query, reply);
}

static void put_gone(struct lobby *lobby, uint64_t room)
{
    char id[ID_TEXT_SIZE];
    size_t at = place_of(lobby, room);
    if (at == lobby->count)
        return; /* it was never shown */
    lobby->shown[at] = lobby->shown[--lobby->count];
    id_format(room, id);
    ink_put_line(&lobby->query.ink, COLOUR_DIM, _("%s is gone"), id);
}

/* Puts an event as it came, for programs. */
static void put_event(struct query *query, enum event event, const union event_body *body)
{
    char line[FRAME_REPLY_MAX + 1];
    int len = event_encode(event, NO_SEQ, body, line, sizeof(line));
    if (len > 0)
        ink_put_json(&query->ink, line, (size_t)len);
}

static void put_invitation(struct lobby *lobby, const struct room_record *room)
{
    char id[ID_TEXT_SIZE];
    char terms[2 * WORDS_SIZE];
    char server[INVOCATION_SERVER_SIZE];
    struct ink *ink = &lobby->query.ink;
    if (room->players_count == 0)
        return;
    id_format(room->room, id);
    words_terms(room, terms, sizeof(terms));
    invocation_server_options(lobby->query.invocation, server, sizeof(server));
    ink_put_line(ink, COLOUR_BOLD, _("%s invites you (%s): penta play %s%s, or penta decline %s%s"),
                 room->players[0].name, terms, id, server, id, server);
    remember(lobby, room);
}

/* Puts one line for all the player's rooms that were shown. */
static void put_presence(struct lobby *lobby, const struct lobby_presence_event *event)
{
    size_t at = 0;
    while (at < lobby->count && strcmp(lobby->shown[at].opener, event->name) != 0)
        at++;
    if (at == lobby->count)
        return; /* none was shown */
    ink_put_line(&lobby->query.ink, COLOUR_DIM,
                 event->connected ? _("%s is back.") : _("%s is away (no connection)."),
                 event->name);
}

/* Puts the invitations that waited for the login; a program gets them like those that come later.
 */
static void on_lobby_ready(struct query *query, const struct notice *ready)
{
    for (size_t i = 0; i < ready->invitations_count; i++) {
        const union event_body body = {.room_invited = {.room = &ready->invitations[i]}};
        if (query_is_json(query))
            put_event(query, EVENT_ROOM_INVITED, &body);
        else
            put_invitation((struct lobby *)query, body.room_invited.room);
    }
}

static bool is_of_lobby(enum event event)
{
    return event == EVENT_LOBBY_ROOM || event == EVENT_LOBBY_GONE ||
           event == EVENT_LOBBY_PRESENCE || event == EVENT_ROOM_INVITED ||
           event == EVENT_ROOM_UNINVITED || event == EVENT_ACCOUNT_CHANGED ||
           event == EVENT_MOD_REPORTED;
}

/* Puts an event about the player and not about rooms. */
static void put_personal(struct query *query, enum event event, const union event_body *body)
{
    char text[INK_TEXT_SIZE];
    if (event == EVENT_MOD_REPORTED)
        words_reported(&body->mod_reported, text, sizeof(text));
    else
        words_account(&body->account_changed, text, sizeof(text));
    if (text[0] != '\0')
        query_put_line(query, COLOUR_BOLD, text);
}

static void on_lobby_event(struct query *query, enum event event, const union event_body *body)
{
    struct lobby *lobby = (struct lobby *)query;
    if (!is_of_lobby(event))
        return;
    if (query_is_json(query)) {
        put_event(query, event, body);
        return;
    }
    switch (event) {
    case EVENT_LOBBY_GONE:
        put_gone(lobby, body->lobby_gone.room);
        break;
    case EVENT_LOBBY_PRESENCE:
        put_presence(lobby, &body->lobby_presence);
        break;
    case EVENT_ROOM_UNINVITED:
        put_gone(lobby, body->room_uninvited.room);
        break;
    case EVENT_ROOM_INVITED:
        put_invitation(lobby, body->room_invited.room);
        break;
    case EVENT_ACCOUNT_CHANGED:
    case EVENT_MOD_REPORTED:
        put_personal(query, event, body);
        break;
    default:
        lists_put_room(query, body->lobby_room.room);
        remember(lobby, body->lobby_room.room);
        break;
    }
}

enum exit_code run_lobby(const struct invocation *invocation)
{
    struct lobby lobby = {0};
    struct query *query = &lobby.query;
    query_init(query, invocation, OP_LOBBY_WATCH);
    struct lobby_watch_request *request = &query->request.as.lobby_watch;
    request->variant = invocation_variant(invocation);
    request->stakes = lists_stakes(invocation);
    request->clock_kind = invocation_word(invocation, OPTION_CLOCK_KIND);
    request->min_rating = invocation_number(invocation, OPTION_MIN_RATING, NONE);
    request->max_rating = invocation_number(invocation, OPTION_MAX_RATING, NONE);
    request->before = invocation_id(invocation, OPTION_BEFORE);
    request->limit = invocation_number(invocation, OPTION_LIMIT, 50);
    query->who = QUERY_SELF_OR_GUEST;
    query->show = show_lobby;
    if (invocation_has(invocation, OPTION_FOLLOW)) {
        query->ready = on_lobby_ready;
        query->event = on_lobby_event;
    }
    enum exit_code code = query_run(query);
    free(lobby.shown);
    return code;
}

/* ---------------------------------------------------------------- invitations */

static void show_invitations(struct query *query, const struct notice *ready)
{
    for (size_t i = 0; i < ready->invitations_count; i++)
        lists_put_room(query, &ready->invitations[i]);
    if (query_is_json(query))
        return;
    if (ready->invitations_count == 0) {
        query_put_line(query, COLOUR_DIM, _("Nobody has invited you."));
    } else {
        query_put_line(query, COLOUR_DIM,
                       _("Accept with: penta play ROOM. Decline with: penta decline ROOM"));
    }
}

enum exit_code run_invitations(const struct invocation *invocation)
{
    struct query query;
    query_init(&query, invocation, OP_COUNT);
    query.who = QUERY_SELF;
    query.ready = show_invitations;
    return query_run(&query);
}

static void show_declined(struct query *query, const union reply_body *reply)
{
    (void)reply;
    query_put_line(query, COLOUR_PLAIN, _("Declined."));
}

enum exit_code run_decline(const struct invocation *invocation)
{
    const char *room = invocation->arguments[0];
    int reason = invocation_word(invocation, OPTION_REASON);
    const struct request request = {
        .op = OP_ROOM_DECLINE,
        .as.room_decline = {.room = id_parse(room, strlen(room)),
                            .reason = reason != NONE ? reason : DECLINE_WORD_NO_REASON}};
    if (request.as.room_decline.room == 0) {
        problem_tell(_("\"%s\" is no room; who has invited you is told by: penta invitations"),
                     room);
        return EXIT_CODE_USAGE;
    }
    return query_ask(invocation, QUERY_SELF, &request, show_declined);
}
