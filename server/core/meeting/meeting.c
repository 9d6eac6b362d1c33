/* SPDX-License-Identifier: MIT */
/*
 * The beginning and the end of the part's state.
 */
#include "server/core/meeting/meeting.h"

#include "base/memory.h"
#include "server/core/desk/conn.h"
#include "server/core/meeting/invitation.h"
#include "server/core/meeting/lobby.h"
#include "server/core/meeting/quick.h"
#include "server/core/meeting/state.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/state.h"
#include "server/core/table/room_watch.h"
#include "server/core/table/seating.h"

#include <stdlib.h>

void meeting_new(struct core *core)
{
    core->meeting = mem_zero(sizeof(*core->meeting));
}

void meeting_free(struct core *core)
{
    lobby_deinit(core);
    quick_deinit(core);
    bells_deinit(core);
    free(core->meeting);
}

/* ------------------------------------------------------------------ connections that only ask */

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
