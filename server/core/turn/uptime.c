/* SPDX-License-Identifier: MIT */
/*
 * The uptime: the monotonic time since it last went on, added to the uptime before.
 */
#include "server/core/turn/uptime.h"

#include "server/core/turn/state.h"
#include "server/core/turn/writes.h"

#include <inttypes.h>
#include <stdio.h>

#include <utlist.h>

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

/* ------------------------------------------------------------------ what falls due */

void due_set(struct core *core, enum due_kind kind, struct deadline *deadline, int64_t at_ms)
{
    core->turn->dues_waiting[kind] -= deadline->place != 0 ? 1 : 0;
    deadline_set(&core->turn->dues, deadline, at_ms);
    deadline->kind = kind;
    core->turn->dues_waiting[kind] += deadline->place != 0 ? 1 : 0;
}

bool due_waits(const struct core *core, enum due_kind kind)
{
    return core->turn->dues_waiting[kind] > 0;
}

void dues_tick(struct core *core)
{
    struct deadline *deadline;
    while ((deadline = deadlines_first(&core->turn->dues)) != NULL && core_can_store(core) &&
           deadline->at_ms <= uptime_due_ms(core)) {
        enum due_kind kind = (enum due_kind)deadline->kind;
        due_set(core, kind, deadline, INT64_MAX);
        core->turn->falls[kind](core, deadline);
    }
}

int64_t dues_next_ms(const struct core *core)
{
    const struct deadline *deadline = deadlines_first(&core->turn->dues);
    if (deadline == NULL || !core_can_store(core))
        return INT64_MAX;
    return uptime_to_mono_ms(core, deadline->at_ms);
}

/* ------------------------------------------------------------------ the wall clock */

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

/* ------------------------------------------------------------------ dates */

static int compare(const struct date *a, const struct date *b)
{
    return a->at_ms < b->at_ms ? -1 : a->at_ms > b->at_ms;
}

void date_clear(struct core *core, struct date *date)
{
    if (date->fall == NULL)
        return;
    DL_DELETE(core->turn->dates, date);
    date->fall = NULL;
}

void date_set(struct core *core, struct date *date, int64_t at_ms, date_fall_fn *fall)
{
    date_clear(core, date);
    *date = (struct date){.at_ms = at_ms, .fall = fall};
    DL_INSERT_INORDER(core->turn->dates, date, compare);
}

static bool is_due(const struct core *core, const struct date *date)
{
    return date->at_ms <= core->now.wall_ms;
}

void dates_tick(struct core *core)
{
    struct date *date, *next;
    wall_watch(core);
    if (!wall_is_trusted(core))
        return;
    DL_FOREACH_SAFE(core->turn->dates, date, next) {
        if (!is_due(core, date))
            return;
        date->waits = false;
        date->waits = !date->fall(core);
    }
}

int64_t dates_next_ms(const struct core *core)
{
    int64_t next_ms = wall_next_ms(core);
    const struct date *date = core->turn->dates;
    while (date != NULL && date->waits && is_due(core, date))
        date = date->next;
    if (date == NULL || !wall_is_trusted(core))
        return next_ms;
    if (is_due(core, date))
        return core->now.mono_ms;
    int64_t left_ms = date->at_ms - core->now.wall_ms;
    return left_ms < next_ms - core->now.mono_ms ? core->now.mono_ms + left_ms : next_ms;
}
