/* SPDX-License-Identifier: MIT */
/*
 * The estimate of a player's strength: players of a known strength play at the level that it gives,
 * and are found out.
 */
#include "client/core/strength.h"
#include "tests/support/test.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define LEVELS 10
#define PLAYERS 200

static uint32_t state_of_chance;

static unsigned chance(unsigned below)
{
    state_of_chance = state_of_chance * 1664525u + 1013904223u;
    return (state_of_chance >> 8) % below;
}

/* Thousandths of wins by tenths of a level that one is stronger, not the table of the estimate:
 * 1 / (1 + 0.389^levels). */
static unsigned wins(int tenths)
{
    unsigned odds = 1000000; /* of a loss to a win, in millionths */
    for (int i = abs(tenths); i > 0; i--)
        odds = odds / 1000 * 910 + odds % 1000 * 910 / 1000;
    unsigned won = 1000000 / (1000 + odds / 1000);
    return tenths >= 0 ? won : 1000 - won;
}

/* A player of this many tenths of a level plays, at the level of the estimate. */
static void play(struct strength *strength, int tenths, int games)
{
    for (int i = 0; i < games; i++) {
        unsigned level = strength_level(strength);
        assert_in_range(level, 1, LEVELS);
        bool is_won = chance(1000) < wins(tenths - (int)level * 10);
        strength_take(strength, LEVELS, level, is_won ? STRENGTH_WON : STRENGTH_LOST);
    }
}

/* On average the estimates are off by no more, in hundredths. */
static void assert_found(int tenths, int games, long off_most)
{
    long off = 0;
    for (int i = 0; i < PLAYERS; i++) {
        struct strength strength;
        strength_init(&strength, LEVELS);
        play(&strength, tenths, games);
        off += labs((long)strength.hundredths - tenths * 10L);
    }
    assert_in_range(off / PLAYERS, 0, off_most);
}

TEST(players_of_known_strength_are_found_out)
{
    static const int strengths[] = {10, 30, 46, 70, 85, 100};
    state_of_chance = 1;
    for (size_t i = 0; i < sizeof(strengths) / sizeof(strengths[0]); i++) {
        assert_found(strengths[i], 15, 80);
        assert_found(strengths[i], 60, 40);
    }
}

TEST(who_learns_is_followed)
{
    long sum = 0;
    state_of_chance = 2;
    for (int i = 0; i < PLAYERS; i++) {
        struct strength strength;
        strength_init(&strength, LEVELS);
        play(&strength, 30, 100);
        play(&strength, 70, 40);
        sum += strength.hundredths;
    }
    assert_in_range(sum / PLAYERS, 630, 730);
}

TEST(the_first_results_move_it_most_and_no_result_leaves_the_scale)
{
    struct strength strength;
    strength_init(&strength, LEVELS);
    assert_int_equal(strength_level(&strength), 5);
    strength_take(&strength, LEVELS, 5, STRENGTH_DRAWN);
    assert_int_equal(strength.hundredths, 500);
    strength_init(&strength, LEVELS);
    strength_take(&strength, LEVELS, 5, STRENGTH_LOST);
    assert_int_equal(strength.hundredths, 400);
    assert_int_equal(strength.games, 1);
    for (int i = 0; i < 100; i++)
        strength_take(&strength, LEVELS, 1, STRENGTH_LOST);
    assert_int_equal(strength.hundredths, 100);
    for (int i = 0; i < 1000; i++)
        strength_take(&strength, LEVELS, LEVELS, STRENGTH_WON);
    assert_int_equal(strength.hundredths, 1000);
    strength_init(&strength, 1);
    strength_take(&strength, 1, 1, STRENGTH_WON);
    assert_int_equal(strength_level(&strength), 1);
}

TEST(a_win_that_was_expected_says_little)
{
    struct strength strength = {.hundredths = 800, .games = 50};
    strength_take(&strength, LEVELS, 2, STRENGTH_WON);
    assert_in_range(strength.hundredths, 800, 801);
    strength_take(&strength, LEVELS, 2, STRENGTH_LOST);
    assert_in_range(strength.hundredths, 770, 772);
}
