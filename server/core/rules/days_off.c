/* SPDX-License-Identifier: MIT */
#include "server/core/rules/days_off.h"

#include "base/day.h"
#include "engine/clock.h"

int days_off_year(int64_t wall_ms)
{
    char text[DAY_TEXT_SIZE];
    day_text((int)(wall_ms / CLOCK_DAY_MS), text);
    return day_digits(text, 4);
}

static int taken(const struct store_days_off *off, int year)
{
    return off->year == year ? off->days : 0;
}

int days_off_left(const struct store_days_off *off, int per_year, int year)
{
    int left = per_year - taken(off, year); /* the host may have allowed more before */
    return left > 0 ? left : 0;
}

int64_t days_off_remaining_ms(const struct store_days_off *off, int64_t uptime_ms)
{
    return off->until_ms > uptime_ms ? off->until_ms - uptime_ms : 0;
}

void days_off_take(struct store_days_off *off, const struct days_off_now *now, int days)
{
    int64_t from_ms = now->uptime_ms + days_off_remaining_ms(off, now->uptime_ms);
    off->days = taken(off, now->year) + days;
    off->year = now->year;
    off->until_ms = from_ms + days * CLOCK_DAY_MS;
}

void days_off_end(struct store_days_off *off, const struct days_off_now *now)
{
    int64_t remaining_ms = days_off_remaining_ms(off, now->uptime_ms);
    int given_back = remaining_ms > 0 ? (int)((remaining_ms - 1) / CLOCK_DAY_MS) : 0;
    int days = taken(off, now->year) - given_back;
    off->days = days > 0 ? days : 0;
    off->year = now->year;
    off->until_ms = now->uptime_ms;
}
