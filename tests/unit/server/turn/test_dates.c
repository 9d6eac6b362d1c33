/* SPDX-License-Identifier: MIT */
/*
 * Dates of the wall clock: their order, those that wait, and a clock that is not believed.
 */
#include "server/core/turn/uptime.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/rig_rated.h"

#include <string.h>

#define HOUR_MS (INT64_C(3600) * 1000)

/* What fell, in its order. */
static char fallen[16];
static struct date first, second;
static bool is_blocked;

static void note(char letter)
{
    size_t len = strlen(fallen);
    assert_in_range(len, 0, sizeof(fallen) - 2);
    fallen[len] = letter;
    fallen[len + 1] = '\0';
}

static bool first_falls(struct core *core)
{
    if (is_blocked)
        return false;
    date_clear(core, &first);
    note('a');
    return true;
}

static bool second_falls(struct core *core)
{
    date_clear(core, &second);
    note('b');
    return true;
}

static void begin(void)
{
    memset(&first, 0, sizeof(first));
    memset(&second, 0, sizeof(second));
    memset(fallen, 0, sizeof(fallen));
    is_blocked = false;
}

static void dates_fall_in_their_order_each_once(void **state)
{
    struct rig *rig = *state;
    begin();
    date_set(rig->core, &second, RIG_START_MS + 2 * HOUR_MS, second_falls);
    date_set(rig->core, &first, RIG_START_MS + HOUR_MS, first_falls);
    rig_pass(rig, HOUR_MS - 1);
    assert_string_equal(fallen, "");
    assert_int_equal(dates_next_ms(rig->core), rig->core->now.mono_ms + 1);
    rig_pass(rig, 1);
    assert_string_equal(fallen, "a");
    rig_pass(rig, 5 * HOUR_MS);
    assert_string_equal(fallen, "ab");
}

static void a_date_that_was_moved_falls_at_its_new_time(void **state)
{
    struct rig *rig = *state;
    begin();
    date_set(rig->core, &first, RIG_START_MS + HOUR_MS, first_falls);
    date_set(rig->core, &first, RIG_START_MS + 3 * HOUR_MS, first_falls);
    rig_pass(rig, 2 * HOUR_MS);
    assert_string_equal(fallen, "");
    rig_pass(rig, HOUR_MS);
    assert_string_equal(fallen, "a");
}

/* It wakes nobody, keeps nobody else, and falls in the turn in which it can. */
static void a_blocked_date_is_asked_again(void **state)
{
    struct rig *rig = *state;
    begin();
    is_blocked = true;
    date_set(rig->core, &first, RIG_START_MS + HOUR_MS, first_falls);
    date_set(rig->core, &second, RIG_START_MS + HOUR_MS + 10, second_falls);
    rig_pass(rig, HOUR_MS);
    assert_int_equal(dates_next_ms(rig->core), rig->core->now.mono_ms + 10);
    rig_pass(rig, 10);
    assert_string_equal(fallen, "b");
    assert_true(dates_next_ms(rig->core) > rig->core->now.mono_ms + 1000);
    is_blocked = false;
    rig_pass(rig, 1);
    assert_string_equal(fallen, "ba");
}

static void nothing_falls_while_the_clock_is_not_believed(void **state)
{
    struct rig *rig = *state;
    begin();
    date_set(rig->core, &first, RIG_START_MS + 100 * HOUR_MS, first_falls);
    rig_set_clock(rig, RIG_START_MS + 200 * HOUR_MS);
    rig_pass(rig, HOUR_MS);
    assert_string_equal(fallen, "");
    rig_pass(rig, 24 * HOUR_MS);
    assert_string_equal(fallen, "a");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(dates_fall_in_their_order_each_once),
        RIG_TEST(a_date_that_was_moved_falls_at_its_new_time),
        RIG_TEST(a_blocked_date_is_asked_again),
        RIG_TEST(nothing_falls_while_the_clock_is_not_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
