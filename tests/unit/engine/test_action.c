/* SPDX-License-Identifier: MIT */
/*
 * Tests of engine/action.h: squares and choices as text and back.
 */
#include "engine/action.h"
#include "engine/error.h"
#include "tests/support/test.h"

#include <string.h>

static int parse(enum variant_id id, const char *text, struct action *action_out)
{
    return action_parse(variant_get(id), text, strlen(text), action_out);
}

static size_t cell_of(enum variant_id id, const char *text)
{
    struct action action;
    assert_int_equal(parse(id, text, &action), 0);
    return action_cell(action);
}

static int error_of(enum variant_id id, const char *text)
{
    struct action action;
    return parse(id, text, &action);
}

TEST(squares_count_from_the_lower_left_corner)
{
    assert_int_equal(cell_of(VARIANT_CLASSIC, "a1"), 0);
    assert_int_equal(cell_of(VARIANT_CLASSIC, "s1"), 18);
    assert_int_equal(cell_of(VARIANT_CLASSIC, "a2"), 19);
    assert_int_equal(cell_of(VARIANT_CLASSIC, "h8"), 7 + 7 * 19);
    assert_int_equal(cell_of(VARIANT_CLASSIC, "s19"), 360);
    assert_int_equal(cell_of(VARIANT_MINI, "b3"), 1 + 2 * 3);
}

TEST(the_letter_i_is_a_column_like_any_other)
{
    assert_int_equal(cell_of(VARIANT_CLASSIC, "i1"), 8);
    assert_int_equal(cell_of(VARIANT_CLASSIC, "j1"), 9);
}

TEST(every_square_reads_back_from_its_text)
{
    for (unsigned id = 0; id < VARIANT_COUNT; id++) {
        const struct variant *variant = variant_get((enum variant_id)id);
        for (size_t cell = 0; cell < variant_cells(variant); cell++) {
            char text[ACTION_TEXT_SIZE];
            struct action action = action_place(cell);
            size_t len = action_format(variant, action, text);
            assert_int_equal(len, strlen(text));
            assert_false(action_is_choice(action));
            assert_int_equal(cell_of((enum variant_id)id, text), cell);
        }
    }
}

TEST(every_choice_reads_back_from_its_word)
{
    static const char *const words[] = {"white", "black", "two_more"};
    for (unsigned i = 0; i < CHOICE_COUNT; i++) {
        char text[ACTION_TEXT_SIZE];
        struct action action;
        action_format(variant_get(VARIANT_SWAP2), action_choose((enum choice)i), text);
        assert_string_equal(text, words[i]);
        assert_int_equal(parse(VARIANT_SWAP2, text, &action), 0);
        assert_true(action_is_choice(action));
        assert_int_equal(action_choice(action), i);
    }
}

TEST(upper_case_is_read_and_lower_case_written)
{
    struct action action;
    char text[ACTION_TEXT_SIZE];
    assert_int_equal(parse(VARIANT_CLASSIC, "H8", &action), 0);
    action_format(variant_get(VARIANT_CLASSIC), action, text);
    assert_string_equal(text, "h8");
    assert_int_equal(parse(VARIANT_SWAP2, "Two_More", &action), 0);
    assert_int_equal(action_choice(action), CHOICE_TWO_MORE);
}

TEST(a_square_that_the_board_lacks_is_off_board)
{
    assert_int_equal(error_of(VARIANT_CLASSIC, "t1"), ERR_OFF_BOARD);
    assert_int_equal(error_of(VARIANT_CLASSIC, "a20"), ERR_OFF_BOARD);
    assert_int_equal(error_of(VARIANT_CLASSIC, "a0"), ERR_OFF_BOARD);
    assert_int_equal(error_of(VARIANT_MINI, "d1"), ERR_OFF_BOARD);
    assert_int_equal(error_of(VARIANT_MINI, "a4"), ERR_OFF_BOARD);
    assert_int_equal(error_of(VARIANT_CLASSIC, "a65537"), ERR_OFF_BOARD);
    assert_int_equal(error_of(VARIANT_CLASSIC, "a18446744073709551617"), ERR_OFF_BOARD);
}

TEST(what_is_no_square_and_no_choice_is_bad_notation)
{
    static const char *const wrong[] = {"",    "h",   "8",   "8h",     "hh8",  "h8 ",     " h8",
                                        "h-8", "h08", "h8x", "whites", "whit", "two more"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_int_equal(error_of(VARIANT_CLASSIC, wrong[i]), ERR_BAD_NOTATION);
}

TEST(only_the_given_bytes_are_read)
{
    struct action action;
    assert_int_equal(action_parse(variant_get(VARIANT_CLASSIC), "h19", 2, &action), 0);
    assert_int_equal(action_cell(action), 7);
}

TEST(two_actions_are_equal_when_they_do_the_same)
{
    assert_true(action_equals(action_place(7), action_place(7)));
    assert_false(action_equals(action_place(7), action_place(8)));
    assert_false(action_equals(action_place(0), action_choose(CHOICE_WHITE)));
}

TEST(a_cell_number_beyond_any_board_stays_off_it)
{
    struct action action = action_place((size_t)65536 + 7);
    assert_false(action_is_choice(action));
    assert_true(action_cell(action) >= 729);
}
