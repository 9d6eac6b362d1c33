/* SPDX-License-Identifier: MIT */
/*
 * Private to calendar*.c: the calendar's tables.
 */
#ifndef PENTAD_SERVER_CORE_CALENDAR_PRIVATE_H
#define PENTAD_SERVER_CORE_CALENDAR_PRIVATE_H

#include "server/core/rules/calendar.h"
#include "server/core/rules/zone.h"

#define MONTH_FIRST (CALENDAR_YEAR_FIRST * 12)
#define MONTH_END ((CALENDAR_YEAR_LAST + 1) * 12)
#define MONTHS (MONTH_END - MONTH_FIRST)

struct calendar {
    int64_t start_ms[MONTHS];   /* of the month */
    int64_t working_ms[MONTHS]; /* of its first working day */
    struct zone zone;
};

#endif
