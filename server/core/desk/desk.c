/* SPDX-License-Identifier: MIT */
/*
 * The beginning and the end of the part's state.
 */
#include "server/core/desk/desk.h"

#include "base/getter.h"
#include "base/memory.h"
#include "server/core/desk/address.h"
#include "server/core/desk/happen.h"
#include "server/core/desk/state.h"
#include "server/core/state.h"

#include <stdlib.h>

void desk_new(struct core *core, const struct subscribers *subscribers)
{
    core->desk = mem_zero(sizeof(*core->desk));
    happenings_init(core, subscribers);
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

/* ------------------------------------------------------------------ counters */

static const int64_t bounds_ms[CORE_COMMIT_BOUNDS] = {CORE_COMMIT_BOUNDS_MS};

void meter_request(struct core *core, enum op op)
{
    core->desk->meter.requests[op]++;
}

void meter_error(struct core *core, int error)
{
    core->desk->meter.errors[-1 - error]++;
}

void meter_thought(struct core *core, bool was_cut)
{
    core->desk->meter.thoughts++;
    core->desk->meter.thoughts_cut += was_cut ? 1 : 0;
}

void meter_submitted(struct core *core)
{
    core->desk->meter.submitted_ms = core->now.mono_ms;
}

void meter_committed(struct core *core, bool is_stored)
{
    struct core_commits *commits = &core->desk->meter.commits;
    int64_t took_ms = core->now.mono_ms - core->desk->meter.submitted_ms;
    size_t bucket = 0;
    while (bucket < CORE_COMMIT_BOUNDS && took_ms > bounds_ms[bucket])
        bucket++;
    commits->by_ms[bucket]++;
    commits->sum_ms += (uint64_t)took_ms;
    commits->failed += is_stored ? 0 : 1;
}

void core_each_request(const struct core *core, core_tally_fn *each, void *ctx)
{
    for (int op = 0; op < OP_COUNT; op++)
        if (core->desk->meter.requests[op] > 0)
            each(ctx, op_info((enum op)op)->wire, core->desk->meter.requests[op]);
}

void core_each_error(const struct core *core, core_tally_fn *each, void *ctx)
{
    for (int i = 0; i < ERROR_COUNT; i++)
        if (core->desk->meter.errors[i] > 0)
            each(ctx, error_code(-1 - i), core->desk->meter.errors[i]);
}

GETTER(struct core_commits, core_commits, core, core->desk->meter.commits)
