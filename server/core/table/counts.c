/* SPDX-License-Identifier: MIT */
/*
 * Counting what is in memory.
 */
#include "server/core/table/counts.h"

#include "server/core/state.h"
#include "server/core/table/match.h"
#include "server/core/table/sleepers.h"

struct core_counts counts_take(const struct core *core)
{
    return (struct core_counts){
        .connections = core->conns_by_id.count,
        .players = core->players_by_id.count,
        .rooms = core->rooms_by_id.count,
        .games = matches_in_progress(core),
        .asleep = sleepers_count(core),
        .held_bytes = core->held_bytes,
        .unsent_bytes = core->unsent_bytes,
        .slow_readers = core->meter.slow_readers,
        .thoughts = core->meter.thoughts,
        .thoughts_cut = core->meter.thoughts_cut,
    };
}
