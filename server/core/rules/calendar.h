/* SPDX-License-Identifier: MIT */
/*
 * The calendar of a time zone: when days and months begin, and which day is the first working day
 * of a month. It is made once, from the bytes of a zone's file; afterwards it is a table of
 * instants that is only read, so a question costs a few comparisons and any thread may ask.
 *
 * A month is a number: year * 12 + month - 1. Instants are milliseconds since 1970 UTC.
 */
#ifndef PENTAD_SERVER_CORE_CALENDAR_H
#define PENTAD_SERVER_CORE_CALENDAR_H

#include "server/core/rules/zone.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The calendar knows these years; a time outside counts as the first or the last month. */
#define CALENDAR_YEAR_FIRST ZONE_YEAR_FIRST
#define CALENDAR_YEAR_LAST ZONE_YEAR_LAST

struct calendar;

/* The calendar of the zone whose file has these bytes (NULL: UTC), with holidays besides Saturdays
 * and Sundays: dates MM-DD for every year and YYYY-MM-DD, separated by spaces or commas. Returns
 * NULL, and the reason in `message_out` (a sentence without its full stop, beginning with what is
 * wrong, time_zone or holidays), if the bytes are no zone, a date is invalid, or a month has no
 * working day left. */
struct calendar *calendar_new(const uint8_t *zone, size_t zone_size, const char *holidays,
                              char *message_out, size_t message_size);
void calendar_free(struct calendar *calendar);

/* The month of an instant. */
int calendar_month_of(const struct calendar *calendar, int64_t wall_ms);
/* The first instant whose date in the zone is the first of the month. */
int64_t calendar_month_start_ms(const struct calendar *calendar, int month);
/* The time at which the fine for `month` falls: the beginning of the first working day of the next
 * month. */
int64_t calendar_fine_ms(const struct calendar *calendar, int month);

/* The day of an instant, as a number: the days since 1970-01-01 by the dates of the zone. */
int calendar_day_of(const struct calendar *calendar, int64_t wall_ms);
/* The first instant of the day. A day that the zone skipped begins with the next one. */
int64_t calendar_day_start_ms(const struct calendar *calendar, int day);

#endif
