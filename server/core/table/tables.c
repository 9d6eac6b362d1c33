/* SPDX-License-Identifier: MIT */
/*
 * The beginning and the end of the part's state.
 */
#include "server/core/table/tables.h"

#include "base/memory.h"
#include "server/core/desk/desk.h"
#include "server/core/people/player.h"
#include "server/core/state.h"
#include "server/core/table/computers.h"
#include "server/core/table/match.h"
#include "server/core/table/room.h"
#include "server/core/table/room_watch.h"
#include "server/core/table/seating.h"
#include "server/core/table/sleep.h"
#include "server/core/table/state.h"

#include <stdlib.h>

void tables_new(struct core *core)
{
    core->tables = mem_zero(sizeof(*core->tables));
}

void tables_free(struct core *core)
{
    room_watchers_deinit(core);
    rooms_free(core);
    sleepers_free(core);
    matches_free(core);
    experience_free(core);
    rated_pairs_free(core);
    remembered_deinit(&core->tables->due_sides);
    remembered_deinit(&core->tables->rated_gates);
    free(core->tables);
}

struct core_counts core_count(const struct core *core)
{
    struct core_counts counts = {
        .rooms = core->tables->rooms_by_id.count,
        .games = matches_in_progress(core),
        .asleep = sleepers_count(core),
        .held_bytes = core_held_bytes(core),
    };
    desk_count(core, &counts);
    people_count(core, &counts);
    return counts;
}

bool tables_need_uptime(const struct core *core)
{
    return core->tables->slow_matches > 0 || core->tables->sleepers != NULL ||
           deadlines_first(&core->tables->answer_deadlines) != NULL;
}
