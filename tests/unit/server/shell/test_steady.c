/* SPDX-License-Identifier: MIT */
/* The steady clock: which time is left out. */
#include "server/shell/steady.h"
#include "tests/support/cmocka_all.h"

/* Behind a wait for `asked_ms` the loop comes back after `took_ms`. */
static const struct {
    int64_t asked_ms, took_ms, counts_ms;
} WAITS[] = {
    {50, 0, 0},
    {50, 20, 20}, /* something came */
    {50, 50, 50},
    {50, 50 + STEADY_SLACK_MS, 50 + STEADY_SLACK_MS}, /* a busy machine */
    {50, 51 + STEADY_SLACK_MS, 50},                   /* it stood */
    {50, 40000, 50},
    {1000, 1000, 1000}, /* nobody is there */
    {1000, 3600000, 1000},
    {0, STEADY_SLACK_MS, STEADY_SLACK_MS}, /* there was more to do */
    {0, STEADY_SLACK_MS + 1, 0},
};

static void a_wait_that_was_longer_than_meant_counts_as_meant(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(WAITS) / sizeof(WAITS[0]); i++) {
        struct steady steady = {.seen_ms = 5000};
        assert_int_equal(steady_ms(&steady, 5000), 5000);
        steady_wait(&steady, 5000, WAITS[i].asked_ms);
        assert_int_equal(steady_ms(&steady, 5000 + WAITS[i].took_ms), 5000 + WAITS[i].counts_ms);
        assert_int_equal(steady.stood_ms, WAITS[i].took_ms - WAITS[i].counts_ms);
    }
}

/* A turn is no wait: what a look at the clock finds in the middle of one was not asked for. */
static void a_turn_that_takes_too_long_counts_for_nobody(void **state)
{
    struct steady steady = {.seen_ms = 100};
    (void)state;
    steady_wait(&steady, 100, 50);
    assert_int_equal(steady_ms(&steady, 110), 110); /* it woke */
    assert_int_equal(steady_ms(&steady, 3110), 110);
    assert_int_equal(steady_ms(&steady, 3111), 111);
    steady_wait(&steady, 3111, 50);
    assert_int_equal(steady_ms(&steady, 3161), 161);
    assert_int_equal(steady.stood_ms, 3000);
}

static void steady_time_never_goes_back(void **state)
{
    struct steady steady = {0};
    int64_t last_ms = 0;
    (void)state;
    for (int64_t i = 1, mono_ms = 0; i < 1000; i++) {
        mono_ms += i * 7919 % 400;
        if (i % 3 == 0)
            steady_wait(&steady, mono_ms, i % 60);
        int64_t now_ms = steady_ms(&steady, mono_ms);
        assert_true(now_ms >= last_ms && now_ms + steady.stood_ms == mono_ms);
        last_ms = now_ms;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wait_that_was_longer_than_meant_counts_as_meant),
        cmocka_unit_test(a_turn_that_takes_too_long_counts_for_nobody),
        cmocka_unit_test(steady_time_never_goes_back),
    };
    return cmocka_run_group_tests_name("steady", tests, NULL, NULL);
}
