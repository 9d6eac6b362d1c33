/* SPDX-License-Identifier: MIT */
/*
 * Private to calendar*.c: the calendar's tables.
 */
#ifndef PENTAD_SERVER_CORE_CALENDAR_PRIVATE_H
#define PENTAD_SERVER_CORE_CALENDAR_PRIVATE_H

#include "server/core/rules/calendar.h"

#define MONTH_FIRST (CALENDAR_YEAR_FIRST * 12)
#define MONTH_END ((CALENDAR_YEAR_LAST + 1) * 12)
#define MONTHS (MONTH_END - MONTH_FIRST)

/* Changes of a zone's offset in all these years: Morocco has four a year. */
#define OFFSETS_MAX 1024

/* How far the zone is ahead of UTC: offset_ms[i] from from_ms[i] on. */
struct calendar_offsets {
    size_t count;
    int64_t from_ms[OFFSETS_MAX]; /* the first one is the beginning of all time */
    int32_t offset_ms[OFFSETS_MAX];
};

struct calendar {
    int64_t start_ms[MONTHS];   /* of the month */
    int64_t working_ms[MONTHS]; /* of its first working day */
    struct calendar_offsets offsets;
};

#endif
