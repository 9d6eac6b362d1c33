/* SPDX-License-Identifier: MIT */
/*
 * The calendar of the monthly fine. Days are counted by the Gregorian rule; the step from a local
 * date to an instant needs the zone. Owns its table.
 */
#include "server/core/rules/calendar.h"

#include "base/day.h"
#include "base/memory.h"
#include "server/core/rules/calendar_private.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOLIDAYS_MAX 512
#define EVERY_YEAR 0

/* ------------------------------------------------------------------ dates */

struct date {
    int year; /* EVERY_YEAR for a holiday that comes back */
    int month;
    int day;
};

static bool is_leap_year(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_of_month(int year, int month)
{
    static const int DAYS[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap_year(year) ? 29 : DAYS[month - 1];
}

/* ------------------------------------------------------------------ holidays */

struct holidays {
    struct date dates[HOLIDAYS_MAX];
    size_t count;
};

/* MM-DD or YYYY-MM-DD. 29 February comes back every fourth year. */
static bool date_parse(const char *text, size_t len, struct date *date_out)
{
    size_t year_len = len == 10 ? 5 : 0;
    if (len != year_len + 5 || text[year_len + 2] != '-' || (year_len > 0 && text[4] != '-'))
        return false;
    date_out->year = year_len > 0 ? day_digits(text, 4) : EVERY_YEAR;
    date_out->month = day_digits(text + year_len, 2);
    date_out->day = day_digits(text + year_len + 3, 2);
    if (date_out->year < 0 || (year_len > 0 && date_out->year == EVERY_YEAR))
        return false;
    if (date_out->month < 1 || date_out->month > 12)
        return false;
    int leap_year = year_len > 0 ? date_out->year : 2000;
    return date_out->day >= 1 && date_out->day <= days_of_month(leap_year, date_out->month);
}

static bool holidays_parse(const char *text, struct holidays *holidays, char *message, size_t size)
{
    static const char SEPARATORS[] = " ,\t";
    for (text += strspn(text, SEPARATORS); *text != '\0'; text += strspn(text, SEPARATORS)) {
        size_t len = strcspn(text, SEPARATORS);
        if (holidays->count == HOLIDAYS_MAX) {
            (void)snprintf(message, size, "holidays may be %d dates, not more", HOLIDAYS_MAX);
            return false;
        }
        if (!date_parse(text, len, &holidays->dates[holidays->count++])) {
            (void)snprintf(message, size,
                           "holidays must be dates MM-DD or YYYY-MM-DD, not \"%.*s\"",
                           (int)(len < 40 ? len : 40), text);
            return false;
        }
        text += len;
    }
    return true;
}

static bool is_working_day(const struct holidays *holidays, struct date date)
{
    int weekday = day_weekday(day_from_date(date.year, date.month, date.day));
    if (weekday == 0 || weekday == 6)
        return false;
    for (size_t i = 0; i < holidays->count; i++) {
        const struct date *holiday = &holidays->dates[i];
        if (holiday->day == date.day && holiday->month == date.month &&
            (holiday->year == EVERY_YEAR || holiday->year == date.year))
            return false;
    }
    return true;
}

/* 0 if there is none. */
static int first_working_day(const struct holidays *holidays, int year, int month)
{
    for (int day = 1; day <= days_of_month(year, month); day++)
        if (is_working_day(holidays, (struct date){year, month, day}))
            return day;
    return 0;
}

/* ------------------------------------------------------------------ instants */

static int64_t date_start_ms(const struct calendar *calendar, struct date date)
{
    return calendar_day_start_ms(calendar, day_from_date(date.year, date.month, date.day));
}

static bool table_fill(struct calendar *calendar, const struct holidays *holidays, char *message,
                       size_t size)
{
    for (int i = 0; i < MONTHS; i++) {
        struct date date = {.year = CALENDAR_YEAR_FIRST + i / 12, .month = 1 + i % 12, .day = 1};
        calendar->start_ms[i] = date_start_ms(calendar, date);
        date.day = first_working_day(holidays, date.year, date.month);
        if (date.day == 0) {
            (void)snprintf(message, size, "holidays leave no working day to %04d-%02d", date.year,
                           date.month);
            return false;
        }
        calendar->working_ms[i] = date_start_ms(calendar, date);
    }
    return true;
}

static bool zone_read(struct zone *zone, const uint8_t *bytes, size_t bytes_size, char *message,
                      size_t size)
{
    zone_set_utc(zone);
    if (bytes == NULL || zone_parse(bytes, bytes_size, zone))
        return true;
    (void)snprintf(message, size,
                   "time_zone must be a zone whose file is sound and counts no leap seconds");
    return false;
}

struct calendar *calendar_new(const uint8_t *zone, size_t zone_size, const char *holidays,
                              char *message_out, size_t message_size)
{
    struct holidays dates = {.count = 0};
    struct calendar *calendar = mem_zero(sizeof(*calendar));
    if (holidays_parse(holidays, &dates, message_out, message_size) &&
        zone_read(&calendar->zone, zone, zone_size, message_out, message_size) &&
        table_fill(calendar, &dates, message_out, message_size))
        return calendar;
    calendar_free(calendar);
    return NULL;
}

void calendar_free(struct calendar *calendar)
{
    free(calendar);
}

/* ------------------------------------------------------------------ asking */

static int index_of(int month)
{
    if (month < MONTH_FIRST)
        return 0;
    return month < MONTH_END ? month - MONTH_FIRST : MONTHS - 1;
}

int calendar_month_of(const struct calendar *calendar, int64_t wall_ms)
{
    int first = 0;
    int end = MONTHS;
    while (end - first > 1) {
        int middle = first + (end - first) / 2;
        if (calendar->start_ms[middle] <= wall_ms)
            first = middle;
        else
            end = middle;
    }
    return MONTH_FIRST + first;
}

int64_t calendar_month_start_ms(const struct calendar *calendar, int month)
{
    return calendar->start_ms[index_of(month)];
}

int64_t calendar_fine_ms(const struct calendar *calendar, int month)
{
    return calendar->working_ms[index_of(month + 1)];
}

/* ------------------------------------------------------------------ days */

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
