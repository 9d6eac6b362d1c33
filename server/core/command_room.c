/* SPDX-License-Identifier: MIT */
/*
 * Commands about rooms.
 */
#include "server/core/match.h"
#include "server/core/order.h"
#include "server/core/player.h"
#include "server/core/request.h"
#include "server/core/room.h"
#include "server/core/sleep.h"
#include "server/core/text.h"
#include "server/core/view.h"
#include "server/core/writes.h"

/* Rated games are between registered players. */
static int check_rated(const struct player *player, bool rated, const struct variant *variant)
{
    if (!rated)
        return 0;
    if (!variant->can_be_rated)
        return ERR_CANNOT_BE_RATED;
    return player->state.kind == PLAYER_REGISTERED ? 0 : ERR_ACCOUNT_REQUIRED;
}

/* The room that a request names, and whether it may write. */
static int find_for_writing(struct call *call, uint64_t id, struct room **room_out)
{
    *room_out = room_find(call->core, id);
    if (*room_out == NULL)
        return ERR_NO_SUCH_ROOM;
    return writes_ready(call);
}

/* The time control of a request; none when left out. */
static int read_clock(struct call *call, const struct clock_record *clock,
                      struct time_control *control_out)
{
    *control_out = (struct time_control){.kind = CLOCK_NONE};
    if (clock == NULL)
        return 0;
    *control_out = (struct time_control){
        .kind = (enum clock_kind)clock->kind,
        .main_ms = clock->main_ms,
        .increment_ms = clock->increment_ms,
        .period_ms = clock->period_ms,
        .periods = (int)clock->periods,
    };
    if (time_control_is_valid(control_out))
        return 0;
    call->fault.field = "clock";
    return ERR_BAD_CLOCK;
}

int command_room_open(struct call *call)
{
    const struct room_open_request *request = &call->request->room_open;
    struct player *player = call->conn->player;
    struct room_terms terms = {
        .variant = request->variant, .rated = request->rated, .first = request->first};
    int status = read_clock(call, request->clock, &terms.clock);
    if (status == 0)
        status = check_rated(player, request->rated, request->variant);
    if (status == 0)
        status = writes_ready(call);
    if (status != 0)
        return status;
    if (room_is_one_too_many(call->core, player))
        return ERR_TOO_MANY_ROOMS;
    const struct room *room = room_open(call->core, player, &terms);
    const struct room_open_reply reply = {.room = view_room(call->core, room)};
    call_reply(call, &reply);
    return 0;
}

/* ------------------------------------------------------------------ the list */

/* Whether the room is one of those asked for. */
static bool is_listed(const struct room *room, const struct room_list_request *request)
{
    if (room->state.is_closed)
        return false;
    if (request->variant != NULL && request->variant != room->variant)
        return false;
    if (request->before != 0 && room->id >= request->before)
        return false;
    return request->state == NONE || request->state == room_state_word(room);
}

/* Rooms are in a circular-ended list: the first one's prev is the last. */
static const struct room *room_before(const struct core *core, const struct room *room)
{
    return room == core->rooms_in_order ? NULL : room->prev;
}

int command_room_list(struct call *call)
{
    struct core *core = call->core;
    const struct room_list_request *request = &call->request->room_list;
    size_t limit = (size_t)request->limit;
    struct room_record *rooms = arena_alloc(&core->arena, limit * sizeof(*rooms));
    size_t count = 0;
    bool has_more = false;
    const struct room *room = core->rooms_in_order != NULL ? core->rooms_in_order->prev : NULL;
    for (; room != NULL && !has_more; room = room_before(core, room)) {
        if (!is_listed(room, request))
            continue;
        has_more = count == limit;
        if (!has_more)
            rooms[count++] = *view_room(core, room);
    }
    const struct room_list_reply reply = {.rooms = rooms, .rooms_count = count, .more = has_more};
    call_reply(call, &reply);
    return 0;
}

/* ------------------------------------------------------------------ coming and going */

int command_room_join(struct call *call)
{
    struct room *room = NULL;
    struct player *player = call->conn->player;
    if (sleep_has_room(call->core, call->request->room_join.room))
        return ERR_ROOM_FULL;
    int status = find_for_writing(call, call->request->room_join.room, &room);
    if (status == 0)
        status = check_rated(player, room->rated, room->variant);
    if (status == 0 && room_is_one_too_many(call->core, player))
        status = ERR_TOO_MANY_ROOMS;
    if (status == 0)
        status = room_join(call->core, room, player);
    if (status != 0)
        return status;
    const struct room_join_reply reply = {.room = view_room(call->core, room),
                                          .game = view_game(call->core, room->state.match)};
    call_reply(call, &reply);
    return 0;
}

/* The last lines, but for what somebody said whom the viewer has blocked. */
static size_t view_chat(struct core *core, const struct room *room, const struct player *viewer,
                        struct chat_line_record **lines_out)
{
    struct chat_line_record *lines = arena_alloc(&core->arena, STORE_CHAT_LOADED * sizeof(*lines));
    size_t count = 0;
    uint32_t last = room->state.chat_count;
    uint32_t first = last > STORE_CHAT_LOADED ? last - STORE_CHAT_LOADED + 1 : 1;
    for (uint32_t n = first; n <= last; n++) {
        const struct room_chat_line *line = room_chat_get(room, n);
        if (line != NULL && !player_has_blocked(viewer, line->player))
            lines[count++] = view_chat_line(line);
    }
    *lines_out = lines;
    return count;
}

static void watch_take_back(struct core *core, struct conn *conn, uint64_t id)
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
    bool is_new =
        room_seat_of(room, call->conn->player) < 0 && !room_is_watched_by(room, call->conn);
    if (is_new)
        room_watch(core, room, call->conn);
    struct chat_line_record *chat;
    struct room_watch_reply reply = {.room = view_room(core, room)};
    if (room->state.match != NULL)
        reply.game = view_game(core, room->state.match);
    reply.chat_count = view_chat(core, room, call->conn->player, &chat);
    reply.chat = chat;
    call_reply_or(call, &reply, is_new ? watch_take_back : NULL, room->id);
    return 0;
}

int command_room_watch(struct call *call)
{
    uint64_t id = call->request->room_watch.room;
    return sleep_has_room(call->core, id) ? sleep_wake_for(call, id, watch) : watch(call, id);
}

static void leave_take_back(struct core *core, struct conn *conn, uint64_t id)
{
    struct room *room = room_find(core, id);
    if (room != NULL && room_seat_of(room, conn->player) < 0)
        room_watch(core, room, conn);
}

int command_room_leave(struct call *call)
{
    const struct room_leave_reply reply = {0};
    struct room *room = room_find(call->core, call->request->room_leave.room);
    if (room == NULL)
        return ERR_NO_SUCH_ROOM;
    int seat = room_seat_of(room, call->conn->player);
    if (seat < 0 && !room_is_watched_by(room, call->conn))
        return ERR_NOT_IN_ROOM;
    if (seat >= 0) {
        int status = writes_ready(call);
        if (status != 0)
            return status;
        if (room_state_word(room) == ROOM_STATE_WORD_PLAYING)
            match_fall(call->core, room); /* time was up before this came */
        room_leave(call->core, room, seat);
        call_reply(call, &reply);
    } else {
        room_watch_end(call->core, room, call->conn);
        call_reply_or(call, &reply, leave_take_back, room->id);
    }
    return 0;
}

int command_room_say(struct call *call)
{
    const struct room_say_request *request = &call->request->room_say;
    struct room *room = NULL;
    int status = find_for_writing(call, request->room, &room);
    if (status != 0)
        return status;
    if (room_seat_of(room, call->conn->player) < 0 && !room_is_watched_by(room, call->conn))
        return ERR_NOT_IN_ROOM;
    status = order_check_mute(call);
    if (status != 0)
        return status;
    const struct room_chat_line *line =
        room_say(call->core, room, call->conn->player,
                 text_without_controls(&call->core->arena, request->text));
    const struct room_say_reply reply = {.n = line->n};
    call_reply(call, &reply);
    return 0;
}

int command_room_claim(struct call *call)
{
    const struct room_claim_reply reply = {0};
    struct room *room = NULL;
    int status = find_for_writing(call, call->request->room_claim.room, &room);
    if (status != 0)
        return status;
    if (room_seat_of(room, call->conn->player) < 0)
        return ERR_NOT_SEATED;
    if (room_state_word(room) != ROOM_STATE_WORD_PLAYING)
        return ERR_NO_GAME;
    enum seat seat = match_seat_of(room->state.match, call->conn->player->id);
    status = match_claim(call->core, room, seat, &call->retry_after_ms);
    if (status != 0)
        return status;
    call_reply(call, &reply);
    return 0;
}

int command_room_rematch(struct call *call)
{
    struct room *room = NULL;
    int status = find_for_writing(call, call->request->room_rematch.room, &room);
    if (status != 0)
        return status;
    int seat = room_seat_of(room, call->conn->player);
    if (seat < 0)
        return ERR_NOT_SEATED;
    const struct match *before = room->state.match;
    status = room_rematch(call->core, room, seat);
    if (status != 0)
        return status;
    struct room_rematch_reply reply = {0};
    if (room->state.match != before)
        reply.game = view_game(call->core, room->state.match);
    call_reply(call, &reply);
    return 0;
}
