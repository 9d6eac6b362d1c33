/* SPDX-License-Identifier: MIT */
/*
 * Dates as numbers: against the C library day by day, and texts that are no dates.
 */
#include "base/day.h"
#include "tests/support/cmocka_all.h"

#include <string.h>
#include <time.h>

#define DAYS 84006 /* from 1970 to 2199: 230 years, 56 of them leap years */

static void every_date_is_the_c_librarys_and_comes_back(void **state)
{
    (void)state;
    for (int day = 0; day < DAYS; day++) {
        char wanted[DAY_TEXT_SIZE];
        char text[DAY_TEXT_SIZE];
        time_t seconds = (time_t)day * 86400;
        struct tm tm;
        int again = -1;
        assert_non_null(gmtime_r(&seconds, &tm));
        assert_int_equal(strftime(wanted, sizeof(wanted), "%Y-%m-%d", &tm), 10);
        day_text(day, text);
        assert_string_equal(text, wanted);
        assert_true(day_parse(text, &again));
        assert_int_equal(again, day);
        assert_int_equal(day_weekday(day), tm.tm_wday);
    }
}

static void what_is_no_date_is_none(void **state)
{
    (void)state;
    static const char *const texts[] = {"",           "2026",       "2026-1-1",   "2026-01-01 ",
                                        "2026/01/01", "2026-13-01", "2026-00-10", "2026-02-29",
                                        "2100-02-29", "2026-04-31", "2026-01-00", "1969-12-31",
                                        "2200-01-01", "+026-01-01", "2026-0a-01"};
    int day = 0;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        assert_false(day_parse(texts[i], &day));
    assert_true(day_parse("2000-02-29", &day));
    assert_true(day_parse("2199-12-31", &day));
    assert_int_equal(day, DAYS - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_date_is_the_c_librarys_and_comes_back),
        cmocka_unit_test(what_is_no_date_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
