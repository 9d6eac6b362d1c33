/* SPDX-License-Identifier: MIT */
/*
 * The beginning and the end of the part's state.
 */
#include "server/core/desk/desk.h"

#include "base/memory.h"
#include "server/core/desk/address.h"
#include "server/core/desk/happen.h"
#include "server/core/desk/state.h"
#include "server/core/state.h"

#include <stdlib.h>

void desk_new(struct core *core, const struct listeners *listeners)
{
    core->desk = mem_zero(sizeof(*core->desk));
    happenings_init(core, listeners);
    addresses_init(core);
}

void desk_free(struct core *core)
{
    addresses_deinit(core);
    happenings_deinit(core);
    free(core->desk);
}

void desk_count(const struct core *core, struct core_counts *counts)
{
    counts->connections = core->desk->conns_by_id.count;
    counts->unsent_bytes = core->desk->unsent_bytes;
    counts->slow_readers = core->desk->meter.slow_readers;
    counts->thoughts = core->desk->meter.thoughts;
    counts->thoughts_cut = core->desk->meter.thoughts_cut;
}
