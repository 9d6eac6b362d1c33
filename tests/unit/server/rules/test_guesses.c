/* SPDX-License-Identifier: MIT */
/* Guesses of passwords: waits, rows, days, and a table that forgets nobody who counts. */
#include "server/core/rules/guesses.h"
#include "tests/support/cmocka_all.h"

#define DAY_MS (INT64_C(24) * 3600 * 1000)
#define MORNING_MS (20000 * DAY_MS)

static const struct guess_limits LIMITS = {.in_a_row = 3, .a_day = 10};
static const struct guess_key ANNA = {.who = 1, .neighbours = 1};
static const struct guess_key BORIS = {.who = 2, .neighbours = 2};

static struct moment at(int64_t ms)
{
    return (struct moment){.mono_ms = 5000 + ms, .wall_ms = MORNING_MS + ms};
}

static void count(struct guesses *table, const struct guess_key *key, int times, int64_t ms)
{
    for (int i = 0; i < times; i++)
        guesses_count(table, key, at(ms));
}

static void the_first_ones_cost_nothing_and_each_further_one_doubles_the_wait(void **state)
{
    (void)state;
    struct guesses *table = guesses_new(8, (struct guess_limits){3, 1000});
    int64_t now = 0;
    count(table, &ANNA, 3, now);
    assert_int_equal(guesses_wait_ms(table, &ANNA, at(now)), 0);
    for (int64_t wait_ms = 1000; wait_ms < 64000; wait_ms *= 2) {
        count(table, &ANNA, 1, now);
        assert_int_equal(guesses_wait_ms(table, &ANNA, at(now)), wait_ms);
        now += wait_ms;
        assert_int_equal(guesses_wait_ms(table, &ANNA, at(now)), 0);
    }
    for (int i = 0; i < 100; i++) {
        count(table, &ANNA, 1, now);
        assert_int_equal(guesses_wait_ms(table, &ANNA, at(now)), GUESSES_WAIT_MAX_MS);
        now += GUESSES_WAIT_MAX_MS;
    }
    assert_int_equal(guesses_wait_ms(table, &BORIS, at(now)), 0);
    guesses_free(table);
}

static void a_right_guess_ends_the_row_and_an_unverified_one_does_not(void **state)
{
    (void)state;
    struct guesses *table = guesses_new(8, LIMITS);
    count(table, &ANNA, 4, 0);
    guesses_give_back(table, &ANNA, at(0));
    assert_int_equal(guesses_wait_ms(table, &ANNA, at(0)), 0);
    count(table, &ANNA, 1, 0);
    assert_int_equal(guesses_wait_ms(table, &ANNA, at(0)), 1000);
    guesses_right(table, &ANNA, at(0));
    assert_int_equal(guesses_wait_ms(table, &ANNA, at(0)), 0);
    assert_true(guesses_are_none(table, &ANNA, at(0)));
    count(table, &ANNA, 3, 0);
    assert_int_equal(guesses_wait_ms(table, &ANNA, at(0)), 0);
    guesses_free(table);
}

static void an_hour_without_a_guess_ends_the_row(void **state)
{
    (void)state;
    struct guesses *table = guesses_new(8, LIMITS);
    count(table, &ANNA, 4, 0);
    assert_false(guesses_are_none(table, &ANNA, at(GUESSES_FORGET_MS - 1)));
    assert_true(guesses_are_none(table, &ANNA, at(GUESSES_FORGET_MS)));
    guesses_free(table);
}

static void guesses_are_limited_anew_each_day(void **state)
{
    (void)state;
    struct guesses *table = guesses_new(8, (struct guess_limits){1000, 10});
    count(table, &ANNA, 10, DAY_MS - 2000);
    assert_int_equal(guesses_wait_ms(table, &ANNA, at(DAY_MS - 2000)), 2000);
    assert_int_equal(guesses_wait_ms(table, &ANNA, at(DAY_MS)), 0);
    count(table, &ANNA, 10, DAY_MS);
    guesses_right(table, &ANNA, at(DAY_MS)); /* the last one: nine were wrong */
    assert_int_equal(guesses_wait_ms(table, &ANNA, at(DAY_MS)), 0);
    guesses_free(table);
}

static void stored_guesses_are_ahead_by_less_than_a_step(void **state)
{
    (void)state;
    struct guesses *table = guesses_new(8, LIMITS);
    count(table, &ANNA, 1, 0);
    assert_int_equal(guesses_ahead(table, &ANNA, 4, at(0)), 4);
    count(table, &ANNA, 3, 0);
    assert_int_equal(guesses_ahead(table, &ANNA, 4, at(0)), 0);
    guesses_stored(table, &ANNA, 4, at(0)); /* as it is known */
    count(table, &ANNA, 1, 0);
    assert_int_equal(guesses_ahead(table, &ANNA, 4, at(0)), 8);
    guesses_free(table);
}

static void stored_guesses_of_the_day_count_after_a_restart(void **state)
{
    (void)state;
    struct guesses *table = guesses_new(8, LIMITS);
    guesses_stored(table, &ANNA, 10, at(0));
    assert_int_equal(guesses_wait_ms(table, &ANNA, at(0)), DAY_MS);
    assert_int_equal(guesses_wait_ms(table, &ANNA, at(DAY_MS)), 0);
    guesses_stored(table, &BORIS, 0, at(0));
    assert_int_equal(guesses_wait_ms(table, &BORIS, at(0)), 0);
    guesses_free(table);
}

/* 4 entries, of which one is Anna's: a hundred others do not make the table forget her. */
static void no_entry_that_still_counts_is_forgotten(void **state)
{
    (void)state;
    struct guesses *table = guesses_new(4, LIMITS);
    count(table, &ANNA, 4, 0);
    for (uint64_t who = 10; who < 110; who++) {
        const struct guess_key other = {.who = who, .neighbours = who};
        count(table, &other, 1, 1);
    }
    assert_true(guesses_wait_ms(table, &ANNA, at(1)) > 0);
    assert_false(guesses_are_none(table, &ANNA, at(1)));
    guesses_free(table);
}

/* They share by what they have in common. */
static void newcomers_share_entries_while_all_count(void **state)
{
    (void)state;
    const struct guess_key near[] = {{20, 7}, {21, 7}, {22, 8}};
    struct guesses *table = guesses_new(1, LIMITS);
    count(table, &ANNA, 1, 0);
    count(table, &near[0], 4, 0);
    assert_true(guesses_wait_ms(table, &near[1], at(0)) > 0);
    assert_int_equal(guesses_wait_ms(table, &near[2], at(0)), 0);
    guesses_free(table);
}

static void the_oldest_entry_that_counts_nothing_is_replaced(void **state)
{
    (void)state;
    struct guesses *table = guesses_new(2, LIMITS);
    count(table, &ANNA, 1, 0);
    count(table, &BORIS, 1, 2 * GUESSES_FORGET_MS);
    const struct guess_key vera = {.who = 3, .neighbours = 3};
    count(table, &vera, 4, DAY_MS); /* Anna's place: she guessed yesterday, and Boris later */
    assert_true(guesses_wait_ms(table, &vera, at(DAY_MS)) > 0);
    count(table, &BORIS, 4, DAY_MS);
    assert_true(guesses_wait_ms(table, &BORIS, at(DAY_MS)) > 0);
    assert_true(guesses_wait_ms(table, &vera, at(DAY_MS)) > 0);
    guesses_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_ones_cost_nothing_and_each_further_one_doubles_the_wait),
        cmocka_unit_test(a_right_guess_ends_the_row_and_an_unverified_one_does_not),
        cmocka_unit_test(an_hour_without_a_guess_ends_the_row),
        cmocka_unit_test(guesses_are_limited_anew_each_day),
        cmocka_unit_test(stored_guesses_are_ahead_by_less_than_a_step),
        cmocka_unit_test(stored_guesses_of_the_day_count_after_a_restart),
        cmocka_unit_test(no_entry_that_still_counts_is_forgotten),
        cmocka_unit_test(newcomers_share_entries_while_all_count),
        cmocka_unit_test(the_oldest_entry_that_counts_nothing_is_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
