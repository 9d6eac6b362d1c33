/* SPDX-License-Identifier: MIT */
/*
 * Commands about rooms.
 */
#include "server/core/meeting/invitation.h"
#include "server/core/meeting/lobby.h"
#include "server/core/meeting/quick.h"
#include "server/core/operations/against.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/conduct.h"
#include "server/core/people/login.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/people/ratings.h"
#include "server/core/people/spending.h"
#include "server/core/rules/text.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_end.h"
#include "server/core/table/room.h"
#include "server/core/table/room_chat.h"
#include "server/core/table/room_game.h"
#include "server/core/table/room_presence.h"
#include "server/core/table/room_watch.h"
#include "server/core/table/seating.h"
#include "server/core/table/sleep.h"
#include "server/core/table/view.h"
#include "server/core/turn/call.h"
#include "server/core/turn/stream.h"
#include "server/core/turn/writes.h"

#include <assert.h>

/* The room that a request names, and whether it may write. */
static int find_for_writing(struct call *call, uint64_t id, struct room **room_out)
{
    *room_out = room_find(call->core, id);
    if (*room_out == NULL)
        return ERR_NO_SUCH_ROOM;
    return writes_ready(call);
}

/* The connection is at a room where its player sits. */
static void note_place(const struct call *call, const struct room *room)
{
    if (room_seat_of(room, call_player(call)) >= 0)
        login_is_at(call->core, call->reply_to.conn, room_id(room));
}

static const struct stream *stream_here(const struct call *call, const struct room *room)
{
    return room_stream(call->core, room, call_player(call), call->reply_to.conn);
}

/* The room as the connection of the call is told of it. */
static const struct room_record *heard_room(const struct call *call, const struct room *room)
{
    return view_room_heard(call->core, room, stream_here(call, room));
}

/* ------------------------------------------------------------------ coming and going */

static uint64_t gate_of(const struct call *call, const struct room *room,
                        const struct player *player)
{
    uint64_t points = ratings_gate(call->core, player);
    uint64_t games = room_is_rated(room) ? rated_pairs_gate(call->core, player) : 0;
    return games > points ? games : points;
}

/* A game that begins tells the points of both, and a rated one asks how many the two began: the
 * batch that it waits for, or 0. */
static uint64_t points_gate(const struct call *call, const struct room *room)
{
    uint64_t gate = gate_of(call, room, call_player(call));
    for (int i = 0; i < ROOM_SEATS; i++) {
        const struct player *player = room_player(call->core, room, i);
        uint64_t other = player != NULL ? gate_of(call, room, player) : 0;
        gate = other > gate ? other : gate;
    }
    return gate;
}

/* Rooms of older servers, or of another configuration, may be rated without an end. */
static int check_terms(const struct call *call, const struct room *room)
{
    const struct room_terms terms = room_get_terms(room);
    return seating_check_terms(call->core, call_player(call), &terms);
}

static int join_by(struct call *call, uint64_t id,
                   int (*again)(struct call *call, uint64_t subject))
{
    struct room *room = NULL;
    struct player *player = call_player(call);
    if (sleepers_have(call->core, id))
        return ERR_ROOM_FULL;
    int status = find_for_writing(call, id, &room);
    if (status == 0 && points_gate(call, room) != 0)
        return asker_put_off(call, points_gate(call, room), id, again);
    if (status == 0)
        status = check_terms(call, room);
    if (status == 0 && room_is_public(room))
        status = player_conduct_check(call);
    if (status == 0 && room_is_one_too_many(call->core, player))
        status = ERR_TOO_MANY_ROOMS;
    if (status == 0)
        status = request_spend_bytes(call, REQUEST_GAME_BYTES);
    if (status == 0)
        status = room_join(call->core, room, player, &call->retry_after_ms);
    if (status != 0)
        return status;
    note_place(call, room);
    const struct room_join_reply reply = {.room = heard_room(call, room),
                                          .game = view_game(call->core, room_match(room))};
    return call_reply(call, &reply);
}

static int join_by_link(struct call *call, uint64_t id)
{
    return join_by(call, id, join_by_link);
}

/* By its name alone nobody joins a room that is kept for who has the link. */
static int join(struct call *call, uint64_t id)
{
    const struct room *room = room_find(call->core, id);
    if (room != NULL && room_link_keeps(room) && room_seat_of(room, call_player(call)) < 0)
        return ERR_NOT_INVITED;
    return join_by(call, id, join);
}

int command_room_join(struct call *call)
{
    const struct room_join_request *request = &call->request->room_join;
    if (request->link == NULL) {
        call->fault.field = request->room == 0 ? "room" : NULL;
        return request->room == 0 ? ERR_MISSING_FIELD : join(call, request->room);
    }
    const struct room *room = room_link_find(call->core, request->link);
    if (room == NULL)
        return ERR_NO_SUCH_LINK;
    if (!room_link_keeps(room) && room_seat_of(room, call_player(call)) < 0)
        return ERR_LINK_USED;
    return join_by_link(call, room_id(room));
}

/* The last lines, as far as they are for this player. */
static size_t view_chat(struct core *core, const struct room *room, const struct player *player,
                        struct chat_line_record **lines_out)
{
    struct chat_line_record *lines = arena_alloc(&core->arena, STORE_CHAT_LOADED * sizeof(*lines));
    struct store_line_place seen[STORE_CHAT_LOADED];
    size_t count = room_chat_seen(room, player, seen);
    for (size_t i = 0; i < count; i++)
        lines[i] = view_chat_line(room_chat_get(room, seen[i].n));
    *lines_out = lines;
    return count;
}

static bool is_watching(const struct call *call, const struct room *room)
{
    return room_is_watched_by(call->core, room, call->reply_to.conn);
}

static void watch_take_back(struct core *core, uint64_t conn, uint64_t id)
{
    struct room *room = room_find(core, id);
    if (room != NULL)
        room_watch_end(core, room, conn);
}

static int watch(struct call *call, uint64_t id)
{
    struct core *core = call->core;
    struct room *room = room_find(core, id);
    if (room == NULL)
        return ERR_NO_SUCH_ROOM;
    if (invitation_hides(room, call_player(call)))
        return ERR_NOT_INVITED;
    if (room_match(room) != NULL && match_is_settling(room_match(room)))
        return asker_put_off(call, match_settles_with(room_match(room)), id, watch);
    bool is_new = room_seat_of(room, call_player(call)) < 0 && !is_watching(call, room);
    if (is_new)
        room_watch(core, room, call_player(call), call->reply_to.conn);
    note_place(call, room);
    struct chat_line_record *chat;
    struct room_watch_reply reply = {.room = heard_room(call, room)};
    if (room_match(room) != NULL)
        reply.game = view_game(core, room_match(room));
    reply.chat_count = view_chat(core, room, call_player(call), &chat);
    reply.chat = chat;
    room_presence_shown(core, room, call_player(call));
    return call_reply_or(call, &reply, is_new ? watch_take_back : NULL, room_id(room));
}

int command_room_watch(struct call *call)
{
    uint64_t id = call->request->room_watch.room;
    return sleepers_have(call->core, id) ? sleep_wake_for(call, id, watch) : watch(call, id);
}

static int sync_whole(struct call *call, uint64_t id);

/* A request that had to wait has no `since` any more, and is told everything. */
static int sync_since(struct call *call, uint64_t id, int64_t since)
{
    struct core *core = call->core;
    struct room *room = room_find(core, id);
    if (room == NULL)
        return ERR_NO_SUCH_ROOM;
    const struct stream *stream = stream_here(call, room);
    if (stream == NULL)
        return ERR_NOT_IN_ROOM;
    struct room_sync_reply reply = {.whole = true};
    struct chat_line_record *chat = NULL;
    if (stream_resend(core, call->reply_to.conn, stream, since))
        reply.whole = false;
    else if (room_match(room) != NULL && match_is_settling(room_match(room)))
        return asker_put_off(call, match_settles_with(room_match(room)), id, sync_whole);
    if (reply.whole && room_match(room) != NULL)
        reply.game = view_game(core, room_match(room));
    if (reply.whole)
        reply.chat_count = view_chat(core, room, call_player(call), &chat);
    reply.chat = chat;
    reply.room = heard_room(call, room);
    room_presence_shown(core, room, call_player(call));
    return call_reply(call, &reply);
}

static int sync_whole(struct call *call, uint64_t id)
{
    return sync_since(call, id, NONE);
}

int command_room_sync(struct call *call)
{
    const struct room_sync_request *request = &call->request->room_sync;
    if (sleepers_have(call->core, request->room))
        return sleep_wake_for(call, request->room, sync_whole);
    return sync_since(call, request->room, request->since);
}

static void leave_take_back(struct core *core, uint64_t conn, uint64_t id)
{
    struct room *room = room_find(core, id);
    const struct player *player = login_player(core, conn);
    if (room != NULL && conn_is_open(core, conn) && room_seat_of(room, player) < 0)
        room_watch(core, room, player, conn);
}

int command_room_leave(struct call *call)
{
    const struct room_leave_request *request = &call->request->room_leave;
    struct room_leave_reply reply = {.left = true};
    struct room *room = room_find(call->core, request->room);
    if (room == NULL)
        return ERR_NO_SUCH_ROOM;
    int seat = room_seat_of(room, call_player(call));
    if (seat < 0 && !is_watching(call, room))
        return ERR_NOT_IN_ROOM;
    if (seat >= 0 && call->asker.token == RIGHTS_LOOK)
        return ERR_TOKEN_RIGHTS; /* only what it watches ends by it */
    login_is_at(call->core, call->reply_to.conn, 0);
    if (seat >= 0 && request->keeps_seat &&
        login_has_another_at(call_player(call), call->reply_to.conn, room_id(room))) {
        reply.left = false;
        return call_reply(call, &reply);
    }
    if (seat >= 0) {
        int status = writes_ready(call);
        if (status != 0)
            return status;
        room_leave(call->core, room, seat);
        call_reply(call, &reply);
    } else {
        room_watch_end(call->core, room, call->reply_to.conn);
        call_reply_or(call, &reply, leave_take_back, room_id(room));
    }
    return 0;
}

/* Watchers whom a player of the table has blocked do not talk to those around that player. */
static bool is_blocked_at(const struct core *core, const struct room *room,
                          const struct player *speaker)
{
    for (int i = 0; i < ROOM_SEATS; i++) {
        const struct player *player = room_player(core, room, i);
        if (player != NULL && player_has_blocked(player, player_id(speaker)))
            return true;
    }
    return false;
}

/* Those who watch are many, and the room is one. */
static int check_heard(struct call *call, const struct room *room)
{
    call->retry_after_ms = receiver_spend(call->core, room_id(room), call->reply_to.conn);
    return call->retry_after_ms > 0 ? ERR_RATE_LIMITED : 0;
}

int command_room_say(struct call *call)
{
    const struct room_say_request *request = &call->request->room_say;
    struct room *room = NULL;
    int status = find_for_writing(call, request->room, &room);
    if (status != 0)
        return status;
    bool is_seated = room_seat_of(room, call_player(call)) >= 0;
    if (!is_seated && !is_watching(call, room))
        return ERR_NOT_IN_ROOM;
    status = moderation_check_mute(call);
    if (status == 0 && !is_seated && is_blocked_at(call->core, room, call_player(call)))
        status = ERR_BLOCKED;
    if (status != 0)
        return status;
    const char *text = text_of_line(&call->core->arena, request->text);
    call->fault.field = "text";
    if (text_is_blank(text))
        return ERR_OUT_OF_RANGE;
    call->fault.field = NULL;
    status = moderation_check_words(call, text);
    if (status == 0 && !is_seated)
        status = check_heard(call, room);
    if (status != 0)
        return status;
    const struct room_chat_line *line = room_say(call->core, room, call_player(call), text);
    return call_reply(call, &(struct room_say_reply){.n = room_chat_n(line)});
}

int command_room_claim(struct call *call)
{
    struct room *room = NULL;
    int status = find_for_writing(call, call->request->room_claim.room, &room);
    if (status != 0)
        return status;
    if (room_seat_of(room, call_player(call)) < 0)
        return ERR_NOT_SEATED;
    if (!room_is_playing(room))
        return ERR_NO_GAME;
    enum seat seat = match_seat_of(room_match(room), call->asker.player);
    status = match_claim(call->core, room, seat, &call->retry_after_ms);
    if (status != 0)
        return status;
    return call_reply(call, &call_nothing);
}

/* About as long as an action is in a list. */
#define ACTION_BYTES 4

/* Whether what was laid out before the game may be laid out now. */
static int check_given(const struct call *call, const struct match *match)
{
    struct game from;
    int status = game_replay(&from, match_game(match)->variant, game_actions(match_game(match)),
                             match_given(match));
    assert(status == 0);
    return seating_check_help(call->core, call_player(call), &from);
}

/* One more game against a computer, after this one. What was laid out before that is stored again,
 * and counts as if it had been sent again. */
static int check_again(struct call *call, const struct match *before)
{
    int status = against_check_more(call);
    if (status == 0 && match_given(before) > 0)
        status = check_given(call, before);
    if (status == 0 && match_given(before) > 0)
        status = request_spend_bytes(call, match_given(before) * (size_t)ACTION_BYTES);
    return status;
}

static int rematch(struct call *call, uint64_t id)
{
    struct room *room = NULL;
    int status = find_for_writing(call, id, &room);
    if (status != 0)
        return status;
    if (points_gate(call, room) != 0)
        return asker_put_off(call, points_gate(call, room), id, rematch);
    int seat = room_seat_of(room, call_player(call));
    if (seat < 0)
        return ERR_NOT_SEATED;
    note_place(call, room);
    const struct match *before = room_match(room);
    bool has_computer = before != NULL && match_has_computer(before);
    /* Of an offer nothing stays. */
    bool begins = has_computer || room_rematch_offer(room) == 1 - seat;
    status = check_terms(call, room);
    if (status == 0 && has_computer && match_is_over(before))
        status = check_again(call, before);
    if (status == 0 && begins)
        status = request_spend_bytes(call, REQUEST_GAME_BYTES);
    if (status != 0)
        return status;
    status = room_rematch(call->core, room, seat, &call->retry_after_ms);
    if (status != 0)
        return status;
    struct room_rematch_reply reply = {0};
    if (room_match(room) != before)
        reply.game = view_game(call->core, room_match(room));
    if (has_computer)
        against_note_origin(call, room_match(room));
    return call_reply(call, &reply);
}

static int refuse_rematch(struct call *call, uint64_t id)
{
    struct room *room = NULL;
    int status = find_for_writing(call, id, &room);
    if (status != 0)
        return status;
    int seat = room_seat_of(room, call_player(call));
    status = seat >= 0 ? room_rematch_refuse(call->core, room, seat) : ERR_NOT_SEATED;
    if (status == 0)
        call_reply(call, &call_nothing);
    return status;
}

int command_room_rematch(struct call *call)
{
    const struct room_rematch_request *request = &call->request->room_rematch;
    return request->refuse ? refuse_rematch(call, request->room) : rematch(call, request->room);
}

/* ------------------------------------------------------------------ lists of rooms */

/* Both requests have the same fields. */
#define FILTER_OF(request)                                                                         \
    (struct lobby_filter)                                                                          \
    {                                                                                              \
        (request)->variant, (request)->stakes, (request)->clock_kind, (request)->min_rating,       \
            (request)->max_rating                                                                  \
    }

/* A page of rooms, the newest first. */
struct page {
    const struct player *player; /* who asks */
    struct lobby_filter filter;
    uint64_t before; /* 0: from the newest on */
    size_t limit;
    int state;      /* room.list: NONE for all */
    bool is_tended; /* room.list: only what somebody tends */
    bool is_lobby;  /* only what can be joined */
    bool has_more;  /* filled in */
    size_t count;   /* filled in */
    struct room_record *rooms;
};

/* Whether a game may come of the room, or goes on there. */
static bool is_tended(const struct core *core, const struct room *room)
{
    if (room_state_word(room) == ROOM_STATE_WORD_OVER)
        return false;
    for (int i = 0; i < ROOM_SEATS; i++)
        if (room_player_id(room, i) != 0 && player_is_here(room_player(core, room, i)))
            return true;
    return room_clock(room)->kind == CLOCK_CORRESPONDENCE;
}

static bool page_takes(const struct core *core, const struct page *page, const struct room *room)
{
    if (room_is_closed(room) || (page->before != 0 && room_id(room) >= page->before))
        return false;
    if (page->is_lobby)
        return lobby_shows(core, page->player, &page->filter, room);
    if (page->state != NONE && page->state != room_state_word(room))
        return false;
    if (page->is_tended && !is_tended(core, room))
        return false;
    return !invitation_hides(room, page->player) && lobby_filter_takes(core, &page->filter, room);
}

static void page_fill(struct core *core, struct page *page)
{
    struct room *room = room_newest(core);
    page->rooms = arena_alloc(&core->arena, page->limit * sizeof(*page->rooms));
    for (; room != NULL && !page->has_more; room = room_older(core, room)) {
        if (!page_takes(core, page, room)) {
            if (page->is_lobby)
                lobby_passed_over(core, room);
            continue;
        }
        page->has_more = page->count == page->limit;
        if (page->has_more)
            return;
        struct room_record *record = &page->rooms[page->count++];
        *record = *view_room(core, room);
        if (page->is_lobby)
            lobby_listed(core, page->player, room, record);
    }
}

int command_room_list(struct call *call)
{
    const struct room_list_request *request = &call->request->room_list;
    struct page page = {.player = call_player(call),
                        .filter = FILTER_OF(request),
                        .before = request->before,
                        .limit = (size_t)request->limit,
                        .state = request->state,
                        .is_tended = request->tended};
    page_fill(call->core, &page);
    const struct room_list_reply reply = {
        .rooms = page.rooms, .rooms_count = page.count, .more = page.has_more};
    return call_reply(call, &reply);
}

int command_lobby_watch(struct call *call)
{
    const struct lobby_watch_request *request = &call->request->lobby_watch;
    struct core *core = call->core;
    uint64_t was = lobby_pack(call->core, call->reply_to.conn);
    struct page page = {.player = call_player(call),
                        .filter = FILTER_OF(request),
                        .before = request->before,
                        .limit = (size_t)request->limit,
                        .is_lobby = true};
    page_fill(core, &page);
    lobby_watch(core, call->reply_to.conn, page.player, &page.filter);
    const struct waiting_record *waiting;
    size_t waiting_count = quick_waiting(core, page.player, &page.filter, &waiting);
    const struct present_record *here;
    size_t here_count = here_accounts(core, page.player, &here);
    const struct lobby_watch_reply reply = {.rooms = page.rooms,
                                            .rooms_count = page.count,
                                            .more = page.has_more,
                                            .waiting = waiting,
                                            .waiting_count = waiting_count,
                                            .here = here,
                                            .here_count = here_count,
                                            .guests = (int64_t)here_guests(core),
                                            .players = (int64_t)players_here(core),
                                            .games = (int64_t)lobby_games(core)};
    return call_reply_or(call, &reply, lobby_unpack, was);
}

int command_lobby_leave(struct call *call)
{
    uint64_t was = lobby_pack(call->core, call->reply_to.conn);
    if (!lobby_is_watched_by(call->core, call->reply_to.conn))
        return ERR_NOT_IN_LOBBY;
    lobby_conn_parted(call->core, call->reply_to.conn);
    return call_reply_or(call, &call_nothing, lobby_unpack, was);
}
