/* SPDX-License-Identifier: MIT */
/*
 * Commands about which rooms there are: room.list, lobby.watch, lobby.leave.
 */
#include "server/core/meeting/invitation.h"
#include "server/core/meeting/lobby.h"
#include "server/core/meeting/quick.h"
#include "server/core/operations/request.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/table/room.h"
#include "server/core/table/seating.h"
#include "server/core/table/view.h"
#include "server/core/turn/call.h"

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
    call_reply(call, &reply);
    return 0;
}

int command_lobby_watch(struct call *call)
{
    const struct lobby_watch_request *request = &call->request->lobby_watch;
    struct core *core = call->core;
    uint64_t was = lobby_pack(call->core, call->origin.conn);
    struct page page = {.player = call_player(call),
                        .filter = FILTER_OF(request),
                        .before = request->before,
                        .limit = (size_t)request->limit,
                        .is_lobby = true};
    page_fill(core, &page);
    lobby_watch(core, call->origin.conn, page.player, &page.filter);
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
    call_reply_or(call, &reply, lobby_unpack, was);
    return 0;
}

int command_lobby_leave(struct call *call)
{
    const struct lobby_leave_reply reply = {0};
    uint64_t was = lobby_pack(call->core, call->origin.conn);
    if (!lobby_is_watched_by(call->core, call->origin.conn))
        return ERR_NOT_IN_LOBBY;
    lobby_conn_parted(call->core, call->origin.conn);
    call_reply_or(call, &reply, lobby_unpack, was);
    return 0;
}
