/* SPDX-License-Identifier: MIT */
/*
 * Another name of a player, told at tables.
 */
#include "server/core/table/room_names.h"

#include "server/core/people/player.h"
#include "server/core/table/room.h"
#include "server/core/table/room_invited.h"
#include "server/core/turn/outbox.h"

#include <utlist.h>

/* To the player's own connections first, then to everybody else at the tables, and at the other end
 * of invitations. */
void room_name_changed(struct core *core, const struct name_change *change)
{
    const struct player *player = change->player;
    const struct player_renamed_event renamed = {.before = change->before,
                                                 .name = player->known->name};
    struct frame *frame = frame_event(core, EVENT_PLAYER_RENAMED, &renamed);
    const struct seat_link *link;
    player_push(core, player, change->own, frame);
    DL_FOREACH(player->seats, link) {
        room_tell_others(core, link->room, player, frame);
        room_invited_push(core, link->room, frame);
        happen_room_changed(core, link->room->id);
    }
    DL_FOREACH(player->invitations, link)
        room_tell_others(core, link->room, player, frame);
    frame_release(core, frame);
}
