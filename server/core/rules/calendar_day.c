/* SPDX-License-Identifier: MIT */
/*
 * Days of the calendar. A day is a number: how many there were since 1970-01-01, as the zone dates
 * them. They come from the instants at which the zone's offset changes.
 */
#include "server/core/rules/calendar_private.h"

#define DAY_MS INT64_C(86400000)
#define OFFSET_MAX_MS (ZONE_OFFSET_MAX_S * INT64_C(1000))

/* ------------------------------------------------------------------ offsets */

/* The offset that holds at an instant, by its place. */
static size_t offset_find(const struct zone *zone, int64_t at_ms)
{
    size_t first = 0;
    size_t end = zone->count;
    while (end - first > 1) {
        size_t middle = first + (end - first) / 2;
        if (zone->from_ms[middle] <= at_ms)
            first = middle;
        else
            end = middle;
    }
    return first;
}

/* The first instant that has this date or a later one: where midnight is skipped, when the clocks
 * go on; where it comes twice, the first one; where the whole day is skipped, the next one's. */
int64_t calendar_day_start_ms(const struct calendar *calendar, int day)
{
    const struct zone *zone = &calendar->zone;
    int64_t local_ms = day * DAY_MS;
    size_t i = offset_find(zone, local_ms - OFFSET_MAX_MS);
    for (; i + 1 < zone->count; i++)
        if (local_ms - zone->offset_ms[i] < zone->from_ms[i + 1])
            break;
    int64_t start_ms = local_ms - zone->offset_ms[i];
    return start_ms > zone->from_ms[i] ? start_ms : zone->from_ms[i];
}

int calendar_day_of(const struct calendar *calendar, int64_t wall_ms)
{
    const struct zone *zone = &calendar->zone;
    int64_t local_ms = wall_ms + zone->offset_ms[offset_find(zone, wall_ms)];
    int day = (int)(local_ms / DAY_MS - (local_ms % DAY_MS < 0 ? 1 : 0));
    /* The date that comes a second time belongs to the day that has begun. */
    return wall_ms >= calendar_day_start_ms(calendar, day + 1) ? day + 1 : day;
}
