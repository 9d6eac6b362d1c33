/* SPDX-License-Identifier: MIT */
/* The list of one's own puzzles: which comes next, and its text. */
#include "client/core/puzzles.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

#define A "000000000000000a"
#define B "000000000000000b"
#define C "000000000000000c"

static struct puzzles puzzles;

static void set_up(void)
{
    puzzles.count = 0;
    assert_true(puzzles_add(&puzzles, A));
    assert_true(puzzles_add(&puzzles, B));
    assert_true(puzzles_add(&puzzles, C));
}

TEST(unsolved_ones_come_first)
{
    set_up();
    assert_string_equal(puzzles_next(&puzzles)->key, A);
    puzzles_note(&puzzles, A, true);
    assert_string_equal(puzzles_next(&puzzles)->key, B);
    puzzles_note(&puzzles, B, true);
    puzzles_note(&puzzles, C, true);
    assert_int_equal(puzzles_unsolved(&puzzles), 0);
    assert_string_equal(puzzles_next(&puzzles)->key, A);
}

TEST(a_failed_one_comes_again_after_the_others)
{
    set_up();
    puzzles_note(&puzzles, A, false);
    assert_string_equal(puzzles_next(&puzzles)->key, B);
    puzzles_note(&puzzles, B, true);
    puzzles_note(&puzzles, C, true);
    assert_string_equal(puzzles_next(&puzzles)->key, A);
    puzzles_note(&puzzles, A, true);
    puzzles_note(&puzzles, B, false);
    assert_string_equal(puzzles_next(&puzzles)->key, B);
}

TEST(one_is_kept_once_and_no_more_than_fit)
{
    char key[PUZZLE_KEY_SIZE];
    set_up();
    assert_false(puzzles_add(&puzzles, B));
    for (unsigned i = 0; puzzles.count < PUZZLES_MAX; i++) {
        snprintf(key, sizeof(key), "1%015x", i);
        assert_true(puzzles_add(&puzzles, key));
    }
    assert_false(puzzles_add(&puzzles, "2000000000000000"));
    puzzles_note(&puzzles, "2000000000000000", true);
}

TEST(it_is_read_as_it_was_written)
{
    static struct puzzles again;
    char text[PUZZLES_TEXT_SIZE];
    set_up();
    puzzles_note(&puzzles, A, true);
    size_t len = puzzles_format(&puzzles, text);
    assert_int_equal(len, strlen(text));
    assert_true(puzzles_parse(&again, text));
    assert_int_equal(again.count, 3);
    assert_string_equal(again.rows[2].key, A);
    assert_int_equal(again.rows[2].solved, 1);
}

TEST(a_text_of_somebody_else_is_refused)
{
    static const char *const bad[] = {"",
                                      "penta puzzles 2\n",
                                      "penta puzzles 1\n" A,
                                      "penta puzzles 1\n" A " \n",
                                      "penta puzzles 1\n" A " 1000\n",
                                      "penta puzzles 1\n" A " -1\n",
                                      "penta puzzles 1\n../../../etc/pass 1\n",
                                      "penta puzzles 1\n" A " 1\n" A " 1\n"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(puzzles_parse(&puzzles, bad[i]));
}

TEST(the_same_stones_have_the_same_key)
{
    char a[PUZZLE_KEY_SIZE];
    char b[PUZZLE_KEY_SIZE];
    struct game game;
    assert_int_equal(game_parse(&game, variant_get(VARIANT_CLASSIC), "a1 b2 c3", 8, NULL), 0);
    puzzle_key(&game, a);
    assert_int_equal(game_parse(&game, variant_get(VARIANT_CLASSIC), "c3 b2 a1", 8, NULL), 0);
    puzzle_key(&game, b);
    assert_string_equal(a, b);
    assert_int_equal(game_parse(&game, variant_get(VARIANT_FREESTYLE), "a1 b2 c3", 8, NULL), 0);
    puzzle_key(&game, b);
    assert_string_not_equal(a, b);
}
