/* SPDX-License-Identifier: MIT */
/* Proofs that one action alone wins: the checker believes them, and nothing is made of what is
 * none. */
#include "lessons/check.h"
#include "lessons/lesson.h"
#include "tests/bench/proof_maker.h"
#include "tests/support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#define POSITIONS ((size_t)1 << 16)
#define SOLVE_NODES 2000000

enum { NODES = 4096 };

static struct record_tree tree;
static struct record_tree_node nodes[NODES];
static char words[1];
static void *memory;

static int set_up(void **state)
{
    (void)state;
    memory = malloc(solver_size(POSITIONS));
    return memory == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(memory);
    return 0;
}

static bool make(enum variant_id id, const char *actions, uint32_t nodes_max, uint64_t solve_nodes)
{
    struct game game;
    const struct variant *variant = variant_get(id);
    assert_int_equal(game_parse(&game, variant, actions, strlen(actions), NULL), 0);
    record_tree_init(&tree, variant, (struct record_tree_memory){nodes, nodes_max, words, 1});
    assert_int_equal(record_tree_begin_at(&tree, &game), 0);
    struct solver *solver = solver_init(memory, POSITIONS, NULL, NULL);
    return proof_maker_make(&tree, solver, solve_nodes);
}

static void one_action_alone_wins_and_the_checker_believes_it(void **state)
{
    (void)state;
    static const struct {
        enum variant_id variant;
        const char *actions;
        const char *only;
    } rows[] = {
        /* GAMES of the plan, section 6 */
        {VARIANT_SILVERMAN_ONE, "a4 b4 d1 a1 c2 b3 d2", "a2"},
        {VARIANT_SILVERMAN_ONE, "a4 b4 d1 a1 c2", "b3"},
        {VARIANT_SILVERMAN_ONE, "a4 b4 d1 a1 c2 b3 d2 a2 d4 d3 c1", "c4"},
        {VARIANT_MINI, "a2 a3 c2 c3", "b2"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct lesson_report report;
        struct action action;
        char text[ACTION_TEXT_SIZE] = "";
        if (!make(rows[i].variant, rows[i].actions, NODES, SOLVE_NODES))
            fail_msg("%s: not made", rows[i].actions);
        assert_true(lesson_check(&tree, LESSON_EFFORT, &report));
        assert_true(lesson_next(&tree, &tree.start, &action));
        action_format(tree.start.variant, action, text);
        assert_string_equal(text, rows[i].only);
        assert_true(lesson_is_right(&tree, &tree.start, action));
    }
}

static void no_puzzle_is_made_without_one_winning_move(void **state)
{
    (void)state;
    assert_false(make(VARIANT_MINI, "a1 b1", NODES, SOLVE_NODES)); /* several win */
    assert_false(make(VARIANT_MINI, "a1", NODES, SOLVE_NODES));    /* none does */
    assert_false(make(VARIANT_SILVERMAN_ONE, "b4 c4", NODES, 1000));
    assert_false(make(VARIANT_SILVERMAN_ONE, "b4 c4", 20, SOLVE_NODES));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_action_alone_wins_and_the_checker_believes_it),
        cmocka_unit_test(no_puzzle_is_made_without_one_winning_move),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
