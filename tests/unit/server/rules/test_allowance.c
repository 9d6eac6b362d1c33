/* SPDX-License-Identifier: MIT */
/* Allowances: how much each may use up within a time, and a table that forgets nobody. */
#include "proto/codec.h"
#include "server/core/rules/allowance.h"
#include "tests/support/cmocka_all.h"

#include <stddef.h>
#include <stdint.h>

#define ENTRIES 8
#define COST COST_WORD_READ

static const struct allowance_rate three = {.units = 3, .per_ms = 3000};

static int make(void **state)
{
    *state = allowances_new(ENTRIES, 7);
    return 0;
}

static int drop(void **state)
{
    allowances_free(*state);
    return 0;
}

static int64_t take_of(struct allowances *table, uint64_t who, enum cost_word cost, int64_t units,
                       int64_t now_ms)
{
    const struct allowance_key key = {.who = who, .neighbours = who / 1000, .kind = 1};
    struct allowance *allowance = allowances_of(table, &key, now_ms);
    int64_t wait_ms = allowance_wait_ms(allowance, cost, &three, units, now_ms);
    if (wait_ms == 0)
        allowance_take(allowance, cost, &three, units, now_ms);
    return wait_ms;
}

static int64_t take(struct allowances *table, uint64_t who, int64_t now_ms)
{
    return take_of(table, who, COST, 1, now_ms);
}

static void use_up(struct allowances *table, uint64_t who, int64_t now_ms)
{
    for (int i = 0; i < 3; i++)
        assert_int_equal(take(table, who, now_ms), 0);
}

static void the_whole_allowance_can_be_taken_at_once(void **state)
{
    use_up(*state, 1, 5000);
    assert_int_equal(take(*state, 1, 5000), 1000);
}

static void an_allowance_fills_evenly(void **state)
{
    use_up(*state, 1, 5000);
    assert_int_equal(take(*state, 1, 5999), 1);
    assert_int_equal(take(*state, 1, 6000), 0);
    assert_int_equal(take(*state, 1, 6000), 1000);
}

static void a_refusal_takes_nothing(void **state)
{
    use_up(*state, 1, 5000);
    for (int i = 0; i < 10; i++)
        assert_true(take(*state, 1, 5500) > 0);
    assert_int_equal(take(*state, 1, 6000), 0);
}

static void each_player_has_an_allowance_for_each_cost(void **state)
{
    use_up(*state, 1, 5000);
    use_up(*state, 2, 5000);
    assert_int_equal(take_of(*state, 1, COST_WORD_SAY, 3, 5000), 0);
}

static void an_allowance_is_full_again_after_its_time(void **state)
{
    use_up(*state, 1, 5000);
    use_up(*state, 1, 8000);
    assert_true(take(*state, 1, 8000) > 0);
}

static void several_units_are_taken_together_or_not_at_all(void **state)
{
    assert_int_equal(take_of(*state, 1, COST, 2, 5000), 0);
    assert_int_equal(take_of(*state, 1, COST, 2, 5000), 1000);
    assert_int_equal(take_of(*state, 1, COST, 1, 5000), 0);
}

static void taking_more_than_the_allowance_takes_all_of_it(void **state)
{
    assert_int_equal(take_of(*state, 1, COST, 1000000, 5000), 0);
    assert_int_equal(take_of(*state, 1, COST, 1, 5000), 1000);
}

/* They are taken in portions or at once: it comes to the same. */
static void taking_in_portions_equals_taking_at_once(void **state)
{
    static const int64_t units[] = {0, 1, 5999, 6000, 6001, 12000, 30001, INT32_MAX};
    const struct allowance_rate many = {.units = 6000, .per_ms = 10000};
    const struct allowance_rate one = {.units = 1, .per_ms = 86400000};
    struct allowance most = {{0}};
    (void)state;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        struct allowance full = {{0}};
        allowance_take_all(&full, COST, &many, units[i], 1000);
        int64_t owed_ms = allowance_owed_ms(&full, COST, 1000);
        assert_in_range(owed_ms, units[i] * 10 / 6, units[i] * 10 / 6 + 1);
    }
    allowance_take_all(&most, COST, &one, INT64_MAX, 1000);
    assert_true(allowance_owed_ms(&most, COST, 1000) > 86400000);
}

/* An address that earns more than one unit in a millisecond, and bytes over a day. */
static void large_rates_are_exact(void **state)
{
    struct allowance full = {{0}};
    const struct allowance_rate many = {.units = 6000, .per_ms = 10000};
    const struct allowance_rate bytes = {.units = INT32_MAX, .per_ms = 86400000};
    (void)state;
    allowance_take(&full, COST, &many, 6000, 1000);
    assert_int_equal(allowance_wait_ms(&full, COST, &many, 1, 1000), 2);
    assert_int_equal(allowance_wait_ms(&full, COST, &many, 3000, 1000), 5000);
    assert_int_equal(allowance_wait_ms(&full, COST, &many, 3000, 6000), 0);
    allowance_take(&full, COST_WORD_BYTES, &bytes, INT32_MAX, 1000);
    assert_in_range(allowance_wait_ms(&full, COST_WORD_BYTES, &bytes, INT32_MAX / 2, 1000),
                    43199999, 43200000);
}

static void a_rate_is_multiplied_by_players_and_is_never_zero(void **state)
{
    const struct cost_info *say = cost_info(COST_WORD_SAY);
    (void)state;
    assert_int_equal(allowance_rate(COST_WORD_SAY, 0, 100, 1).units, say->units);
    assert_int_equal(allowance_rate(COST_WORD_SAY, 0, 100, 20).units, 20 * say->units);
    assert_int_equal(allowance_rate(COST_WORD_SAY, 0, 50, 20).units, 10 * say->units);
    assert_int_equal(allowance_rate(COST_WORD_SAY, 0, 1, 1).units, 1);
    assert_int_equal(allowance_rate(COST_WORD_SAY, 7, 200, 3).units, 42);
    assert_int_equal(allowance_rate(COST_WORD_BYTES, 0, 1000000, 16000000).units, INT32_MAX);
}

/* ------------------------------------------------------------------ the table */

static void nobody_is_forgotten_for_newcomers(void **state)
{
    use_up(*state, 1, 5000);
    for (uint64_t who = 2; who < 1000; who++)
        take(*state, who, 5001);
    assert_true(take(*state, 1, 5001) > 0);
}

static void newcomers_share_when_nothing_can_go(void **state)
{
    for (uint64_t who = 1; who <= ENTRIES; who++)
        use_up(*state, who, 5000);
    use_up(*state, 5001, 5000);
    assert_true(take(*state, 5002, 5000) > 0); /* a neighbour of that one */
}

static void an_entry_that_is_full_again_goes(void **state)
{
    for (uint64_t who = 1; who <= ENTRIES; who++)
        use_up(*state, who, 5000);
    for (uint64_t who = 5001; who <= 5000 + ENTRIES; who++)
        use_up(*state, who, 8000);
    for (uint64_t who = 5001; who <= 5000 + ENTRIES; who++)
        assert_true(take(*state, who, 8000) > 0);
}

/* Each is full again after a second, and of many who come one after the other two a second. */
static void entries_that_are_full_again_take_no_memory(void **state)
{
    struct allowances *large;
    (void)state;
    large = allowances_new(1000, 7);
    for (uint64_t who = 1; who <= 500; who++)
        assert_int_equal(take(large, who, 5000 + (int64_t)who * 500), 0);
    assert_in_range(allowances_begun(large), 2, 3);
    allowances_free(large);
}

/* A hundred who never rest do not make the table grow for those who pass. */
static void busy_entries_do_not_stop_newcomers_from_reusing_full_ones(void **state)
{
    struct allowances *large;
    (void)state;
    large = allowances_new(10000, 7);
    for (uint64_t who = 1; who <= 20000; who++) {
        int64_t now_ms = 5000 + (int64_t)who * 10;
        for (uint64_t stays = 1; who % 50 == 1 && stays <= 100; stays++)
            (void)take(large, 100000 + stays, now_ms);
        assert_int_equal(take(large, who, now_ms), 0);
    }
    assert_in_range(allowances_begun(large), 200, 400);
    allowances_free(large);
}

static void kinds_of_keys_have_separate_allowances(void **state)
{
    const struct allowance_key one = {.who = 1, .kind = 1}, other = {.who = 1, .kind = 2};
    allowance_take(allowances_of(*state, &one, 5000), COST, &three, 3, 5000);
    assert_int_equal(allowance_wait_ms(allowances_of(*state, &other, 5000), COST, &three, 3, 5000),
                     0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make, drop)
    const struct CMUnitTest tests[] = {
        TEST(the_whole_allowance_can_be_taken_at_once),
        TEST(an_allowance_fills_evenly),
        TEST(a_refusal_takes_nothing),
        TEST(each_player_has_an_allowance_for_each_cost),
        TEST(an_allowance_is_full_again_after_its_time),
        TEST(several_units_are_taken_together_or_not_at_all),
        TEST(taking_more_than_the_allowance_takes_all_of_it),
        TEST(large_rates_are_exact),
        TEST(taking_in_portions_equals_taking_at_once),
        TEST(a_rate_is_multiplied_by_players_and_is_never_zero),
        TEST(nobody_is_forgotten_for_newcomers),
        TEST(newcomers_share_when_nothing_can_go),
        TEST(an_entry_that_is_full_again_goes),
        TEST(entries_that_are_full_again_take_no_memory),
        TEST(busy_entries_do_not_stop_newcomers_from_reusing_full_ones),
        TEST(kinds_of_keys_have_separate_allowances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
