/* SPDX-License-Identifier: MIT */
/* A proven line as a lesson: what is right, what the tree answers, and that it is won. */
#include "lessons/lesson.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/lessons/proven.h"

static void play(const struct record_tree *tree, struct game *game, const char *text)
{
    assert_int_equal(game_act(game, proven_action(text)), 0);
    (void)tree;
}

static void only_moves_of_the_proof_are_right(void **state)
{
    const struct record_tree *tree = proven_read(PROVEN_FOUR_THREE);
    struct action next;
    (void)state;
    assert_true(lesson_is_right(tree, &tree->start, proven_action("k8")));
    assert_false(lesson_is_right(tree, &tree->start, proven_action("k11")));
    assert_false(lesson_is_right(tree, &tree->start, proven_action("a2")));
    assert_true(lesson_next(tree, &tree->start, &next));
    assert_true(action_equals(next, proven_action("k8")));
}

static void the_longest_answer_is_given(void **state)
{
    const struct record_tree *tree = proven_read(PROVEN_FOUR_THREE);
    struct game game = tree->start;
    (void)state;
    play(tree, &game, "k8");
    assert_true(action_equals(lesson_answer(tree, &game, 7), proven_action("l8")));
}

static void below_the_leaves_quick_wins_are_right(void **state)
{
    const struct record_tree *tree = proven_read(PROVEN_FOUR_THREE);
    struct game game = tree->start;
    (void)state;
    play(tree, &game, "k8");
    play(tree, &game, "l8");
    assert_true(lesson_is_right(tree, &game, proven_action("k11")));
    assert_true(lesson_is_right(tree, &game, proven_action("k7")));
    assert_false(lesson_is_right(tree, &game, proven_action("k12")));
    play(tree, &game, "k11");
    assert_int_equal(lesson_node(tree, &game), RECORD_TREE_NONE);
    struct action held = lesson_answer(tree, &game, 0);
    assert_true(action_equals(held, proven_action("k7")) ||
                action_equals(held, proven_action("k12")));
}

static void equally_long_answers_are_chosen_at_random(void **state)
{
    const struct record_tree *tree = proven_read(
        PROVEN_HEAD "AB[hh][ih][jh]AW[aa][ac][ae]PL[B];B[kh](;W[lh];B[gh])(;W[gh];B[lh]))");
    struct game game = tree->start;
    (void)state;
    play(tree, &game, "k8");
    assert_true(action_equals(lesson_answer(tree, &game, 0), proven_action("g8")));
    assert_true(action_equals(lesson_answer(tree, &game, 1), proven_action("l8")));
}

static void whoever_follows_the_proof_wins(void **state)
{
    const struct record_tree *tree = proven_read(PROVEN_FOUR_THREE);
    (void)state;
    for (uint64_t chance = 0; chance < 8; chance++) {
        struct game game = tree->start;
        struct action action;
        for (unsigned ply = 0; ply < 10 && game_status(&game) == GAME_OPEN; ply++) {
            action = lesson_answer(tree, &game, chance);
            if (game_to_act(&game) == tree->claim)
                assert_true(lesson_next(tree, &game, &action));
            assert_int_equal(game_act(&game, action), 0);
        }
        assert_int_equal(game_winner(&game), SEAT_FIRST);
    }
}

static void a_player_who_leaves_the_proof_is_not_led_back(void **state)
{
    const struct record_tree *tree = proven_read(PROVEN_FOUR_THREE);
    struct game game = tree->start;
    struct action next;
    (void)state;
    play(tree, &game, "a2");
    play(tree, &game, "k8");
    assert_false(lesson_next(tree, &game, &next));
}

#define PROVEN_MISERE                                                                              \
    "(;GM[4]SZ[3]PVA[mini_misere]PCL[first mini_misere only]PST[a1 b2 b1 c2]"                      \
    "(;PAC[b3])(;PAC[a2];PAC[b3]))"
/* O threatens two rows, and X has one between two corners. */
#define PROVEN_CUBE                                                                                \
    "(;GM[4]SZ[4]PVA[cube4]PCL[first cube4 only]PST[d1a a4a c2b b4a b2a a3a a4d a2a c3a c4a]"      \
    ";PAC[b3c])"

/* By the tree, or as the checker sees it; not where the action ends the game, nor where others may
 * win, too. */
static void what_refutes_a_wrong_move_is_told(void **state)
{
    static const struct {
        const char *tree;
        const char *wrong;
        const char *reply; /* NULL: nothing is told */
    } cases[] = {
        {PROVEN_MISERE, "a2", "b3"},
        {PROVEN_MISERE, "c1", NULL},
        {PROVEN_CUBE, "d4a", "a1a"},
        {PROVEN_FOUR_THREE, "a2", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct record_tree *tree = proven_read(cases[i].tree);
        struct action reply;
        bool is_told = lesson_refutation(tree, &tree->start, proven_action(cases[i].wrong), &reply);
        assert_int_equal(is_told, cases[i].reply != NULL);
        if (is_told)
            assert_true(action_equals(reply, proven_action(cases[i].reply)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_moves_of_the_proof_are_right),
        cmocka_unit_test(the_longest_answer_is_given),
        cmocka_unit_test(below_the_leaves_quick_wins_are_right),
        cmocka_unit_test(equally_long_answers_are_chosen_at_random),
        cmocka_unit_test(whoever_follows_the_proof_wins),
        cmocka_unit_test(a_player_who_leaves_the_proof_is_not_led_back),
        cmocka_unit_test(what_refutes_a_wrong_move_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
