/* SPDX-License-Identifier: MIT */
/* Plans: lines of conditional moves become a tree, which follows the game. */
#include "proto/error.h"
#include "server/core/rules/plan.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <string.h>

static struct game game_behind(enum variant_id variant, const char *actions)
{
    struct game game;
    assert_int_equal(game_parse(&game, variant_get(variant), actions, strlen(actions), NULL), 0);
    return game;
}

/* The first player's plan, behind h8, i9 and h9. */
static int read_lines(const char *lines, struct plan *plan_out)
{
    const struct game game = game_behind(VARIANT_CLASSIC, "h8 i9 h9");
    return plan_read(plan_out, &game, SEAT_FIRST, lines);
}

static void check_lines(const struct plan *plan, const char *wanted)
{
    char lines[PLAN_TEXT_SIZE];
    plan_write(plan, variant_get(VARIANT_CLASSIC), lines);
    assert_string_equal(lines, wanted);
}

static struct action square(const char *text)
{
    struct action action;
    assert_int_equal(action_parse(variant_get(VARIANT_CLASSIC), text, strlen(text), &action), 0);
    return action;
}

static void lines_that_begin_alike_are_one_tree(void **state)
{
    struct plan plan;
    (void)state;
    assert_int_equal(read_lines("a1 b1 a2 b2; a1 B1 a3 b3;c1 d1;a1 b1;a1 b1 a2 b2 a4 b4;", &plan),
                     0);
    check_lines(&plan, "a1 b1 a2 b2 a4 b4;a1 b1 a3 b3;c1 d1");
    assert_int_equal(plan.count, 10);
}

static void blank_lines_are_an_empty_plan(void **state)
{
    struct plan plan;
    (void)state;
    assert_int_equal(read_lines(" ; ;", &plan), 0);
    assert_int_equal(plan.count, 0);
    check_lines(&plan, "");
}

static void only_what_follows_an_action_is_left(void **state)
{
    struct plan plan;
    (void)state;
    assert_int_equal(read_lines("a1 b1 a2 b2;a1 b1 a3 b3;c1 d1", &plan), 0);
    plan_follow(&plan, square("a1"));
    check_lines(&plan, "b1 a2 b2;b1 a3 b3");
    plan_follow(&plan, square("b1"));
    check_lines(&plan, "a2 b2;a3 b3");
    plan_follow(&plan, square("a3"));
    plan_follow(&plan, square("b3"));
    assert_int_equal(plan.count, 0);
}

static void an_action_that_was_not_foreseen_ends_the_plan(void **state)
{
    struct plan plan;
    (void)state;
    assert_int_equal(read_lines("a1 b1 a2 b2", &plan), 0);
    plan_follow(&plan, square("a2"));
    assert_int_equal(plan.count, 0);
}

static void each_line_keeps_to_the_rules(void **state)
{
    static const struct {
        const char *lines;
        int error;
    } wrong[] = {
        {"a1", ERR_PLAN_HAS_NO_ANSWER},
        {"a1 b1 a2", ERR_PLAN_HAS_NO_ANSWER},
        {"a1 b1;a1 b2", ERR_PLAN_HAS_TWO_ANSWERS},
        {"a1 b1 c1 d1;a1 b1 c1 d2", ERR_PLAN_HAS_TWO_ANSWERS},
        {"a1 h8", ERR_OCCUPIED},
        {"a1 b1 a1 c1", ERR_OCCUPIED},
        {"a1 b1;z99 b1", ERR_OFF_BOARD},
        {"a1 !", ERR_BAD_NOTATION},
        {"a1 white", ERR_CANNOT_CHOOSE},
    };
    struct plan plan;
    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_int_equal(read_lines(wrong[i].lines, &plan), wrong[i].error);
}

static void no_line_goes_on_after_the_end_of_the_game(void **state)
{
    struct plan plan;
    (void)state;
    const struct game game = game_behind(VARIANT_MINI, "a1 b1 a2 b2");
    assert_int_equal(plan_read(&plan, &game, SEAT_SECOND, "c1 b3"), 0); /* wins */
    assert_int_equal(plan_read(&plan, &game, SEAT_SECOND, "a3 c3"), ERR_POSITION_OVER);
    assert_int_equal(plan_read(&plan, &game, SEAT_SECOND, "c1 b3 c3 c2"), ERR_POSITION_OVER);
}

/* Three stones are three actions of one player; the other answers with a choice. */
static void the_opening_of_swap2_can_be_foreseen(void **state)
{
    struct plan plan;
    (void)state;
    const struct game game = game_behind(VARIANT_SWAP2, "a1 b2");
    assert_int_equal(plan_read(&plan, &game, SEAT_SECOND, "c3 two_more d4 e5 black f6;d3 white g7"),
                     0);
    assert_int_equal(plan.count, 9);
    assert_int_equal(plan_read(&plan, &game, SEAT_SECOND, "c3 two_more d4 e5 black"),
                     ERR_PLAN_HAS_NO_ANSWER);
    assert_int_equal(plan_read(&plan, &game, SEAT_SECOND, "c3 d4"), ERR_MUST_CHOOSE);
}

/* `count` answers to as many actions. */
static int read_many(size_t count, struct plan *plan_out)
{
    char lines[1024];
    size_t len = 0;
    for (size_t i = 0; i < count; i++)
        len += (size_t)snprintf(lines + len, sizeof(lines) - len, "%c%zu s19;",
                                (char)('a' + i / 10), i % 10 + 10);
    return read_lines(lines, plan_out);
}

static void a_plan_is_bounded(void **state)
{
    struct plan plan;
    char lines[MAXIMA_PLAN + 2];
    (void)state;
    assert_int_equal(read_many(PLAN_ACTIONS_MAX / 2, &plan), 0);
    assert_int_equal(plan.count, PLAN_ACTIONS_MAX);
    assert_int_equal(read_many(PLAN_ACTIONS_MAX / 2 + 1, &plan), ERR_PLAN_TOO_LARGE);
    memset(lines, ' ', sizeof(lines));
    lines[MAXIMA_PLAN + 1] = '\0';
    assert_int_equal(read_lines(lines, &plan), ERR_PLAN_TOO_LARGE);
}

/* Lines with a long stem are told in no more bytes than they were set in, and read again. */
static void a_plan_that_was_read_can_be_told_and_read_again(void **state)
{
    char lines[MAXIMA_PLAN + 1] = "";
    char told[PLAN_TEXT_SIZE];
    struct plan plan;
    struct plan again;
    size_t len = 0;
    (void)state;
    for (int i = 1; i <= 12; i++) {
        for (int j = 0; j < 32; j++) /* no row: every other column, four stones high */
            len += (size_t)snprintf(lines + len, sizeof(lines) - len, "%c%d ",
                                    (char)('a' + 2 * (j % 8)), 12 + j / 8 + j % 2);
        len += (size_t)snprintf(lines + len, sizeof(lines) - len, "q%d r%d;", i, i);
    }
    assert_int_equal(read_lines(lines, &plan), 0);
    assert_int_equal(plan.count, 32 + 24);
    plan_write(&plan, variant_get(VARIANT_CLASSIC), told);
    assert_true(strlen(told) < len);
    assert_int_equal(read_lines(told, &again), 0);
    assert_memory_equal(&plan, &again, sizeof(plan));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_that_begin_alike_are_one_tree),
        cmocka_unit_test(blank_lines_are_an_empty_plan),
        cmocka_unit_test(only_what_follows_an_action_is_left),
        cmocka_unit_test(an_action_that_was_not_foreseen_ends_the_plan),
        cmocka_unit_test(each_line_keeps_to_the_rules),
        cmocka_unit_test(no_line_goes_on_after_the_end_of_the_game),
        cmocka_unit_test(the_opening_of_swap2_can_be_foreseen),
        cmocka_unit_test(a_plan_is_bounded),
        cmocka_unit_test(a_plan_that_was_read_can_be_told_and_read_again),
    };
    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
