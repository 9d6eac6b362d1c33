/* SPDX-License-Identifier: MIT */
/*
 * The watch over the wall clock. Its state is in core->turn->wall; nothing of it is stored.
 */
#include "server/core/turn/wall.h"

#include "server/core/turn/state.h"

#include <inttypes.h>
#include <stdio.h>

/* Before 2020 there was no server: a machine without a battery begins in 1970. */
#define WALL_EARLIEST_MS INT64_C(1577836800000)
/* A silent server looks at its clocks so often. */
#define WALL_LOOK_MS (INT64_C(3600) * 1000)

static int64_t offset_ms(const struct core *core)
{
    return core->now.wall_ms - moment_passed_ms(core->now);
}

static void begin_day(struct core *core)
{
    core->turn->wall.offset_ms = offset_ms(core);
    core->turn->wall.day_ms = core->now.mono_ms;
}

void wall_init(struct core *core)
{
    core->turn->wall.trusted_ms = core->now.mono_ms;
    core->turn->wall.believed_ms = offset_ms(core);
    begin_day(core);
}

void wall_refuse(struct core *core, const char *because, const char *detail)
{
    char text[160];
    if (core->turn->wall.because != NULL)
        return;
    core->turn->wall.because = because;
    snprintf(text, sizeof(text), "because=%s %s", because, detail);
    core->ports.log(core->ports.ctx, LOG_LEVEL_WARN, "clock_refused", text);
}

static void distrust(struct core *core, const char *because, int64_t off_ms)
{
    char detail[64];
    core->turn->wall.trusted_ms = core->now.mono_ms + WALL_STEADY_MS;
    core->turn->wall.is_waiting = true;
    core->turn->wall.because = NULL; /* each time is told */
    snprintf(detail, sizeof(detail), "off_by_s=%" PRId64, off_ms / 1000);
    wall_refuse(core, because, detail);
}

void wall_check_stored(struct core *core, int64_t youngest_ms)
{
    int64_t off_ms = core->now.wall_ms - youngest_ms;
    if (youngest_ms != 0 && off_ms < -WALL_JUMP_MS)
        distrust(core, "behind_what_is_stored", off_ms);
}

/* The clock kept steady again. */
static void trust(struct core *core)
{
    core->turn->wall.because = NULL;
    core->turn->wall.believed_ms = offset_ms(core);
    core->ports.log(core->ports.ctx, LOG_LEVEL_INFO, "clock_trusted", "");
}

void wall_watch(struct core *core)
{
    int64_t off_ms = offset_ms(core) - core->turn->wall.offset_ms;
    bool was_waiting = core->turn->wall.is_waiting;
    if (off_ms > WALL_JUMP_MS || off_ms < -WALL_JUMP_MS) {
        begin_day(core);
        distrust(core, "jumped", off_ms);
    } else if (core->now.mono_ms - core->turn->wall.day_ms >= WALL_STEADY_MS) {
        begin_day(core); /* clocks drift, too; only what is quick counts */
        core->turn->wall.believed_ms = core->turn->wall.offset_ms;
    }
    core->turn->wall.is_waiting = core->now.mono_ms < core->turn->wall.trusted_ms;
    if (was_waiting && !core->turn->wall.is_waiting)
        trust(core);
}

bool wall_is_trusted(const struct core *core)
{
    return core->now.wall_ms >= WALL_EARLIEST_MS &&
           core->now.mono_ms >= core->turn->wall.trusted_ms;
}

int64_t wall_believed_ms(const struct core *core)
{
    return wall_is_trusted(core) ? core->now.wall_ms
                                 : moment_passed_ms(core->now) + core->turn->wall.believed_ms;
}

int64_t wall_next_ms(const struct core *core)
{
    int64_t look_ms = core->now.mono_ms + WALL_LOOK_MS;
    bool is_waiting = core->turn->wall.trusted_ms > core->now.mono_ms;
    return is_waiting && core->turn->wall.trusted_ms < look_ms ? core->turn->wall.trusted_ms
                                                               : look_ms;
}
