/* SPDX-License-Identifier: MIT */
/*
 * Tests of threats_forced_answer() on drawn boards and in the opening of Swap2.
 */
#include "engine/threats.h"
#include "tests/support/board_text.h"
#include "tests/support/test.h"
#include "tests/unit/engine/rules_testing.h"

#include <string.h>

static size_t cell_of(const char *square)
{
    struct action action;
    assert_int_equal(action_parse(variant_get(VARIANT_CLASSIC), square, strlen(square), &action),
                     0);
    return action_cell(action);
}

/* ---------------------------------------------------------------- the forced answer */

#define NOTHING ((size_t)-1)

/* The forced answer on the drawing for whoever is to move; NOTHING for none. */
static size_t forced(enum variant_id variant, size_t column, size_t row, const char *drawing)
{
    struct game game;
    size_t cell = NOTHING;
    assert_int_equal(board_text_play(&game, variant_get(variant), column, row, drawing), 0);
    enum seat seat = game_to_act(&game);
    bool is_forced = threats_forced_answer(&game, seat, &cell);
    size_t for_other = NOTHING;
    assert_false(threats_forced_answer(&game, seat == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST,
                                       &for_other)); /* not their turn */
    return is_forced ? cell : NOTHING;
}

TEST(a_four_forces_its_square)
{
    assert_int_equal(forced(VARIANT_CLASSIC, 6, 6, "OXXXx."), cell_of("l7"));
    assert_int_equal(forced(VARIANT_CLASSIC, 6, 6, "XoO.OO"), cell_of("j7"));
    assert_int_equal(forced(VARIANT_CLASSIC, 0, 18, "XXXx."), cell_of("e19"));
    assert_int_equal(forced(VARIANT_CLASSIC, 6, 6, "X.XXXx."), cell_of("m7"));
}

TEST(what_cannot_be_stopped_forces_nothing)
{
    assert_int_equal(forced(VARIANT_CLASSIC, 6, 6, ".XXXx."), NOTHING);
    assert_int_equal(forced(VARIANT_CLASSIC, 6, 6, "X.XxX.X"), NOTHING);
    assert_int_equal(forced(VARIANT_CLASSIC, 6, 6,
                            "O.....\n"
                            "XXXx.O\n"
                            "..X...\n"
                            ".X....\n"
                            "X.....\n"
                            "......\n"),
                     NOTHING);
}

TEST(two_fours_through_one_square_force_it)
{
    assert_int_equal(forced(VARIANT_CLASSIC, 6, 6,
                            "OXXXx.\n"
                            ".....X\n"
                            ".....X\n"
                            ".....X\n"
                            ".....X\n"
                            ".....O\n"),
                     cell_of("l12"));
}

TEST(a_side_that_can_win_at_once_is_not_forced)
{
    assert_int_equal(forced(VARIANT_CLASSIC, 6, 6,
                            "OXXXx.\n"
                            "......\n"
                            "XOOOO.\n"),
                     NOTHING);
    assert_int_equal(forced(VARIANT_CLASSIC, 6, 6,
                            "OXXXx.\n"
                            "......\n"
                            "OOOO.O\n"), /* it would make six */
                     NOTHING);
    assert_int_equal(forced(VARIANT_CLASSIC, 6, 6,
                            "OXXXx.\n"
                            "......\n"
                            "XOOOO.OX\n"), /* it would make six */
                     cell_of("l9"));
}

TEST(a_three_forces_nothing)
{
    assert_int_equal(forced(VARIANT_CLASSIC, 6, 6, "..XXx.."), NOTHING);
    assert_int_equal(forced(VARIANT_CLASSIC, 6, 6, "O.XXx.."), NOTHING);
}

TEST(on_the_small_board_a_two_forces_the_third)
{
    const struct variant *mini = variant_get(VARIANT_MINI);
    struct action b3 = {0};
    assert_int_equal(action_parse(mini, "b3", 2, &b3), 0);
    assert_int_equal(forced(VARIANT_MINI, 0, 0,
                            "X.x\n"
                            ".O.\n"
                            "...\n"),
                     action_cell(b3));
    assert_int_equal(forced(VARIANT_MINI, 0, 0,
                            "...\n"
                            ".x.\n"
                            "...\n"),
                     NOTHING);
    /* O has a row of its own to take */
    assert_int_equal(forced(VARIANT_MINI, 0, 0,
                            "X.x\n"
                            ".X.\n"
                            "O.O\n"),
                     NOTHING);
    /* two at once: nothing helps */
    assert_int_equal(forced(VARIANT_MINI, 0, 0,
                            "X.x\n"
                            "O..\n"
                            ".OX\n"),
                     NOTHING);
}

static size_t forced_in_swap2(const char *actions)
{
    struct game game = game_of(VARIANT_SWAP2, actions);
    size_t cell = NOTHING;
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++) {
        if (threats_forced_answer(&game, seat, &cell)) {
            assert_int_equal(seat, game_to_act(&game));
            return cell;
        }
    }
    return NOTHING;
}

TEST(the_opening_of_swap2_forces_nothing)
{
    game_of(VARIANT_SWAP2, "h8 h9 i8 two_more a1 j8 black a19 k8 l8 g8");
    assert_int_equal(forced_in_swap2("h8"), NOTHING);
    assert_int_equal(forced_in_swap2("h8 h9 i8"), NOTHING);
    assert_int_equal(forced_in_swap2("h8 h9 i8 two_more a1"), NOTHING);
    assert_int_equal(forced_in_swap2("h8 h9 i8 two_more a1 j8"), NOTHING);
    /* from the choice on it is a game like others: h8 to k8 with l8 taken leave g8 */
    assert_int_equal(forced_in_swap2("h8 h9 i8 two_more a1 j8 black l8 k8"), cell_of("g8"));
    assert_int_equal(forced_in_swap2("h8 h9 i8 white l8 j8 a19 k8"), cell_of("g8"));
}

/* No opening of the table can have a four before the marks are fixed. Where three win, Swap2 has.
 */
TEST(without_marks_no_answer_is_forced)
{
    struct variant variant = *variant_get(VARIANT_SWAP2);
    struct threats_search search;
    struct threat threat;
    struct game game;
    size_t cell;
    variant.row = 3;
    assert_int_equal(game_parse(&game, &variant, "h8 l8 i8", 8, NULL), 0);
    threats_start(&search, &game, MARK_X);
    assert_true(threats_next(&search, &threat));
    assert_false(threats_forced_answer(&game, SEAT_FIRST, &cell));
    assert_false(threats_forced_answer(&game, SEAT_SECOND, &cell));
    assert_int_equal(game_parse(&game, &variant, "h8 k8 i8 white", 14, NULL), 0);
    assert_false(threats_forced_answer(&game, SEAT_SECOND, &cell)); /* g8 and j8 */
    assert_int_equal(game_parse(&game, &variant, "h8 j8 i8 two_more", 17, NULL), 0);
    assert_false(threats_forced_answer(&game, SEAT_SECOND, &cell)); /* places, has no mark */
    assert_int_equal(game_parse(&game, &variant, "h8 j8 i8 white", 14, NULL), 0);
    assert_true(threats_forced_answer(&game, SEAT_SECOND, &cell));
    assert_int_equal(cell, cell_of("g8"));
}
