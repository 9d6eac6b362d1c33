/* SPDX-License-Identifier: MIT */
/*
 * The calendar of the monthly fine. Days are counted by the Gregorian rule; only the step from a
 * local date to an instant needs ICU. Owns its table; ICU is closed once the table is made.
 */
#include "base/day.h"
#include "base/memory.h"
#include "server/core/rules/calendar_private.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unicode/ucal.h>
#include <unicode/ustring.h>

#define ZONE_SIZE 64
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

/* 0 is Sunday. Sakamoto's rule. */
static int day_of_week(struct date date)
{
    static const int SHIFT[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    int year = date.month < 3 ? date.year - 1 : date.year;
    return (year + year / 4 - year / 100 + year / 400 + SHIFT[date.month - 1] + date.day) % 7;
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
    int weekday = day_of_week(date);
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

/* A calendar of ICU in the zone; NULL if there is no such zone. Where midnight is skipped it gives
 * the instant at which the clocks go on, where it comes twice the first one. */
static UCalendar *zone_open(const char *zone)
{
    UChar name[ZONE_SIZE];
    UChar canonical[ZONE_SIZE];
    UBool is_known = false;
    UErrorCode status = U_ZERO_ERROR;
    if (strlen(zone) >= ZONE_SIZE)
        return NULL;
    u_uastrcpy(name, zone);
    (void)ucal_getCanonicalTimeZoneID(name, -1, canonical, ZONE_SIZE, &is_known, &status);
    if (!is_known)
        return NULL;
    UCalendar *icu = ucal_open(name, -1, "en", UCAL_GREGORIAN, &status);
    assert(U_SUCCESS(status)); /* only memory can be missing, and the server has not begun */
    ucal_setAttribute(icu, UCAL_REPEATED_WALL_TIME, UCAL_WALLTIME_FIRST);
    ucal_setAttribute(icu, UCAL_SKIPPED_WALL_TIME, UCAL_WALLTIME_NEXT_VALID);
    return icu;
}

/* The first instant of the date. */
static int64_t date_start_ms(UCalendar *icu, struct date date)
{
    UErrorCode status = U_ZERO_ERROR;
    ucal_clear(icu);
    ucal_setDateTime(icu, date.year, UCAL_JANUARY + date.month - 1, date.day, 0, 0, 0, &status);
    UDate at_ms = ucal_getMillis(icu, &status);
    assert(U_SUCCESS(status)); /* every date of these years can be told */
    return (int64_t)at_ms;
}

static bool table_fill(struct calendar *calendar, UCalendar *icu, const struct holidays *holidays,
                       char *message, size_t size)
{
    for (int i = 0; i < MONTHS; i++) {
        struct date date = {.year = CALENDAR_YEAR_FIRST + i / 12, .month = 1 + i % 12, .day = 1};
        calendar->start_ms[i] = date_start_ms(icu, date);
        date.day = first_working_day(holidays, date.year, date.month);
        if (date.day == 0) {
            (void)snprintf(message, size, "holidays leave no working day to %04d-%02d", date.year,
                           date.month);
            return false;
        }
        calendar->working_ms[i] = date_start_ms(icu, date);
    }
    return true;
}

/* When the zone changes its offset. */
#define YEARS_END_MS INT64_C(7258118400000) /* 2200-01-01T00:00:00Z */

static int32_t offset_at(UCalendar *icu, UDate at_ms)
{
    UErrorCode status = U_ZERO_ERROR;
    ucal_setMillis(icu, at_ms, &status);
    int32_t offset = ucal_get(icu, UCAL_ZONE_OFFSET, &status);
    return offset + ucal_get(icu, UCAL_DST_OFFSET, &status);
}

/* The next change after `at_ms`, if the years have one. */
static bool change_find(UCalendar *icu, UDate *at_ms_out)
{
    UErrorCode status = U_ZERO_ERROR;
    bool is_there =
        ucal_getTimeZoneTransitionDate(icu, UCAL_TZ_TRANSITION_NEXT, at_ms_out, &status);
    assert(U_SUCCESS(status));
    return is_there && *at_ms_out < (UDate)YEARS_END_MS;
}

static void offsets_read(struct calendar_offsets *offsets, UCalendar *icu)
{
    UDate at_ms = 0;
    offsets->count = 1;
    offsets->from_ms[0] = INT64_MIN / 2;
    offsets->offset_ms[0] = offset_at(icu, 0);
    while (change_find(icu, &at_ms)) {
        assert(offsets->count < OFFSETS_MAX); /* no zone changes so often */
        offsets->from_ms[offsets->count] = (int64_t)at_ms;
        offsets->offset_ms[offsets->count] = offset_at(icu, at_ms);
        offsets->count++;
    }
}

struct calendar *calendar_new(const char *zone, const char *holidays, char *message_out,
                              size_t message_size)
{
    struct holidays dates = {.count = 0};
    if (!holidays_parse(holidays, &dates, message_out, message_size))
        return NULL;
    UCalendar *icu = zone_open(zone);
    if (icu == NULL) {
        (void)snprintf(message_out, message_size,
                       "time_zone must be a zone such as UTC or Europe/Berlin, not \"%.60s\"",
                       zone);
        return NULL;
    }
    struct calendar *calendar = mem_zero(sizeof(*calendar));
    bool is_filled = table_fill(calendar, icu, &dates, message_out, message_size);
    offsets_read(&calendar->offsets, icu);
    ucal_close(icu);
    if (is_filled)
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
