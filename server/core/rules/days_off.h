/* SPDX-License-Identifier: MIT */
/*
 * Days off: a player may take so many in a year (UTC). They begin at once or behind those that run,
 * and the clocks of days at which the player is to act wait for their end. Days count for the year
 * in which they are taken. Who ends them early gets the whole days back that are left, if it is
 * that year still; so a clock cannot be made to wait for less than the price of a day, not even in
 * the millisecond in which the day begins.
 */
#ifndef PENTAD_SERVER_CORE_RULES_DAYS_OFF_H
#define PENTAD_SERVER_CORE_RULES_DAYS_OFF_H

#include "db/store.h"

/* The moment: the year by the wall clock, and uptime. */
struct days_off_now {
    int year;
    int64_t uptime_ms;
};

/* The year (UTC) of a wall time since 1970. */
int days_off_year(int64_t wall_ms);
/* The number of days, of `per_year`, that may still be taken. */
int days_off_left(const struct store_days_off *off, int per_year, int year);
/* The time for which they still last; 0: none run. */
int64_t days_off_remaining_ms(const struct store_days_off *off, int64_t uptime_ms);
/* Takes some, no more than days_off_left(). */
void days_off_take(struct store_days_off *off, const struct days_off_now *now, int days);
/* Ends those that run. */
void days_off_end(struct store_days_off *off, const struct days_off_now *now);

#endif
