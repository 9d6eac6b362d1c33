/* SPDX-License-Identifier: MIT */
/*
 * Tests of brain/weights.h: known answers for drawn-up positions, symmetry, and where there is
 * nothing to weigh.
 */
#include "brain/weights.h"
#include "tests/support/test.h"

#include <string.h>

static struct weights_board board;
static uint32_t weights[GAME_CELLS_MAX];

static size_t cell_of(const char *at)
{
    struct action action;
    assert_int_equal(action_parse(variant_get(VARIANT_CLASSIC), at, strlen(at), &action), 0);
    return action_cell(action);
}

static struct game game_of(enum variant_id id, const char *actions)
{
    struct game game;
    assert_int_equal(game_parse(&game, variant_get(id), actions, strlen(actions), NULL), 0);
    return game;
}

static bool read_game(enum variant_id id, const char *actions)
{
    struct game game = game_of(id, actions);
    return weights_read_game(&board, &game);
}

/* All cells of a board that is not sparse. */
static bool weigh(enum variant_id id, const char *actions)
{
    if (!read_game(id, actions))
        return false;
    for (size_t cell = 0; cell < variant_cells(variant_get(id)); cell++)
        weights[cell] = weights_at(&board, cell);
    return true;
}

/* In ten-thousandths of a weight of one. */
static void check(const char *at, uint64_t expected)
{
    uint64_t weight = weights[cell_of(at)];
    if (weight * 10000 != expected * WEIGHTS_ONE)
        fail_msg("%s: %u/%u", at, (unsigned)weight, WEIGHTS_ONE);
}

/* These weigh so much, and all others less. */
static void check_best(const char *const *best, size_t count, uint64_t expected)
{
    size_t seen = 0;
    for (size_t i = 0; i < count; i++)
        check(best[i], expected);
    for (size_t cell = 0; cell < 361; cell++)
        seen += weights[cell] >= weights[cell_of(best[0])];
    assert_int_equal(seen, count);
}

#define CHECK_BEST(expected, ...)                                                                  \
    check_best((const char *const[]){__VA_ARGS__},                                                 \
               sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), expected)

/* ---------------------------------------------------------------- tests */

TEST(the_neighbours_of_one_stone_weigh_most)
{
    assert_true(weigh(VARIANT_CLASSIC, "j10"));
    CHECK_BEST(66000, "i9", "j9", "k9", "i10", "k10", "i11", "j11", "k11");
    check("l10", 21250);
    check("n10", 20625);
    check("o10", 20000);
    check("j1", 11000);
    check("a1", 6000);
    check("j10", 0);
    assert_true(weigh(VARIANT_CLASSIC, "j10 j11"));
    CHECK_BEST(112000, "i10", "k10", "i11", "k11");
}

TEST(a_three_is_stopped_at_its_better_end)
{
    assert_true(weigh(VARIANT_CLASSIC, "j10 j11 k10 k12 l10"));
    CHECK_BEST(1082000, "i10");
    check("m10", 1017250);
    check("h10", 55000);
    check("n10", 55000);
    check("k11", 193000);
}

TEST(a_five_is_stopped_and_ones_own_goes_before_that)
{
    assert_true(weigh(VARIANT_CLASSIC, "j10 i10 k10 j11 l10 k12 m10"));
    CHECK_BEST(2016000, "n10");
    assert_true(weigh(VARIANT_CLASSIC, "j10 j12 k10 k12 l10 l12 m10 m12"));
    CHECK_BEST(3017250, "i10", "n10");
    assert_true(weigh(VARIANT_CLASSIC, "j12 j10 k12 k10 l12 l10 m12 m10"));
    CHECK_BEST(3017250, "i12", "n12");
}

/* A square with its mirror images weighs the same, and so does it after the rows were turned. */
TEST(a_mirrored_game_has_mirrored_weights)
{
    static uint32_t seen[GAME_CELLS_MAX];
    assert_true(weigh(VARIANT_FREESTYLE15, "h8 i9 j8 i7 k8 c3 l9 a1 o15"));
    memcpy(seen, weights, sizeof(seen));
    assert_true(weigh(VARIANT_FREESTYLE15, "h8 g9 f8 g7 e8 m3 d9 o1 a15"));
    for (size_t cell = 0; cell < 225; cell++)
        assert_int_equal(weights[cell], seen[cell / 15 * 15 + 14 - cell % 15]);
}

TEST(other_games_and_choices_have_no_weights)
{
    assert_false(weigh(VARIANT_MINI, "b2"));
    assert_false(weigh(VARIANT_SWAP2, "j10 k11 l12"));
    assert_true(weigh(VARIANT_SWAP2, "j10 k11"));
    assert_false(weigh(VARIANT_CLASSIC, "a1 h8 a2 h9 a3 h10 a4 h11 s19 h12"));
    assert_true(weights_apply(variant_get(VARIANT_FREESTYLE15)));
    assert_false(weights_apply(variant_get(VARIANT_MINI)));
    assert_false(weights_apply(variant_get(VARIANT_RENJU)));
    assert_false(weights_apply(variant_get(VARIANT_DROP5)));
    assert_false(weigh(VARIANT_SWAP15, "h8 i8 l10"));
    assert_true(weigh(VARIANT_SWAP15, "h8 i8"));
}

/* ---------------------------------------------------------------- without an edge */

static size_t plane_cell(int column, int row)
{
    const struct variant *plane = variant_get(VARIANT_PLANE);
    return variant_origin(plane) + (size_t)(column + row * plane->width);
}

static size_t count_cells(void)
{
    size_t at = 0;
    size_t cell;
    size_t count = 0;
    while (weights_next(&board, &at, &cell))
        count++;
    return count;
}

/* Far from all edges squares weigh what they do on a board that has some, wherever the stones lie
 * on it. */
TEST(the_same_stones_weigh_the_same_wherever_they_lie)
{
    static const struct {
        const char *dense;
        const char *plane;
    } games[] = {
        {"k10", "0:0"},
        {"k10 j11 l10 m12 k9", "0:0 -1:1 1:0 2:2 0:-1"},
        {"k10 j11 m10 h8 n10 k12 l11", "0:0 -1:1 2:0 -3:-2 3:0 0:2 1:1"},
    };
    for (size_t i = 0; i < sizeof(games) / sizeof(*games); i++) {
        assert_true(weigh(VARIANT_FREESTYLE, games[i].dense));
        assert_true(read_game(VARIANT_PLANE, games[i].plane));
        for (int row = -4; row <= 4; row++)
            for (int column = -4; column <= 4; column++)
                assert_int_equal(weights_at(&board, plane_cell(column, row)),
                                 weights[cell_of("k10") + (size_t)(column + row * 19)]);
    }
}

/* The last column stops lines as that of any board does. */
TEST(the_largest_board_ends_too)
{
    assert_true(weigh(VARIANT_FREESTYLE, "k10 s12 a1 s11"));
    assert_true(read_game(VARIANT_PLANE, "0:0 127:2 -100:0 127:1"));
    for (int row = -4; row <= 4; row++)
        for (int column = -2; column <= 0; column++)
            assert_int_equal(weights_at(&board, plane_cell(127 + column, row)),
                             weights[cell_of("s10") + (size_t)(column + row * 19)]);
}

/* Without a stone it is the one square on which it may lie. */
TEST(the_stones_and_five_squares_around_them_are_looked_at)
{
    static const struct {
        const char *actions;
        size_t cells; /* that are free */
    } boxes[] = {
        {"", 1},
        {"0:0", 11 * 11 - 1},
        {"0:0 3:-1", 14 * 12 - 2},
        {"0:0 -40:7", 51 * 18 - 2},
        {"0:0 127:0", 138 * 11 - 5 * 11 - 2},
        {"0:0 -127:-127 127:127", 255 * 255 - 3},
    };
    for (size_t i = 0; i < sizeof(boxes) / sizeof(*boxes); i++) {
        assert_true(read_game(VARIANT_PLANE, boxes[i].actions));
        assert_int_equal(count_cells(), boxes[i].cells);
    }
    assert_true(read_game(VARIANT_SWAP15, ""));
    assert_int_equal(count_cells(), 1);
    assert_true(read_game(VARIANT_SWAP15, "h8"));
    assert_int_equal(count_cells(), 224);
}
