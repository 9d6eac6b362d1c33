/* SPDX-License-Identifier: MIT */
/* `depth`: known values on its scale, the levels from which it does not lose, larger boards. */
#include "brain/depth.h"
#include "tests/support/test.h"
#include "tests/unit/brain/asking.h"
#include "tests/unit/brain/drawn.h"
#include "tests/unit/brain/odds.h"

#include <string.h>

static uint32_t memory[1 << 14]; /* enough for 3x3: think() checks it */

static void look(const struct game *game, unsigned plies, unsigned values_out[9])
{
    struct thinking thinking = {.memory = memory, .memory_size = sizeof(memory)};
    struct small small;
    assert_true(small__memory_size(game->variant) <= sizeof(memory));
    small__begin(&small, game, &thinking);
    if (plies > small__plies_left(&small))
        plies = small__plies_left(&small);
    assert_true(small__look(&small, plies));
    for (size_t cell = 0; cell < 9; cell++)
        values_out[cell] = small.values[cell] == 0 ? 0 : depth__scale(small.values[cell]);
}

/* ------------------------------------------------------------------ values */

TEST(each_position_has_its_known_values)
{
    static const struct {
        const char *drawing;
        unsigned plies;
        unsigned values[DRAWN_CELLS];
    } known[] = {
        {"X../.../...", 4, {0, 16, 16, 16, 16, 16, 16, 16, 16}},
        {"X../.../...", 6, {0, 13, 13, 13, 16, 13, 13, 13, 13}},
        {"X../.../...", 9, {0, 13, 13, 13, 24, 13, 13, 13, 13}},
        {".X./.../...", 9, {24, 0, 24, 13, 24, 13, 13, 24, 13}},
        {"XX./.O./...", 2, {0, 0, 16, 9, 0, 9, 9, 9, 9}},
        {"X../.O./..X", 4, {0, 16, 11, 16, 0, 16, 11, 16, 0}},
        {".X./XO./...", 6, {24, 0, 24, 0, 0, 11, 24, 11, 11}},
        {"X.O/X../...", 1, {0, 16, 0, 0, 16, 16, 16, 16, 16}},
        {"XXO/.O./X..", 1, {0, 0, 0, 16, 0, 16, 0, 16, 16}},
        {"O.O/X../X.X", 1, {0, 32, 0, 0, 16, 16, 0, 16, 0}},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
        struct game game;
        unsigned values[DRAWN_CELLS];
        drawn_play(&game, known[i].drawing);
        look(&game, known[i].plies, values);
        for (size_t cell = 0; cell < DRAWN_CELLS; cell++)
            assert_int_equal(values[drawn_cell(cell)], known[i].values[cell]);
    }
}

TEST(a_line_of_two_is_stopped_and_drawn_in_the_end)
{
    struct game game;
    unsigned values[DRAWN_CELLS];
    drawn_play(&game, "XX./.O./...");
    look(&game, 6, values);
    assert_int_equal(values[drawn_cell(2)], DEPTH_DRAW);
}

/* a1 makes X answer a2, and b2 then is a fork: the third stone wins, at ply 5. */
TEST(a_fork_is_seen_as_far_as_the_plies_reach)
{
    struct game game;
    unsigned values[DRAWN_CELLS];
    drawn_play(&game, "OX./..X/...");
    look(&game, 4, values);
    assert_int_equal(values[drawn_cell(6)], DEPTH_UNSEEN);
    look(&game, 5, values);
    assert_int_equal(values[drawn_cell(6)], 28);
}

TEST(every_number_of_the_scale_has_its_meaning)
{
    assert_int_equal(depth__scale(SMALL_WIN - 1), 32);
    assert_int_equal(depth__scale(SMALL_WIN - 3), 30);
    assert_int_equal(depth__scale(SMALL_WIN - 5), 28);
    assert_int_equal(depth__scale(SMALL_WIN - 7), 26);
    assert_int_equal(depth__scale(SMALL_WIN - 9), 24);
    assert_int_equal(depth__scale(SMALL_DRAW), 24);
    assert_int_equal(depth__scale(SMALL_UNSEEN), 16);
    assert_int_equal(depth__scale(8), 15);
    assert_int_equal(depth__scale(6), 13);
    assert_int_equal(depth__scale(4), 11);
    assert_int_equal(depth__scale(2), 9);
    assert_int_equal(depth__scale(16), 16);
    assert_int_equal(depth__scale(SMALL_WIN - 16), 24);
}

/* ------------------------------------------------------------------ players */

static unsigned level_of_chances;

static void highest(const struct game *game, uint32_t chances_out[9])
{
    unsigned values[9];
    unsigned most = 0;
    look(game, level_of_chances, values);
    for (size_t cell = 0; cell < 9; cell++)
        most = values[cell] > most ? values[cell] : most;
    for (size_t cell = 0; cell < 9; cell++)
        chances_out[cell] = values[cell] == most;
}

TEST(level_6_is_the_first_that_does_not_lose)
{
    level_of_chances = 5;
    struct odds odds = odds_of(highest, SEAT_SECOND, OPPONENT_BEST);
    assert_fraction_equal(odds.loss, 7, 8);
    level_of_chances = 6;
    odds = odds_of(highest, SEAT_SECOND, OPPONENT_BEST);
    assert_fraction_equal(odds.loss, 0, 1);
}

static struct thought think(const struct game *game, struct thinking thinking)
{
    return asking_think(COMPUTER_DEPTH, game, thinking);
}

TEST(it_plays_each_of_the_highest_and_no_other)
{
    struct game game;
    unsigned seen = 0;
    drawn_play(&game, ".X./XO./...");
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct thought thought = think(&game, (struct thinking){.level = 6, .seed = seed});
        seen |= 1u << action_cell(thought.prospects[0].action);
    }
    assert_int_equal(seen, 1u << drawn_cell(0) | 1u << drawn_cell(2) | 1u << drawn_cell(6));
}

/* Out of nodes, it plays by the last step that it finished: the win at once is seen by the first.
 */
TEST(what_it_saw_before_it_had_to_stop_counts)
{
    struct game game;
    drawn_play(&game, "O.O/X../X.X");
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct thinking thinking = {.level = 9, .seed = seed, .nodes = 8};
        struct thought thought = think(&game, thinking);
        assert_int_equal(action_cell(thought.prospects[0].action), drawn_cell(1));
        assert_int_equal(thought.prospects[0].proof, PROOF_WIN);
        assert_true(thought.nodes <= 8);
    }
}

TEST(a_draw_is_only_proven_at_the_end)
{
    struct game game;
    drawn_play(&game, "X../.../...");
    struct thought thought = think(&game, (struct thinking){.level = 7});
    assert_int_equal(action_cell(thought.prospects[0].action), drawn_cell(4));
    assert_int_equal(thought.prospects[0].proof, PROOF_UNKNOWN);
    thought = think(&game, (struct thinking){.level = 9, .prospects = 16});
    assert_int_equal(thought.prospects_count, 8);
    assert_int_equal(thought.prospects[0].proof, PROOF_DRAW);
    assert_int_equal(thought.prospects[1].proof, PROOF_LOSS);
}

/* 4x3 is won by the first player, and by some cells within 5 plies. */
TEST(it_plays_larger_boards_and_looks_no_further_than_8_plies)
{
    struct variant variant = asking_board(4, 3, 3);
    struct game game;
    game_init(&game, &variant);
    struct thought thought = think(&game, (struct thinking){.level = 9, .prospects = 16});
    assert_int_equal(thought.prospects[0].proof, PROOF_WIN);
    assert_int_equal(thought.prospects[0].depth, 8);
    variant = asking_board(5, 4, 3);
    assert_false(computer_plays(computer_get(COMPUTER_DEPTH), &variant));
}
