/* SPDX-License-Identifier: MIT */
/*
 * Dates in the order of their times. They are few, so a list serves.
 */
#include "server/core/turn/dates.h"

#include "server/core/turn/state.h"
#include "server/core/turn/wall.h"

#include <utlist.h>

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
