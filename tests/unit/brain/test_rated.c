/* SPDX-License-Identifier: MIT */
/* `rated0` and `rated1`: known ratings, and how often they win, drawn and lost, exactly. */
#include "brain/computer.h"
#include "brain/rated.h"
#include "tests/support/test.h"
#include "tests/unit/brain/drawn.h"
#include "tests/unit/brain/odds.h"

#include <string.h>

/* ------------------------------------------------------------------ ratings */

TEST(each_position_has_its_known_ratings)
{
    static const struct {
        const char *drawing;
        uint32_t ratings[RATED_CELLS];
    } known[] = {
        {".../.../...", {1, 1, 1, 1, 1, 1, 1, 1, 1}},
        {"X../.../...", {0, 41, 61, 41, 91, 41, 61, 41, 71}},
        {".../.X./...", {81, 41, 81, 41, 0, 41, 81, 41, 81}},
        {".X./.../...", {51, 0, 51, 21, 61, 21, 41, 41, 41}},
        {"X../.O./..X", {0, 1001, 1001, 1001, 0, 1001, 1001, 1001, 0}},
        {"X../.O./.X.", {0, 11, 121, 1001, 0, 121, 1011, 0, 1221}},
        {"XX./.O./...", {0, 0, 100101, 11, 0, 101, 11, 111, 311}},
        {"X.O/O.X/X..", {0, 21, 0, 0, 1021, 0, 0, 1021, 1021}},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
        struct game game;
        uint32_t ratings[RATED_CELLS];
        drawn_play(&game, known[i].drawing);
        rated__rate(&game, ratings);
        for (size_t cell = 0; cell < RATED_CELLS; cell++)
            assert_int_equal(ratings[drawn_cell(cell)], known[i].ratings[cell]);
    }
}

/* ------------------------------------------------------------------ players */

/* How often the computer plays each cell in `count` thoughts, as they are read. */
static void count_choices(const char *key, const char *drawing, int count, int counts_out[9])
{
    const struct computer *computer = computer_find(key, strlen(key));
    struct game game;
    memset(counts_out, 0, 9 * sizeof(*counts_out));
    drawn_play(&game, drawing);
    for (int i = 0; i < count; i++) {
        struct thinking thinking = {.level = 1, .seed = (uint64_t)i};
        struct thought thought;
        assert_int_equal(computer_think(computer, &game, &thinking, &thought), 0);
        for (size_t cell = 0; cell < 9; cell++)
            if (action_cell(thought.prospects[0].action) == drawn_cell(cell))
                counts_out[cell]++;
    }
}

TEST(one_plays_in_proportion_to_the_ratings)
{
    /* 41 61 41 91 41 61 41 71 of 448 */
    int counts[9];
    count_choices("rated0", "X../.../...", 44800, counts);
    assert_int_equal(counts[0], 0);
    assert_in_range(counts[1], 3800, 4400);
    assert_in_range(counts[2], 5750, 6450);
    assert_in_range(counts[4], 8700, 9500);
    assert_in_range(counts[8], 6750, 7450);
}

TEST(the_other_plays_a_highest_one)
{
    int counts[9];
    count_choices("rated1", "XX./.O./...", 1000, counts);
    assert_int_equal(counts[2], 1000);
    count_choices("rated1", "X.O/O.X/X..", 30000, counts);
    assert_int_equal(counts[1], 0);
    assert_in_range(counts[4], 9600, 10400);
    assert_in_range(counts[7], 9600, 10400);
    assert_in_range(counts[8], 9600, 10400);
}

/* ------------------------------------------------------------------ odds */

static void highest(const struct game *game, uint32_t chances_out[9])
{
    uint32_t most = 0;
    rated__rate(game, chances_out);
    for (size_t cell = 0; cell < 9; cell++)
        most = chances_out[cell] > most ? chances_out[cell] : most;
    for (size_t cell = 0; cell < 9; cell++)
        chances_out[cell] = chances_out[cell] == most;
}

static void assert_odds(const struct odds *odds, struct fraction win, struct fraction draw,
                        struct fraction loss)
{
    assert_fraction_equal(odds->win, (int64_t)win.over, (int64_t)win.under);
    assert_fraction_equal(odds->draw, (int64_t)draw.over, (int64_t)draw.under);
    assert_fraction_equal(odds->loss, (int64_t)loss.over, (int64_t)loss.under);
}

TEST(rated1_second_loses_one_game_in_three_against_the_best)
{
    struct odds odds = odds_of(highest, SEAT_SECOND, OPPONENT_BEST);
    assert_odds(&odds, (struct fraction){0, 1}, (struct fraction){2, 3}, (struct fraction){1, 3});
}

TEST(rated1_second_almost_always_wins_against_chance)
{
    struct odds odds = odds_of(highest, SEAT_SECOND, OPPONENT_RANDOM);
    assert_odds(&odds, (struct fraction){2246, 2835}, (struct fraction){13, 63},
                (struct fraction){4, 2835});
}

TEST(rated1_first_always_draws_against_the_best)
{
    struct odds odds = odds_of(highest, SEAT_FIRST, OPPONENT_BEST);
    assert_odds(&odds, (struct fraction){0, 1}, (struct fraction){1, 1}, (struct fraction){0, 1});
}

TEST(rated0_second_mostly_loses_against_the_best)
{
    struct odds odds = odds_of(rated__rate, SEAT_SECOND, OPPONENT_BEST);
    assert_fraction_equal(odds.loss, 2587189, 2953856);
}
