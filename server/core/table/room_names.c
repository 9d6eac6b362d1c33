/* SPDX-License-Identifier: MIT */
/*
 * Another name of a player, told at tables.
 */
#include "server/core/table/room_names.h"

#include "server/core/people/player.h"
#include "server/core/table/room.h"
#include "server/core/table/sitter.h"
#include "server/core/table/state.h"

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
                                                 .name = player_name(player)};
    struct room *room;
    player_tell(core, player, EVENT_PLAYER_RENAMED, &renamed);
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++) {
        tell_room(core, room, &renamed);
        if (room->invited != 0)
            player_tell(core, room_invited_player(core, room), EVENT_PLAYER_RENAMED, &renamed);
        happen_room_changed(core, room->id);
        room_idle_check(core, room); /* a guest who has gone may be an account by now */
    }
    for (size_t at = 0; (room = sitter_invitation(core, player_id(player), at)) != NULL; at++)
        tell_room(core, room, &renamed);
}
