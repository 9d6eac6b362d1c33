/* SPDX-License-Identifier: MIT */
/* Back-off after wrong passwords. */
#include "server/core/rules/backoff.h"
#include "tests/support/cmocka_all.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define FREE 3

static int make(void **state)
{
    *state = backoff_new(FREE);
    return 0;
}

static int drop(void **state)
{
    backoff_free(*state);
    return 0;
}

static void fail_times(struct backoff *table, const char *key, int times, int64_t now_ms)
{
    for (int i = 0; i < times; i++)
        backoff_failed(table, key, now_ms);
}

static void the_first_failures_cost_nothing(void **state)
{
    fail_times(*state, "anna", FREE, 1000);
    assert_int_equal(backoff_wait_ms(*state, "anna", 1000), 0);
}

static void each_further_failure_doubles_the_wait(void **state)
{
    fail_times(*state, "anna", FREE + 1, 1000);
    assert_int_equal(backoff_wait_ms(*state, "anna", 1000), 1000);
    backoff_failed(*state, "anna", 1000);
    assert_int_equal(backoff_wait_ms(*state, "anna", 1000), 2000);
    backoff_failed(*state, "anna", 1000);
    assert_int_equal(backoff_wait_ms(*state, "anna", 1000), 4000);
}

static void the_wait_runs_out(void **state)
{
    fail_times(*state, "anna", FREE + 1, 1000);
    assert_int_equal(backoff_wait_ms(*state, "anna", 1400), 600);
    assert_int_equal(backoff_wait_ms(*state, "anna", 2000), 0);
    assert_int_equal(backoff_wait_ms(*state, "anna", 3000), 0);
}

static void the_wait_never_exceeds_its_limit(void **state)
{
    fail_times(*state, "anna", 200, 1000);
    assert_int_equal(backoff_wait_ms(*state, "anna", 1000), BACKOFF_MAX_MS);
}

static void keys_do_not_disturb_each_other(void **state)
{
    fail_times(*state, "anna", 10, 1000);
    assert_int_equal(backoff_wait_ms(*state, "boris", 1000), 0);
    assert_int_equal(backoff_wait_ms(*state, "ann", 1000), 0);
}

static void success_forgets_the_failures(void **state)
{
    fail_times(*state, "anna", 10, 1000);
    backoff_succeeded(*state, "anna");
    assert_int_equal(backoff_wait_ms(*state, "anna", 1000), 0);
    fail_times(*state, "anna", FREE, 1000);
    assert_int_equal(backoff_wait_ms(*state, "anna", 1000), 0);
}

static void an_hour_without_a_failure_forgets_them(void **state)
{
    fail_times(*state, "club", 10, 1000);
    backoff_failed(*state, "club", 1000 + BACKOFF_FORGET_MS);
    assert_int_equal(backoff_wait_ms(*state, "club", 1000 + BACKOFF_FORGET_MS), 0);
}

static void failures_within_the_hour_add_up(void **state)
{
    fail_times(*state, "club", FREE, 1000);
    backoff_failed(*state, "club", 1000 + BACKOFF_FORGET_MS - 1);
    assert_int_equal(backoff_wait_ms(*state, "club", 1000 + BACKOFF_FORGET_MS - 1), 1000);
}

static void the_oldest_keys_go_when_the_table_is_full(void **state)
{
    fail_times(*state, "oldest", FREE + 1, 1000);
    for (int i = 0; i < 4096; i++) {
        char key[16];
        snprintf(key, sizeof(key), "key%d", i);
        fail_times(*state, key, FREE + 1, 1000);
    }
    assert_int_equal(backoff_wait_ms(*state, "oldest", 1000), 0);
    assert_int_equal(backoff_wait_ms(*state, "key0", 1000), 1000);
    assert_int_equal(backoff_wait_ms(*state, "key4095", 1000), 1000);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make, drop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_first_failures_cost_nothing),
        TEST(each_further_failure_doubles_the_wait),
        TEST(the_wait_runs_out),
        TEST(the_wait_never_exceeds_its_limit),
        TEST(keys_do_not_disturb_each_other),
        TEST(success_forgets_the_failures),
        TEST(an_hour_without_a_failure_forgets_them),
        TEST(failures_within_the_hour_add_up),
        TEST(the_oldest_keys_go_when_the_table_is_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
