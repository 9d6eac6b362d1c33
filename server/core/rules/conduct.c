/* SPDX-License-Identifier: MIT */
#include "server/core/rules/conduct.h"

#include "base/day.h"
#include "engine/clock.h"

/* 5, 15 and 60 minutes and a day, of a first pause of 5. */
static const int64_t pause_times[] = {1, 3, 12, 288};

#define PAUSES (sizeof(pause_times) / sizeof(pause_times[0]))

int conduct_broken(const struct store_conduct *conduct)
{
    int count = 0;
    for (uint32_t i = 0; i < conduct->games; i++)
        count += (conduct->broken >> i & 1) != 0 ? 1 : 0;
    return count;
}

bool conduct_is_poor(const struct store_conduct *conduct, const struct conduct_rules *rules)
{
    return (int)conduct->games >= rules->games &&
           conduct_broken(conduct) * 100 > rules->percent * (int)conduct->games;
}

bool conduct_is_new(const struct store_conduct *conduct, const struct conduct_rules *rules)
{
    return (int)conduct->games - conduct_broken(conduct) < rules->games;
}

/* One spoilt game may be a bad line. */
#define BEHIND_GAMES 5
#define BEHIND_BROKEN 2

bool conduct_ranks_behind(const struct store_conduct *conduct)
{
    int broken = 0;
    for (uint32_t i = 0; i < conduct->games && i < BEHIND_GAMES; i++)
        broken += (conduct->broken >> i & 1) != 0 ? 1 : 0;
    return broken >= BEHIND_BROKEN;
}

void conduct_count(struct store_conduct *conduct, const struct conduct_rules *rules, bool is_broken,
                   int64_t wall_ms)
{
    conduct->broken = (conduct->broken << 1 | (is_broken ? 1U : 0U)) & STORE_CONDUCT_GAMES_MASK;
    if (conduct->games < STORE_CONDUCT_GAMES)
        conduct->games++;
    if (!conduct_is_poor(conduct, rules)) {
        conduct->pauses = 0;
    } else if (is_broken) {
        size_t nth = conduct->pauses < PAUSES ? conduct->pauses : PAUSES - 1;
        conduct->paused_until_ms = wall_ms + rules->pause_ms * pause_times[nth];
        conduct->pauses = (uint32_t)nth + 1;
    }
}

/* ------------------------------------------------------------------ days off */

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
