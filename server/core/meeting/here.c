/* SPDX-License-Identifier: MIT */
/*
 * Players who are here, as server/core/meeting/here.h describes them.
 */
#include "server/core/meeting/here.h"

#include "server/core/meeting/state.h"
#include "server/core/people/known.h"
#include "server/core/people/player.h"
#include "server/core/people/presence.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/room.h"
#include "server/core/table/sitter.h"

#include <utlist.h>

#define COUNT_MS 1000

static bool is_playing(const struct core *core, const struct player *player)
{
    struct room *room;
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++)
        if (room_is_playing(room) && match_is_real_time(room_match(room)))
            return true;
    return false;
}

static bool is_told(const struct player *asker, const struct player *player)
{
    return player != asker && player_is_registered(player) && player_is_connected(player) &&
           !players_are_apart(asker, player);
}

/* From the last one backwards: those who came last are among the last. */
size_t here_accounts(struct core *core, const struct player *asker,
                     const struct present_record **accounts_out)
{
    struct present_record *accounts = arena_alloc(&core->arena, HERE_NAMES_MAX * sizeof(*accounts));
    size_t count = 0;
    const struct player *player = player_newest(core);
    while (player != NULL && count < HERE_NAMES_MAX) {
        if (is_told(asker, player))
            accounts[count++] = (struct present_record){.name = player_name(player),
                                                        .playing = is_playing(core, player)};
        player = player_older(core, player);
    }
    *accounts_out = accounts;
    return count;
}

size_t here_guests(struct core *core)
{
    const struct player *player;
    int64_t now_ms = core->now.mono_ms;
    if (core->meeting->guests_counted_ms != 0 &&
        now_ms - core->meeting->guests_counted_ms < COUNT_MS)
        return core->meeting->guests_counted;
    core->meeting->guests_counted_ms = now_ms;
    core->meeting->guests_counted = 0;
    for (player = player_newest(core); player != NULL; player = player_older(core, player))
        core->meeting->guests_counted +=
            player_is_connected(player) && known_is_guest(player_known(player)) ? 1 : 0;
    return core->meeting->guests_counted;
}
