/* SPDX-License-Identifier: MIT */
/*
 * Pages of a leaderboard. Pure functions, any thread.
 */
#include "db/page.h"

uint64_t page__start(uint64_t position, uint64_t total, uint32_t limit)
{
    uint64_t above = limit / 2;
    uint64_t start = position > above ? position - above : 0;
    uint64_t last_start = total > limit ? total - limit : 0;
    return start < last_start ? start : last_start;
}
