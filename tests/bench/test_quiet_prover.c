/* SPDX-License-Identifier: MIT */
/*
 * The prover of quiet moves proves what longer hunts find, too, and claims nothing where nothing is
 * threatened.
 */
#include "tests/bench/quiet_prover.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/brain/search/lent.h"

#include <string.h>

#define TREE_NODES 100000
#define LONG_NODES 200000

static struct lent lent;
static struct quiet_prover quiet;

static int set_up(void **state)
{
    (void)state;
    lent_init(&lent, prove_memory_size());
    quiet_prover_init(&quiet, lent.tables[1], TREE_NODES);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    quiet_prover_deinit(&quiet);
    lent_deinit(&lent);
    return 0;
}

static struct position position_behind(const char *actions)
{
    struct game game;
    struct position position;
    assert_int_equal(
        game_parse(&game, variant_get(VARIANT_FREESTYLE15), actions, strlen(actions), NULL), 0);
    position_from_game(&position, &game);
    return position;
}

static void a_win_beyond_a_short_hunt_is_proven_by_every_reply(void **state)
{
    (void)state;
    struct prove_line line;
    struct position position = position_behind("h8 i9 i7 a1 g9 f10 j6 k5 g7 h7 h6 g6");
    struct prover judge = quiet.prover;
    assert_int_not_equal(prove_threes(&judge, &position, quiet.nodes, &line), PROVE_YES);
    assert_true(quiet_prove(&quiet, &position, 3));
    assert_true(quiet.count > 1); /* it needed the tree */
    for (uint32_t i = 1; i < quiet.count; i++)
        assert_true(quiet.tree[i].is_attack || quiet.tree[i].proof != 0 || quiet.tree[i].is_whole);
    assert_int_equal(prove_threes(&judge, &position, LONG_NODES, &line), PROVE_YES);
}

static void without_a_threat_nothing_is_claimed(void **state)
{
    (void)state;
    struct position position = position_behind("h8 i9 h9 h10");
    struct position behind = position_behind("a1 h8 c1 i9 e1 h10");
    assert_false(quiet_prove(&quiet, &position, 2));
    assert_false(quiet_prove(&quiet, &behind, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_win_beyond_a_short_hunt_is_proven_by_every_reply, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(without_a_threat_nothing_is_claimed, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
