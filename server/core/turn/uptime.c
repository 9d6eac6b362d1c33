/* SPDX-License-Identifier: MIT */
/*
 * The uptime: monotonic time since it went on, and what there was before.
 */
#include "server/core/turn/uptime.h"

#include "server/core/turn/state.h"
#include "server/core/turn/writes.h"

void uptime_start(struct core *core, int64_t stored_ms)
{
    core->turn->uptime = (struct uptime){
        .base_ms = stored_ms, .since_mono_ms = core->now.mono_ms, .marked_ms = stored_ms};
}

int64_t uptime_ms(const struct core *core)
{
    const struct uptime *uptime = &core->turn->uptime;
    if (uptime->is_standing)
        return uptime->base_ms;
    return uptime->base_ms + core->now.mono_ms - uptime->since_mono_ms;
}

int64_t uptime_due_ms(const struct core *core)
{
    return core->turn->uptime.is_standing ? core->turn->uptime.base_ms
                                          : uptime_ms(core) - (core->now.mono_ms - core->due_ms);
}

void uptime_stand(struct core *core)
{
    core->turn->uptime.base_ms = uptime_ms(core);
    core->turn->uptime.is_standing = true;
}

void uptime_stand_since(struct core *core, int64_t at_ms)
{
    uptime_stand(core);
    if (at_ms < core->turn->uptime.base_ms)
        core->turn->uptime.base_ms = at_ms;
}

void uptime_go_on(struct core *core)
{
    core->turn->uptime.base_ms = uptime_ms(core);
    core->turn->uptime.since_mono_ms = core->now.mono_ms;
    core->turn->uptime.is_standing = false;
}

int64_t uptime_to_mono_ms(const struct core *core, int64_t at_ms)
{
    const struct uptime *uptime = &core->turn->uptime;
    if (uptime->is_standing || at_ms == INT64_MAX)
        return INT64_MAX;
    return at_ms - uptime->base_ms + uptime->since_mono_ms;
}

void uptime_tick(struct core *core)
{
    if (uptime_ms(core) >= core->turn->uptime.marked_ms + core->options.uptime_mark_ms)
        uptime_mark(core);
}

void uptime_mark(struct core *core)
{
    int64_t now_ms = uptime_ms(core);
    if (!core_can_store(core))
        return;
    writes_touch(core, &core->turn->uptime.marked_ms, sizeof(core->turn->uptime.marked_ms), NULL,
                 NULL);
    core->turn->uptime.marked_ms = now_ms;
    const struct store_op op = {.kind = STORE_UPTIME, .as.uptime = {.uptime_ms = now_ms}};
    writes_add(core, &op);
}

int64_t uptime_next_ms(const struct core *core)
{
    if (core->is_shutting_down)
        return INT64_MAX;
    return uptime_to_mono_ms(core, core->turn->uptime.marked_ms + core->options.uptime_mark_ms);
}
