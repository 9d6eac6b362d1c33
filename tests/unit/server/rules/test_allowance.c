/* SPDX-License-Identifier: MIT */
/* Allowances: how much each key may use up within a time. */
#include "server/core/rules/allowance.h"
#include "tests/support/cmocka_all.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static int make(void **state)
{
    *state = allowance_new(3, 3000);
    return 0;
}

static int drop(void **state)
{
    allowance_free(*state);
    return 0;
}

static void use_up(struct allowance *table, const char *key, int64_t now_ms)
{
    for (int i = 0; i < 3; i++)
        assert_int_equal(allowance_take(table, key, now_ms), 0);
}

static void all_of_it_can_be_taken_at_once(void **state)
{
    use_up(*state, "here", 5000);
    assert_int_equal(allowance_take(*state, "here", 5000), 1000);
}

static void it_fills_evenly(void **state)
{
    use_up(*state, "here", 5000);
    assert_int_equal(allowance_take(*state, "here", 5999), 1);
    assert_int_equal(allowance_take(*state, "here", 6000), 0);
    assert_int_equal(allowance_take(*state, "here", 6000), 1000);
}

static void a_refusal_takes_nothing(void **state)
{
    use_up(*state, "here", 5000);
    for (int i = 0; i < 10; i++)
        assert_true(allowance_take(*state, "here", 5500) > 0);
    assert_int_equal(allowance_take(*state, "here", 6000), 0);
}

static void keys_have_their_own(void **state)
{
    use_up(*state, "here", 5000);
    use_up(*state, "there", 5000);
}

static void after_the_time_it_is_full_again(void **state)
{
    use_up(*state, "here", 5000);
    use_up(*state, "here", 8000);
    assert_true(allowance_take(*state, "here", 8000) > 0);
}

/* The table is bounded: a flood of keys pushes out who took something the longest ago. */
static void the_oldest_are_forgotten_first(void **state)
{
    char key[32];
    use_up(*state, "here", 5000);
    for (int i = 0; i < 65535; i++) {
        snprintf(key, sizeof(key), "%d", i);
        assert_int_equal(allowance_take(*state, key, 5001), 0);
    }
    assert_true(allowance_take(*state, "here", 5001) > 0);
    assert_int_equal(allowance_take(*state, "one more", 5001), 0);
    use_up(*state, "here", 5001);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make, drop)
    const struct CMUnitTest tests[] = {
        TEST(all_of_it_can_be_taken_at_once),  TEST(it_fills_evenly),
        TEST(a_refusal_takes_nothing),         TEST(keys_have_their_own),
        TEST(after_the_time_it_is_full_again), TEST(the_oldest_are_forgotten_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
