/* SPDX-License-Identifier: MIT */
/*
 * Who of a table's players is there, and how far away. Nothing of it is stored; what was told and
 * waited for a commit that failed is told again.
 */
#include "server/core/room.h"

#include "server/core/lag.h"
#include "server/core/lobby.h"
#include "server/core/match.h"
#include "server/core/player.h"
#include "server/core/sleep.h"
#include "server/core/writes.h"

#include <utlist.h>

static int64_t clock_waits_ms(const struct core *core, const struct match *match,
                              const struct player *player)
{
    bool is_next = match != NULL && match_seat_of(match, player->id) != SEAT_NONE &&
                   match_seat_of(match, player->id) == game_to_act(&match->game);
    return is_next ? match_waits_ms(core, match) : 0;
}

void room_tell_presence(struct core *core, struct room *room, const struct player *player)
{
    room->presence_gate = writes_gate(core);
    const struct room_presence_event presence = {
        .room = room->id,
        .name = player->name,
        .connected = player_is_connected(player),
        .claim_in_ms = match_claim_in_ms(core, room->state.match, player),
        .lag_ms = lag_of_player(player),
        .clock_waits_ms = clock_waits_ms(core, room->state.match, player),
    };
    room_tell_event(core, room, EVENT_ROOM_PRESENCE, &presence);
}

void room_presence_changed(struct core *core, struct room *room, const struct player *player)
{
    if (room->state.match != NULL) {
        if (player_is_connected(player))
            match_returned(core, room->state.match, player);
        match_deadline_update(core, room->state.match);
    }
    room_tell_presence(core, room, player);
    lobby_room_changed(core, room);
    sleep_check(core, room);
    room_idle_check(core, room);
}

void rooms_presence_again(struct core *core, uint64_t failed)
{
    struct room *room;
    DL_FOREACH(core->rooms, room)
    {
        if (room->state.is_closed)
            continue;
        if (room->watch_count_gate >= failed)
            room_watchers_tell_again(core, room);
        if (room->presence_gate < failed)
            continue;
        for (int i = 0; i < ROOM_SEATS; i++)
            if (room->links[i].player != NULL)
                room_tell_presence(core, room, room->links[i].player);
        lobby_room_changed(core, room);
    }
}
