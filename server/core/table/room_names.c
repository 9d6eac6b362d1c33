/* SPDX-License-Identifier: MIT */
/*
 * Another name of a player, told at tables.
 */
#include "server/core/table/room_names.h"

#include "server/core/people/player.h"
#include "server/core/table/room.h"

#include <utlist.h>

static void tell_room(struct core *core, struct room *room,
                      const struct player_renamed_event *change)
{
    const struct room_renamed_event renamed = {
        .room = room->id, .before = change->before, .name = change->name};
    room_tell_event(core, room, EVENT_ROOM_RENAMED, &renamed);
}

/* To the player first, then at the tables, and at the other end of invitations. */
void room_name_changed(struct core *core, const struct name_change *change)
{
    struct player *player = change->player;
    const struct player_renamed_event renamed = {.before = change->before,
                                                 .name = player->known->name};
    const struct seat_link *link;
    player_tell(core, player, EVENT_PLAYER_RENAMED, &renamed);
    DL_FOREACH(player->seats, link) {
        tell_room(core, link->room, &renamed);
        if (link->room->invited.player != NULL)
            player_tell(core, link->room->invited.player, EVENT_PLAYER_RENAMED, &renamed);
        happen_room_changed(core, link->room->id);
        room_idle_check(core, link->room); /* a guest who has gone may be an account by now */
    }
    DL_FOREACH(player->invitations, link)
        tell_room(core, link->room, &renamed);
}
