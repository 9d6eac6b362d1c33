/* SPDX-License-Identifier: MIT */
/*
 * Outcomes: the words are unique and found again, and a result means the right thing to each seat.
 */
#include "engine/outcome.h"
#include "tests/support/test.h"

TEST(every_word_is_found_again)
{
    for (int i = 0; i < RESULT_COUNT; i++)
        assert_int_equal(result_from_word(result_word((enum result)i)), i);
    for (int i = 0; i < REASON_COUNT; i++)
        assert_int_equal(reason_from_word(reason_word((enum reason)i)), i);
    for (int i = 0; i < SCORE_COUNT; i++)
        assert_int_equal(score_from_word(score_word((enum score)i)), i);
}

TEST(an_unknown_word_is_not_found)
{
    assert_int_equal(result_from_word("third"), -1);
    assert_int_equal(reason_from_word(""), -1);
    assert_int_equal(score_from_word("WON"), -1);
}

TEST(each_seat_sees_its_own_score)
{
    assert_int_equal(score_of_seat(RESULT_FIRST, 0), SCORE_WON);
    assert_int_equal(score_of_seat(RESULT_FIRST, 1), SCORE_LOST);
    assert_int_equal(score_of_seat(RESULT_SECOND, 0), SCORE_LOST);
    assert_int_equal(score_of_seat(RESULT_SECOND, 1), SCORE_WON);
    assert_int_equal(score_of_seat(RESULT_DRAW, 0), SCORE_DRAWN);
    assert_int_equal(score_of_seat(RESULT_NONE, 1), SCORE_VOID);
}

TEST(a_game_that_was_none_is_told_by_its_reason)
{
    for (int i = 0; i < REASON_COUNT; i++)
        assert_int_equal(reason_is_before_play((enum reason)i),
                         i == REASON_ABORTED || i == REASON_NO_START || i == REASON_BROKEN_OFF);
}
