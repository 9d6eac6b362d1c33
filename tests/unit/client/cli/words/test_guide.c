/* SPDX-License-Identifier: MIT */
/*
 * The rules as people are told them, against the game: the numbers are those of its row, the
 * example can be played, and nothing is longer than a screen. And the advice on each.
 */
#include "client/cli/words/guide.h"
#include "engine/needs.h"
#include "engine/outcome.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <string.h>

static char lines[GUIDE_LINES_MAX][GUIDE_LINE_SIZE];

static bool is_said(const struct variant *variant, const char *text)
{
    size_t count = guide_lines(variant, lines);
    for (size_t i = 0; i < count; i++)
        if (strstr(lines[i], text) != NULL)
            return true;
    return false;
}

static void assert_said(enum variant_id id, const char *text)
{
    if (!is_said(variant_get(id), text))
        fail_msg("%s: nobody says \"%s\"", variant_get(id)->key, text);
}

static void every_game_is_told_in_ten_lines(void **state)
{
    (void)state;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        size_t count = guide_lines(variant_get((enum variant_id)id), lines);
        assert_in_range(count, 4, GUIDE_LINES_MAX);
        for (size_t i = 0; i < count; i++) {
            assert_null(strchr(lines[i], '{'));
            assert_in_range(strlen(lines[i]), 10, GUIDE_LINE_SIZE - 2);
        }
    }
}

/* A copy of a row with other numbers is told with these. */
static void numbers_are_those_of_the_row(void **state)
{
    (void)state;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        struct variant other = *variant_get((enum variant_id)id);
        if ((other.needs & (NEED_NESTED | NEED_GOAL | NEED_MOVING)) != 0 || other.row > 8)
            continue;
        other.row = 8;
        assert_true(is_said(&other, "8 "));
    }
    assert_said(VARIANT_CLASSIC, "19 columns and 19 rows");
    assert_said(VARIANT_CLASSIC, "Exactly 5 in a row win");
    assert_said(VARIANT_FREESTYLE, "5 or more in a row win");
    assert_said(VARIANT_MINI, "3 in a row win: along");
    assert_said(VARIANT_CUBE4, "cube of 4x4x4");
    assert_said(VARIANT_LINETRIS, "After 512 stones");
    assert_said(VARIANT_PLANE, "After 400 stones");
    assert_said(VARIANT_GOBANG12, "12 stones each");
    assert_said(VARIANT_GOBANG15, "15 stones each");
    assert_said(VARIANT_GOBANG15, "10 points win");
    assert_said(VARIANT_GOBANG15, "after 300 turns");
    assert_said(VARIANT_ACHI, "4 stones each");
    assert_said(VARIANT_ACHI, "After 200 turns");
    assert_said(VARIANT_RENJU, "exactly 5 in a row, O with 5 or more");
    assert_said(VARIANT_CUBE3, "has no rating");
    assert_said(VARIANT_CUBE4, "for a rating");
    assert_said(VARIANT_STRATEGIC, "usually 3d/move");
}

/* Asks the engine who wins by a row, where a sentence says it. */
static void every_example_can_be_played(void **state)
{
    (void)state;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const struct variant *variant = variant_get((enum variant_id)id);
        struct game game;
        if (!guide_example(variant, &game))
            fail_msg("%s has no example", variant->key);
        assert_true(game.ply > 0);
        bool has_end =
            (variant->needs & (NEED_NESTED | NEED_MOVING | NEED_CHOICES | NEED_TURNS)) == 0;
        if (has_end && game_status(&game) != GAME_WON)
            fail_msg("%s: the example does not end with a row", variant->key);
        enum seat mover = game.ply % 2 == 1 ? SEAT_FIRST : SEAT_SECOND;
        if (has_end && is_said(variant, "loses"))
            assert_int_not_equal(game_winner(&game), mover);
        if (has_end && is_said(variant, "whoever made it, the first player wins"))
            assert_int_equal(game_winner(&game), SEAT_FIRST);
    }
}

static bool is_advised(enum variant_id id, const char *text)
{
    char advice[GUIDE_ADVICE_MAX][GUIDE_LINE_SIZE];
    size_t count = guide_advice(variant_get(id), advice);
    for (size_t i = 0; i < count; i++)
        if (strstr(advice[i], text) != NULL)
            return true;
    return false;
}

static void there_is_advice_on_every_game(void **state)
{
    char advice[GUIDE_ADVICE_MAX][GUIDE_LINE_SIZE];
    (void)state;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        size_t count = guide_advice(variant_get((enum variant_id)id), advice);
        assert_in_range(count, 1, GUIDE_ADVICE_MAX);
        for (size_t i = 0; i < count; i++) {
            assert_null(strchr(advice[i], '{'));
            assert_in_range(strlen(advice[i]), 10, GUIDE_LINE_SIZE - 2);
        }
    }
    assert_true(is_advised(VARIANT_MINI, "X: begin in the middle."));
    assert_true(is_advised(VARIANT_MINI_MISERE, "X: take the middle"));
    assert_true(is_advised(VARIANT_CLASSIC, "two lines of your opponent cross"));
    assert_false(is_advised(VARIANT_FREESTYLE, "A longer row is worth nothing"));
    assert_true(is_advised(VARIANT_CUBE3_MISERE, "the square opposite"));
    assert_true(is_advised(VARIANT_STRATEGIC_FUNC, "within four stones"));
}

/* Only of the table is it known. */
static void there_is_no_advice_on_a_game_of_another_table(void **state)
{
    struct variant other = *variant_get(VARIANT_MINI);
    char advice[GUIDE_ADVICE_MAX][GUIDE_LINE_SIZE];
    (void)state;
    other.id = VARIANT_COUNT;
    assert_int_equal(guide_advice(&other, advice), 0);
}

static void every_game_has_a_kind(void **state)
{
    (void)state;
    size_t counts[GUIDE_KINDS] = {0};
    for (int id = 0; id < VARIANT_COUNT; id++)
        counts[guide_kind(variant_get((enum variant_id)id))]++;
    for (size_t kind = 0; kind < GUIDE_KINDS; kind++)
        assert_true(counts[kind] >= 3);
    assert_int_equal(guide_kind(variant_get(VARIANT_DROP5)), GUIDE_FALLING);
    assert_int_equal(guide_kind(variant_get(VARIANT_PLANE)), GUIDE_ROWS);
    assert_int_equal(guide_kind(variant_get(VARIANT_MINI_MISERE)), GUIDE_GOALS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_told_in_ten_lines),
        cmocka_unit_test(numbers_are_those_of_the_row),
        cmocka_unit_test(every_example_can_be_played),
        cmocka_unit_test(there_is_advice_on_every_game),
        cmocka_unit_test(there_is_no_advice_on_a_game_of_another_table),
        cmocka_unit_test(every_game_has_a_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
