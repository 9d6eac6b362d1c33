/* SPDX-License-Identifier: MIT */
/* The rule of days off. */
#include "engine/clock.h"
#include "server/core/rules/conduct.h"
#include "tests/support/cmocka_all.h"

#define DAY CLOCK_DAY_MS

static void the_year_is_that_of_the_date(void **state)
{
    (void)state;
    assert_int_equal(days_off_year(0), 1970);
    assert_int_equal(days_off_year(INT64_C(1798761599999)), 2026); /* the last ms of it */
    assert_int_equal(days_off_year(INT64_C(1798761600000)), 2027);
}

static void days_are_taken_one_behind_the_other(void **state)
{
    struct store_days_off off = {0};
    const struct days_off_now now = {.year = 2026, .uptime_ms = 500};
    (void)state;
    assert_int_equal(days_off_left(&off, 28, 2026), 28);
    assert_int_equal(days_off_remaining_ms(&off, 500), 0);
    days_off_take(&off, &now, 3);
    assert_int_equal(off.until_ms, 500 + 3 * DAY);
    days_off_take(&off, &now, 2);
    assert_int_equal(off.until_ms, 500 + 5 * DAY);
    assert_int_equal(days_off_left(&off, 28, 2026), 23);
    assert_int_equal(days_off_left(&off, 4, 2026), 0); /* the host allows fewer now */
    assert_int_equal(days_off_left(&off, 28, 2027), 28);
    assert_int_equal(days_off_remaining_ms(&off, 500 + 5 * DAY - 1), 1);
    assert_int_equal(days_off_remaining_ms(&off, 500 + 5 * DAY), 0);
}

static void whole_days_come_back(void **state)
{
    struct store_days_off off = {0};
    struct days_off_now now = {.year = 2026, .uptime_ms = 500};
    (void)state;
    days_off_take(&off, &now, 5);
    now.uptime_ms = 501;
    days_off_end(&off, &now); /* a day is its least price */
    assert_int_equal(off.until_ms, 501);
    assert_int_equal(days_off_left(&off, 28, 2026), 27);
    days_off_take(&off, &now, 5);
    now.uptime_ms += 3 * DAY - 1;
    days_off_end(&off, &now);
    assert_int_equal(days_off_left(&off, 28, 2026), 24);
}

/* Else days could be taken and ended for ever, and each time all opponents are told. */
static void a_day_has_begun_in_its_first_millisecond(void **state)
{
    struct store_days_off off = {0};
    struct days_off_now now = {.year = 2026, .uptime_ms = 500};
    (void)state;
    days_off_take(&off, &now, 28);
    days_off_end(&off, &now);
    assert_int_equal(days_off_left(&off, 28, 2026), 27);
    days_off_take(&off, &now, 3);
    now.uptime_ms += DAY;
    days_off_end(&off, &now); /* as the second of them begins */
    assert_int_equal(days_off_left(&off, 28, 2026), 25);
}

static void days_of_last_year_do_not_come_back(void **state)
{
    struct store_days_off off = {0};
    struct days_off_now now = {.year = 2026, .uptime_ms = 0};
    (void)state;
    days_off_take(&off, &now, 20);
    now.year = 2027;
    now.uptime_ms = DAY;
    days_off_take(&off, &now, 1); /* behind those */
    assert_int_equal(off.until_ms, 21 * DAY);
    assert_int_equal(days_off_left(&off, 28, 2027), 27);
    days_off_end(&off, &now);
    assert_int_equal(days_off_left(&off, 28, 2027), 28); /* and no more than a year has */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_year_is_that_of_the_date),
        cmocka_unit_test(days_are_taken_one_behind_the_other),
        cmocka_unit_test(whole_days_come_back),
        cmocka_unit_test(a_day_has_begun_in_its_first_millisecond),
        cmocka_unit_test(days_of_last_year_do_not_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
