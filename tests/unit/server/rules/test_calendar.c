/* SPDX-License-Identifier: MIT */
/*
 * The calendar of the monthly fine. Expected instants are written as dates in UTC; those of
 * the odd zones were taken from the IANA time zone database by another program.
 */
#define _DEFAULT_SOURCE /* timegm */
#include "base/day.h"
#include "server/core/rules/calendar.h"
#include "server/shell/zone_file.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MONTH(year, month) ((year)*12 + (month)-1)
#define HOUR_MS (3600 * INT64_C(1000))

/* In the zone as the system knows it. */
static struct calendar *make(const char *zone, const char *holidays)
{
    char message[256] = "";
    uint8_t *bytes;
    size_t size;
    if (!zone_file_read(zone, &bytes, &size, message, sizeof(message)))
        fail_msg("%s", message);
    struct calendar *calendar = calendar_new(bytes, size, holidays, message, sizeof(message));
    if (calendar == NULL)
        fail_msg("%s", message);
    free(bytes);
    return calendar;
}

/* "2026-11-01 04:00" in UTC. */
static const char *text_of(int64_t at_ms, char text_out[32])
{
    time_t seconds = (time_t)(at_ms / 1000);
    struct tm tm;
    assert_non_null(gmtime_r(&seconds, &tm));
    assert_int_equal(at_ms % 60000, 0);
    strftime(text_out, 32, "%Y-%m-%d %H:%M", &tm);
    return text_out;
}

static void is_at(int64_t at_ms, const char *wanted)
{
    char text[32];
    assert_string_equal(text_of(at_ms, text), wanted);
}

static int day_of(int64_t at_ms)
{
    char text[32];
    return atoi(text_of(at_ms, text) + 8);
}

/* Whether the month of the zone begins at `wanted` UTC: then the instant before is another one. */
static void month_begins(const char *zone, int month, const char *wanted)
{
    struct calendar *calendar = make(zone, "");
    int64_t start_ms = calendar_month_start_ms(calendar, month);
    is_at(start_ms, wanted);
    assert_int_equal(calendar_month_of(calendar, start_ms), month);
    assert_int_equal(calendar_month_of(calendar, start_ms - 1), month - 1);
    assert_int_equal(calendar_month_of(calendar, start_ms + 2 * HOUR_MS), month);
    calendar_free(calendar);
}

/* ------------------------------------------------------------------ working days */

/* The library's own weekdays, as a second opinion. */
static int first_working_day(int year, int month)
{
    struct tm tm = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = 1, .tm_hour = 12};
    assert_int_not_equal(timegm(&tm), -1);
    if (tm.tm_wday == 6)
        return 3;
    return tm.tm_wday == 0 ? 2 : 1;
}

static void every_month_from_2024_to_2030(void **state)
{
    struct calendar *calendar = make("UTC", "");
    int count[4] = {0};
    (void)state;
    for (int month = MONTH(2024, 1); month <= MONTH(2030, 12); month++) {
        int64_t fine_ms = calendar_fine_ms(calendar, month - 1);
        int day = day_of(fine_ms);
        assert_int_equal(day, first_working_day(month / 12, month % 12 + 1));
        assert_int_equal(calendar_month_of(calendar, fine_ms), month);
        assert_int_equal(fine_ms % (24 * HOUR_MS), 0);
        count[day]++;
    }
    assert_int_equal(count[1], 60);
    assert_int_equal(count[2], 12);
    assert_int_equal(count[3], 12);
    calendar_free(calendar);
}

static void months_that_begin_with_a_weekend(void **state)
{
    struct calendar *calendar = make("UTC", "");
    (void)state;
    is_at(calendar_fine_ms(calendar, MONTH(2026, 7)), "2026-08-03 00:00");  /* 1st: Saturday */
    is_at(calendar_fine_ms(calendar, MONTH(2026, 10)), "2026-11-02 00:00"); /* 1st: Sunday */
    is_at(calendar_fine_ms(calendar, MONTH(2026, 11)), "2026-12-01 00:00"); /* 1st: Tuesday */
    is_at(calendar_fine_ms(calendar, MONTH(2026, 12)), "2027-01-01 00:00"); /* 1st: Friday */
    calendar_free(calendar);
}

static void holidays_are_no_working_days(void **state)
{
    struct calendar *calendar = make("UTC", "01-01, 05-01 2026-12-01,2026-12-02");
    (void)state;
    is_at(calendar_fine_ms(calendar, MONTH(2026, 12)), "2027-01-04 00:00"); /* then a weekend */
    is_at(calendar_fine_ms(calendar, MONTH(2026, 4)), "2026-05-04 00:00");
    is_at(calendar_fine_ms(calendar, MONTH(2026, 11)), "2026-12-03 00:00");
    is_at(calendar_fine_ms(calendar, MONTH(2027, 11)), "2027-12-01 00:00"); /* only once */
    is_at(calendar_fine_ms(calendar, MONTH(2030, 12)), "2031-01-02 00:00"); /* every year */
    calendar_free(calendar);
}

static void a_long_holiday_moves_the_fine_far_into_the_month(void **state)
{
    struct calendar *calendar =
        make("Europe/Moscow", "01-01 01-02 01-03 01-04 01-05 01-06 01-07 01-08");
    (void)state;
    is_at(calendar_fine_ms(calendar, MONTH(2025, 12)), "2026-01-08 21:00");
    calendar_free(calendar);
}

/* ------------------------------------------------------------------ time zones */

static void months_begin_at_local_midnight(void **state)
{
    (void)state;
    month_begins("UTC", MONTH(2026, 11), "2026-11-01 00:00");
    month_begins("Europe/Berlin", MONTH(2026, 7), "2026-06-30 22:00");
    month_begins("Europe/Berlin", MONTH(2026, 12), "2026-11-30 23:00");
    month_begins("America/New_York", MONTH(2026, 11), "2026-11-01 04:00");
    month_begins("Asia/Kolkata", MONTH(2026, 3), "2026-02-28 18:30");
    month_begins("Pacific/Kiritimati", MONTH(2026, 1), "2025-12-31 10:00");
}

/* The clocks go from 23:59:59 to 01:00. */
static void where_midnight_is_missing_the_month_begins_when_the_clocks_go_on(void **state)
{
    (void)state;
    month_begins("America/Asuncion", MONTH(2017, 10), "2017-10-01 04:00");
    month_begins("America/Asuncion", MONTH(2023, 10), "2023-10-01 04:00");
    month_begins("Asia/Amman", MONTH(2016, 4), "2016-03-31 22:00");
}

/* In Havana the clocks go from 00:59:59 back to 00:00 on Sunday the first. */
static void where_midnight_comes_twice_the_month_begins_the_first_time(void **state)
{
    (void)state;
    month_begins("America/Havana", MONTH(2026, 11), "2026-11-01 04:00");
}

static void the_fine_falls_at_local_midnight(void **state)
{
    struct calendar *calendar = make("America/Havana", "");
    (void)state;
    is_at(calendar_fine_ms(calendar, MONTH(2026, 10)), "2026-11-02 05:00");
    calendar_free(calendar);
    calendar = make("America/Asuncion", ""); /* 2023-10-01 is a Sunday */
    is_at(calendar_fine_ms(calendar, MONTH(2023, 9)), "2023-10-02 03:00");
    calendar_free(calendar);
}

static void months_follow_each_other_in_every_zone_tried(void **state)
{
    static const char *const ZONES[] = {"UTC",          "America/Asuncion",   "America/Havana",
                                        "Asia/Amman",   "Pacific/Apia",       "America/St_Johns",
                                        "Africa/Cairo", "Australia/Lord_Howe"};
    (void)state;
    for (size_t i = 0; i < sizeof(ZONES) / sizeof(ZONES[0]); i++) {
        struct calendar *calendar = make(ZONES[i], "");
        for (int month = MONTH(1970, 2); month < MONTH(CALENDAR_YEAR_LAST, 12); month++) {
            int64_t start_ms = calendar_month_start_ms(calendar, month);
            assert_int_equal(calendar_month_of(calendar, start_ms), month);
            assert_int_equal(calendar_month_of(calendar, start_ms - 1), month - 1);
            assert_true(calendar_fine_ms(calendar, month - 1) >= start_ms);
            assert_true(calendar_fine_ms(calendar, month - 1) < start_ms + 3 * 24 * HOUR_MS);
        }
        calendar_free(calendar);
    }
}

static void times_beyond_the_table_count_as_its_ends(void **state)
{
    struct calendar *calendar = make("UTC", "");
    (void)state;
    assert_int_equal(calendar_month_of(calendar, INT64_MIN), MONTH(CALENDAR_YEAR_FIRST, 1));
    assert_int_equal(calendar_month_of(calendar, INT64_MAX), MONTH(CALENDAR_YEAR_LAST, 12));
    assert_int_equal(calendar_month_start_ms(calendar, 0), 0);
    assert_true(calendar_fine_ms(calendar, 1000000) > 0);
    calendar_free(calendar);
}

/* ------------------------------------------------------------------ what is refused */

static void refuses(const char *holidays, const char *what)
{
    char message[256] = "";
    assert_null(calendar_new(NULL, 0, holidays, message, sizeof(message)));
    if (strstr(message, what) == NULL)
        fail_msg("\"%s\" does not name \"%s\"", message, what);
}

static void bytes_that_are_no_zone_are_refused(void **state)
{
    static const uint8_t BYTES[] = "TZif2 and nothing that fits";
    char message[256] = "";
    (void)state;
    assert_null(calendar_new(BYTES, sizeof(BYTES), "", message, sizeof(message)));
    assert_memory_equal(message, "time_zone ", 10);
}

static void wrong_dates_are_refused_by_name(void **state)
{
    static const char *const WRONG[] = {"1-1",        "01-32",      "13-01",      "02-30",
                                        "2026-02-29", "2026-13-01", "05-00",      "0000-01-01",
                                        "2026/01/01", "05-01-2026", "Easter",     "2026-1-1",
                                        "2026/01-01", "2026-01/01", "20x6-01-01", "00-10"};
    (void)state;
    for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
        char text[64];
        snprintf(text, sizeof(text), "01-01, %s 12-25", WRONG[i]);
        refuses(text, WRONG[i]);
    }
    refuses("the-first-Monday-of-May-and-every-day-that-follows-it",
            "not \"the-first-Monday-of-May-and-every-day-th\"");
}

static void more_holidays_than_there_is_room_for_are_refused(void **state)
{
    char text[513 * 6 + 1];
    (void)state;
    for (size_t i = 0; i < 513; i++)
        memcpy(text + i * 6, "05-01 ", 7);
    refuses(text, "512 dates");
    calendar_free(make("UTC", text + 6));
}

static void dates_that_exist_only_sometimes_are_taken(void **state)
{
    (void)state;
    calendar_free(make("UTC", "02-29"));
    calendar_free(make("UTC", "2028-02-29"));
    calendar_free(make("UTC", " ,, "));
}

static void a_month_needs_a_working_day(void **state)
{
    char text[512] = "";
    (void)state;
    for (int day = 1; day <= 28; day++)
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "02-%02d ", day);
    refuses(text, "no working day");
}

/* ------------------------------------------------------------------ days */

static int day_number(const char *text)
{
    int day = 0;
    assert_true(day_parse(text, &day));
    return day;
}

/* Whether the day of the zone begins at `wanted` UTC: then the instant before is another one. */
static void day_begins(const char *zone, const char *date, const char *wanted)
{
    struct calendar *calendar = make(zone, "");
    int day = day_number(date);
    int64_t start_ms = calendar_day_start_ms(calendar, day);
    is_at(start_ms, wanted);
    assert_int_equal(calendar_day_of(calendar, start_ms), day);
    assert_true(calendar_day_of(calendar, start_ms - 1) < day);
    calendar_free(calendar);
}

static void days_begin_at_midnight_of_the_zone(void **state)
{
    (void)state;
    day_begins("UTC", "1970-01-01", "1970-01-01 00:00");
    day_begins("UTC", "2026-11-21", "2026-11-21 00:00");
    day_begins("Europe/Berlin", "2026-03-29", "2026-03-28 23:00");
    day_begins("Europe/Berlin", "2026-03-30", "2026-03-29 22:00");
    day_begins("Pacific/Kiritimati", "2026-01-01", "2025-12-31 10:00");
    day_begins("America/St_Johns", "2026-07-01", "2026-07-01 02:30");
}

/* As months do: a midnight that is skipped, one that comes twice, a day that is not there. */
static void odd_days_begin_when_their_date_does(void **state)
{
    (void)state;
    day_begins("America/Asuncion", "2017-10-01", "2017-10-01 04:00");
    day_begins("America/Havana", "2026-11-01", "2026-11-01 04:00");
    day_begins("Pacific/Apia", "2011-12-31", "2011-12-30 10:00");
    struct calendar *calendar = make("Pacific/Apia", "");
    int skipped = day_number("2011-12-30");
    assert_int_equal(calendar_day_start_ms(calendar, skipped),
                     calendar_day_start_ms(calendar, skipped + 1));
    calendar_free(calendar);
}

/* At one minute past midnight the clocks go back to 23:01: for 59 minutes they show the day before
 * once more. */
static void a_date_that_comes_back_does_not_end_the_day_that_began(void **state)
{
    (void)state;
    day_begins("America/St_Johns", "2010-11-07", "2010-11-07 02:30");
    struct calendar *calendar = make("America/St_Johns", "");
    int64_t start_ms = calendar_day_start_ms(calendar, day_number("2010-11-07"));
    for (int minutes = 0; minutes < 25 * 60; minutes++)
        assert_int_equal(calendar_day_of(calendar, start_ms + minutes * INT64_C(60000)),
                         day_number("2010-11-07"));
    calendar_free(calendar);
}

static void every_day_follows_the_one_before_and_months_begin_with_one(void **state)
{
    (void)state;
    static const char *const zones[] = {"UTC", "America/Havana", "Asia/Amman", "Africa/Casablanca"};
    for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
        struct calendar *calendar = make(zones[i], "");
        int64_t start_ms = calendar_day_start_ms(calendar, 0);
        for (int day = 0; day < 25000; day++) {
            char text[DAY_TEXT_SIZE];
            int64_t next_ms = calendar_day_start_ms(calendar, day + 1);
            assert_in_range(next_ms - start_ms, 22 * HOUR_MS, 26 * HOUR_MS);
            assert_int_equal(calendar_day_of(calendar, start_ms), day);
            assert_int_equal(calendar_day_of(calendar, next_ms - 1), day);
            day_text(day, text);
            if (strcmp(text + 8, "01") == 0)
                assert_int_equal(
                    start_ms, calendar_month_start_ms(calendar, MONTH(atoi(text), atoi(text + 5))));
            start_ms = next_ms;
        }
        calendar_free(calendar);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_begin_at_midnight_of_the_zone),
        cmocka_unit_test(odd_days_begin_when_their_date_does),
        cmocka_unit_test(a_date_that_comes_back_does_not_end_the_day_that_began),
        cmocka_unit_test(every_day_follows_the_one_before_and_months_begin_with_one),
        cmocka_unit_test(every_month_from_2024_to_2030),
        cmocka_unit_test(months_that_begin_with_a_weekend),
        cmocka_unit_test(holidays_are_no_working_days),
        cmocka_unit_test(a_long_holiday_moves_the_fine_far_into_the_month),
        cmocka_unit_test(months_begin_at_local_midnight),
        cmocka_unit_test(where_midnight_is_missing_the_month_begins_when_the_clocks_go_on),
        cmocka_unit_test(where_midnight_comes_twice_the_month_begins_the_first_time),
        cmocka_unit_test(the_fine_falls_at_local_midnight),
        cmocka_unit_test(months_follow_each_other_in_every_zone_tried),
        cmocka_unit_test(times_beyond_the_table_count_as_its_ends),
        cmocka_unit_test(bytes_that_are_no_zone_are_refused),
        cmocka_unit_test(wrong_dates_are_refused_by_name),
        cmocka_unit_test(more_holidays_than_there_is_room_for_are_refused),
        cmocka_unit_test(dates_that_exist_only_sometimes_are_taken),
        cmocka_unit_test(a_month_needs_a_working_day),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
