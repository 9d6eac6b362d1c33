/* SPDX-License-Identifier: MIT */
/*
 * Commands about links of rooms: room.link makes one, room.look says where it leads.
 */
#include "server/core/operations/request.h"
#include "server/core/people/player.h"
#include "server/core/table/room.h"
#include "server/core/table/room_link.h"
#include "server/core/table/sitter.h"
#include "server/core/table/view.h"
#include "server/core/turn/call.h"
#include "server/core/turn/writes.h"

int command_room_link(struct call *call)
{
    struct core *core = call->core;
    struct room *room = room_find(core, call->request->room_link.room);
    char link[ROOM_LINK_SIZE];
    if (room == NULL)
        return ERR_NO_SUCH_ROOM;
    int status = writes_ready(call);
    if (status != 0)
        return status;
    if (room_seat_of(room, call_player(call)) < 0)
        return ERR_NOT_SEATED;
    if (!room_link_keeps(room))
        return ERR_NO_LINK;
    room_touch(core, room);
    room_link_renew(core, room, link);
    room__reindex(core, room);
    room__write(core, room);
    const struct room_link_reply reply = {.link = link, .ends_in_ms = core->options.slow_answer_ms};
    call_reply(call, &reply);
    return 0;
}

/* A look takes nothing, so programs that look at links for people take no seats. */
int command_room_look(struct call *call)
{
    const struct player *player = call_player(call);
    struct room *room = room_link_find(call->core, call->request->room_look.link);
    if (room == NULL)
        return ERR_NO_SUCH_LINK;
    bool is_seated = room_seat_of(room, player) >= 0;
    if (!is_seated && !room_link_keeps(room))
        return ERR_LINK_USED;
    const struct player *opener = room_player(call->core, room, 0);
    if (!is_seated && opener != NULL && players_are_apart(player, opener))
        return ERR_BLOCKED;
    const struct room_look_reply reply = {.room = view_room(call->core, room)};
    call_reply(call, &reply);
    return 0;
}
