/* SPDX-License-Identifier: MIT */
/*
 * The bound of what waits for connections that only ask.
 */
#include "server/core/meeting/excess.h"

#include "server/core/desk/unsent.h"
#include "server/core/meeting/lobby.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/table/room_watch.h"
#include "server/core/table/sitter.h"

static bool only_asks(const struct core *core, uint64_t conn)
{
    const struct player *player = login_player(core, conn);
    bool sits = player != NULL && sitter_room_count(core, player_id(player)) > 0;
    return !sits && !room_watches_any(core, conn) && !lobby_is_watched_by(core, conn);
}

void excess_output_waits(struct core *core, uint64_t conn)
{
    if (only_asks(core, conn))
        unsent_cut(core, conn, "output_bytes_asking");
}
