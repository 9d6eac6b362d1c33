/* SPDX-License-Identifier: MIT */
/*
 * player.days_off: the tables at which the player is to act wait, and all of the player's games of
 * days are told. A player who is connected has no table that sleeps, so these are all there are.
 */
#include "server/core/desk/happen.h"
#include "server/core/operations/request.h"
#include "server/core/people/days_off.h"
#include "server/core/people/player.h"
#include "server/core/table/match_play.h"
#include "server/core/table/room.h"
#include "server/core/table/sitter.h"
#include "server/core/turn/call.h"
#include "server/core/turn/writes.h"

#include <utlist.h>

static void apply(struct core *core, const struct player *player, int64_t later_ms)
{
    struct room *room;
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++)
        if (room_is_playing(room))
            match_days_off(core, room, player, later_ms);
    if (sitter_room_count(core, player_id(player)) > 0)
        happen_presence_changed(core, player_id(player));
}

int command_player_days_off(struct call *call)
{
    struct core *core = call->core;
    struct player *player = call_player(call);
    int64_t later_ms = 0;
    int status = writes_ready(call);
    if (status == 0)
        status =
            player_days_off_set(core, player, (int)call->request->player_days_off.days, &later_ms);
    if (status != 0)
        return status;
    apply(core, player, later_ms);
    const struct player_days_off_reply reply = {
        .off_until = player_days_off_until(core, &player_past(player)->days_off),
        .left = player_days_off_left(core, player)};
    call_reply(call, &reply);
    return 0;
}
