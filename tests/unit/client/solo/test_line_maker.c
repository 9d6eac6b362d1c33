/* SPDX-License-Identifier: MIT */
/* Trees of wins: the checker believes what is made, and nothing is made of what is none. */
#include "brain/search/search.h"
#include "client/solo/line_maker.h"
#include "lessons/check.h"
#include "tests/support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 4096 };

static struct record_tree tree;
static struct record_tree_node nodes[NODES];
static char words[4];
static struct prover prover;
static void *tables;

static void set_up(enum variant_id id, const char *actions)
{
    struct game game;
    const struct variant *variant = variant_get(id);
    assert_int_equal(game_parse(&game, variant, actions, strlen(actions), NULL), 0);
    record_tree_init(&tree, variant, (struct record_tree_memory){nodes, NODES, words, 4});
    assert_int_equal(record_tree_begin_at(&tree, &game), 0);
    tree.claim = game_to_act(&game);
    tables = malloc(search_tables_size());
    assert_non_null(tables);
    search_tables_make(tables, variant->overline == OVERLINE_WINS);
    prover = (struct prover){.tables = tables, .memory_size = prove_memory_size()};
    prover.memory = malloc(prover.memory_size);
    assert_non_null(prover.memory);
}

static void clear(void)
{
    free(tables);
    free(prover.memory);
}

static bool make(void)
{
    struct line_maker maker = {.tree = &tree, .prover = &prover, .nodes = 20000};
    return line_maker_prove(&maker);
}

static void assert_believed(enum variant_id id, const char *actions)
{
    struct lesson_report report;
    set_up(id, actions);
    assert_true(make());
    assert_true(lesson_check(&tree, LESSON_EFFORT, &report));
    assert_int_equal(report.fault, LESSON_NO_FAULT);
    clear();
}

static void wins_by_fours_are_made(void **state)
{
    (void)state;
    assert_believed(VARIANT_CLASSIC, "h10 g10 i10 a3 j10 a5 k11 s19 k12 s1");
    assert_believed(VARIANT_FREESTYLE15, "h8 g8 i8 a1 j8 a5 k9 o15 k10 o1");
}

static void wins_by_threes_have_all_answers(void **state)
{
    (void)state;
    /* Two open twos that cross: a three on h8 makes another one. */
    assert_believed(VARIANT_FREESTYLE15, "g8 a1 f8 a15 h9 o1 h10 o15");
    assert_int_equal(tree.count, 2); /* the checker refutes each answer by itself */
}

static void a_position_without_a_win_makes_no_line(void **state)
{
    (void)state;
    set_up(VARIANT_CLASSIC, "j10 k11");
    assert_false(make());
    assert_int_equal(tree.count, 1);
    assert_int_equal(nodes[RECORD_TREE_ROOT].child, RECORD_TREE_NONE);
    clear();
}

static void no_line_is_made_if_the_tree_has_no_room(void **state)
{
    (void)state;
    set_up(VARIANT_FREESTYLE15, "g8 a1 f8 a15 h9 o1 h10 o15");
    tree.memory.nodes_max = 1;
    assert_false(make());
    assert_int_equal(tree.count, 1);
    clear();
}

/* Suggests a stone far away, which threatens nothing, and then h8. */
static size_t suggest(void *ctx, const struct game *game, struct action *actions_out)
{
    (void)game;
    ++*(unsigned *)ctx;
    actions_out[0] = action_place(14 + (size_t)7 * 15); /* o8 */
    actions_out[1] = action_place(7 + (size_t)7 * 15);  /* h8 */
    return 2;
}

static void a_suggested_move_is_tried_where_hunts_find_nothing(void **state)
{
    unsigned asked = 0;
    struct lesson_report report;
    struct line_maker maker = {
        .tree = &tree, .prover = &prover, .nodes = 1, .suggest = suggest, .ctx = &asked};
    (void)state;
    set_up(VARIANT_FREESTYLE15, "g8 a1 f8 a15 h9 o1 h10 o15");
    assert_false(line_maker_prove(&maker));
    assert_int_equal(asked, 0);
    maker.quiet = 1;
    assert_true(line_maker_prove(&maker));
    assert_int_equal(asked, 1);
    assert_true(lesson_check(&tree, LESSON_EFFORT, &report));
    assert_int_equal(action_cell(nodes[nodes[RECORD_TREE_ROOT].child].action), 7 + 7 * 15);
    clear();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_by_fours_are_made),
        cmocka_unit_test(wins_by_threes_have_all_answers),
        cmocka_unit_test(a_position_without_a_win_makes_no_line),
        cmocka_unit_test(a_suggested_move_is_tried_where_hunts_find_nothing),
        cmocka_unit_test(no_line_is_made_if_the_tree_has_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
