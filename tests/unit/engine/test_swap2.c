/* SPDX-License-Identifier: MIT */
/*
 * Tests of engine/swap2.c through the rules: who acts, what is asked and who has which mark, in
 * each of the opening's four ways.
 */
#include "engine/game.h"
#include "tests/support/test.h"
#include "tests/unit/engine/random_game.h"
#include "tests/unit/engine/rules_testing.h"

#include <string.h>

#define THREE "a1 b2 c3"
#define FIVE THREE " two_more d4 e5"

static struct game after(const char *actions)
{
    return game_of(VARIANT_SWAP2, actions);
}

static int error_after(const char *actions, struct action action)
{
    struct game game = after(actions);
    struct game before = game;
    int error = game_act(&game, action);
    if (error != 0)
        random_game_assert_equal(&game, &before);
    return error;
}

static void assert_turn(const char *actions, enum seat seat, enum game_expects expects,
                        enum mark mark)
{
    struct game game = after(actions);
    assert_int_equal(game_to_act(&game), seat);
    assert_int_equal(game_expects(&game), expects);
    assert_int_equal(game_next_mark(&game), mark);
}

static void assert_marks(const char *actions, enum mark first, enum mark second)
{
    struct game game = after(actions);
    assert_int_equal(game_seat_mark(&game, SEAT_FIRST), first);
    assert_int_equal(game_seat_mark(&game, SEAT_SECOND), second);
}

TEST(the_first_player_places_x_o_x)
{
    assert_turn("", SEAT_FIRST, EXPECTS_STONE, MARK_X);
    assert_turn("a1", SEAT_FIRST, EXPECTS_STONE, MARK_O);
    assert_turn("a1 b2", SEAT_FIRST, EXPECTS_STONE, MARK_X);
    struct game game = after(THREE);
    assert_int_equal(game_cell(&game, 0), MARK_X);
    assert_int_equal(game_cell(&game, 1 + 19), MARK_O);
    assert_int_equal(game_cell(&game, 2 + 2 * 19), MARK_X);
}

static void assert_far(const char *actions, bool is_first_far, bool is_second_far)
{
    struct game game = after(actions);
    assert_int_equal(game_is_far_from_win(&game, SEAT_FIRST), is_first_far);
    assert_int_equal(game_is_far_from_win(&game, SEAT_SECOND), is_second_far);
}

TEST(stones_are_nobodys_before_the_colours_are_chosen)
{
    assert_far(FIVE, true, true);              /* X has 3 stones, whoever gets them */
    assert_far(FIVE " black", false, true);    /* the first player has X */
    assert_far(FIVE " white", true, false);    /* the first player has O */
    assert_far(THREE " white h8", true, true); /* X and O have 2 each */
    assert_far(THREE " white h8 i9", false, true);
}

TEST(the_three_stones_may_go_anywhere)
{
    assert_turn("a1 s19 a19", SEAT_SECOND, EXPECTS_CHOICE, MARK_NONE);
    assert_turn("j10 j11 k10", SEAT_SECOND, EXPECTS_CHOICE, MARK_NONE);
}

TEST(nobody_has_a_mark_before_the_choice)
{
    assert_marks("", MARK_NONE, MARK_NONE);
    assert_marks(THREE, MARK_NONE, MARK_NONE);
    assert_marks(THREE " two_more", MARK_NONE, MARK_NONE);
    assert_marks(FIVE, MARK_NONE, MARK_NONE);
}

TEST(whoever_chooses_white_keeps_o_and_plays_next)
{
    assert_marks(THREE " white", MARK_X, MARK_O);
    assert_turn(THREE " white", SEAT_SECOND, EXPECTS_STONE, MARK_O);
    assert_turn(THREE " white d4", SEAT_FIRST, EXPECTS_STONE, MARK_X);
}

TEST(whoever_chooses_black_swaps_and_the_first_player_plays_o_next)
{
    assert_marks(THREE " black", MARK_O, MARK_X);
    assert_turn(THREE " black", SEAT_FIRST, EXPECTS_STONE, MARK_O);
    assert_turn(THREE " black d4", SEAT_SECOND, EXPECTS_STONE, MARK_X);
}

TEST(two_more_are_an_o_and_an_x_by_the_second_player)
{
    assert_turn(THREE " two_more", SEAT_SECOND, EXPECTS_STONE, MARK_O);
    assert_turn(THREE " two_more d4", SEAT_SECOND, EXPECTS_STONE, MARK_X);
    struct game game = after(FIVE);
    assert_int_equal(game_cell(&game, 3 + 3 * 19), MARK_O);
    assert_int_equal(game_cell(&game, 4 + 4 * 19), MARK_X);
}

TEST(after_two_more_the_first_player_chooses_a_colour)
{
    assert_turn(FIVE, SEAT_FIRST, EXPECTS_CHOICE, MARK_NONE);
    assert_marks(FIVE " white", MARK_O, MARK_X);
    assert_turn(FIVE " white", SEAT_FIRST, EXPECTS_STONE, MARK_O);
    assert_turn(FIVE " white f6", SEAT_SECOND, EXPECTS_STONE, MARK_X);
    assert_marks(FIVE " black", MARK_X, MARK_O);
    assert_turn(FIVE " black", SEAT_SECOND, EXPECTS_STONE, MARK_O);
    assert_turn(FIVE " black f6", SEAT_FIRST, EXPECTS_STONE, MARK_X);
}

TEST(the_second_choice_is_of_two_answers_only)
{
    struct game game = after(FIVE);
    struct action actions[CHOICE_COUNT];
    assert_int_equal(game_legal_actions(&game, actions, CHOICE_COUNT), 2);
    assert_int_equal(action_choice(actions[0]), CHOICE_WHITE);
    assert_int_equal(action_choice(actions[1]), CHOICE_BLACK);
    assert_int_equal(error_after(FIVE, action_choose(CHOICE_TWO_MORE)), ERR_CANNOT_CHOOSE);
    game = after(THREE);
    assert_int_equal(game_legal_actions(&game, NULL, 0), 3);
}

TEST(a_stone_instead_of_a_choice_is_refused)
{
    assert_int_equal(error_after(THREE, action_place(100)), ERR_MUST_CHOOSE);
    assert_int_equal(error_after(THREE, action_place(0)), ERR_MUST_CHOOSE);
    assert_int_equal(error_after(FIVE, action_place(100)), ERR_MUST_CHOOSE);
}

TEST(a_choice_that_nobody_asked_for_is_refused)
{
    static const char *const positions[] = {"",
                                            "a1 b2",
                                            THREE " white",
                                            THREE " two_more",
                                            THREE " two_more d4",
                                            FIVE " black",
                                            THREE " white d4 e5"}; /* ply 6, without two_more */
    for (size_t i = 0; i < sizeof(positions) / sizeof(positions[0]); i++) {
        for (unsigned choice = 0; choice < CHOICE_COUNT; choice++)
            assert_int_equal(error_after(positions[i], action_choose((enum choice)choice)),
                             ERR_CANNOT_CHOOSE);
    }
}

TEST(a_choice_is_undone_like_a_stone)
{
    static const char *const positions[] = {THREE, THREE " two_more", THREE " two_more d4", FIVE};
    static const char *const next[] = {"black", "d4", "e5", "white"};
    for (size_t i = 0; i < 4; i++) {
        struct action action;
        struct game game = after(positions[i]);
        struct game before = game;
        assert_int_equal(action_parse(game.variant, next[i], strlen(next[i]), &action), 0);
        assert_int_equal(game_act(&game, action), 0);
        game_undo(&game);
        random_game_assert_equal(&game, &before);
        assert_int_equal(game_to_act(&game), game_to_act(&before));
    }
}

#define ROW_OF_X " a19 b1 c19 c1 e19 d1 g19 e1"

TEST(the_winner_is_the_seat_that_has_the_winning_mark)
{
    struct game game = after("a1 s1 s19 black" ROW_OF_X);
    assert_int_equal(game_status(&game), GAME_WON);
    assert_int_equal(game_winner(&game), SEAT_SECOND);
    game = after("a1 s1 s19 white" ROW_OF_X);
    assert_int_equal(game_winner(&game), SEAT_FIRST);
}
