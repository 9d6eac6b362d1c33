/* SPDX-License-Identifier: MIT */
/*
 * A computer player with its memory: who plays what, with how much, and how it is asked.
 */
#include "engine/needs.h"
#include "pbrain/thinker.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/pbrain/slow_player.h"

#include <string.h>

static const struct variant odd = {.key = "odd",
                                   .name = "Thirteen",
                                   .width = 13,
                                   .height = 13,
                                   .stored = 169,
                                   .row = 5,
                                   .overline = OVERLINE_WINS,
                                   .rules = RULES_STANDARD,
                                   .needs = NEED_PLAIN};

static bool at_once(void *ctx)
{
    (void)ctx;
    return true;
}

static int think(struct thinker *thinker, const struct variant *variant, uint64_t limit)
{
    struct thinker_bounds bounds = {.memory = limit, .stop = at_once};
    struct game game;
    struct thought thought;
    game_init(&game, variant);
    struct thinker_subject subject = {.variant = variant, .game = &game};
    int error = thinker_think(thinker, &subject, &bounds, &thought);
    if (error == 0)
        assert_int_equal(game_check(&game, thought.prospects[0].action), 0);
    return error;
}

static struct thinker *slow_thinker(uint64_t memory, unsigned level, uint64_t nodes)
{
    struct thinker_options options = {
        .computer = &slow_player, .level = level, .nodes = nodes, .seed = 40, .memory = memory};
    struct thinker *thinker = thinker_new(&options);
    assert_non_null(thinker);
    return thinker;
}

static void somebody_plays_every_board_where_nobody_was_chosen(void **state)
{
    struct thinker_options options = {.seed = 1};
    struct thinker *thinker = thinker_new(&options);
    (void)state;
    assert_ptr_equal(thinker_computer(thinker, &odd), computer_strongest(&odd));
    assert_non_null(thinker_computer(thinker, &odd));
    assert_int_equal(think(thinker, &odd, 0), 0);
    assert_int_equal(think(thinker, variant_get(VARIANT_CLASSIC), 0), 0);
    thinker_free(thinker);
}

static void a_chosen_computer_plays_only_its_own_games(void **state)
{
    struct thinker *thinker = slow_thinker(0, 0, 0);
    (void)state;
    assert_ptr_equal(thinker_computer(thinker, variant_get(VARIANT_CLASSIC)), &slow_player);
    assert_null(thinker_computer(thinker, &odd));
    assert_int_equal(think(thinker, &odd, 0), ERR_NOT_ITS_GAME);
    thinker_free(thinker);
}

static void a_limit_of_memory_holds_or_is_too_low(void **state)
{
    const uint64_t mib = UINT64_C(1) << 20;
    const struct variant *classic = variant_get(VARIANT_CLASSIC);
    struct thinker *thinker = slow_thinker(32 * mib, 0, 0);
    (void)state;
    assert_int_equal(think(thinker, classic, 0), 0);
    assert_int_equal(slow_asked.thinking.memory_size, 32 * mib);
    assert_int_equal(think(thinker, classic, 20 * mib), 0);
    assert_in_range(slow_asked.thinking.memory_size, SLOW_MEMORY, 20 * mib - SLOW_TABLES);
    assert_int_equal(think(thinker, classic, 2 * mib), ERR_TOO_LITTLE_MEMORY);
    assert_int_equal(think(thinker, classic, 1), ERR_TOO_LITTLE_MEMORY);
    thinker_free(thinker);
    thinker = slow_thinker(1, 0, 0);
    assert_int_equal(think(thinker, classic, 0), 0);
    assert_int_equal(slow_asked.thinking.memory_size, SLOW_MEMORY); /* the least */
    thinker_free(thinker);
}

static void tables_are_made_for_each_variant(void **state)
{
    const struct variant *classic = variant_get(VARIANT_CLASSIC);
    struct variant small = odd;
    struct thinker *thinker = slow_thinker(0, 0, 0);
    variant_resize(&small, 7, 7);
    (void)state;
    for (int round = 0; round < 3; round++) {
        assert_int_equal(think(thinker, classic, 0), 0);
        assert_int_equal(((const unsigned char *)slow_asked.thinking.tables)[0], 19);
        assert_int_equal(think(thinker, &small, 0), 0);
        assert_int_equal(((const unsigned char *)slow_asked.thinking.tables)[0], 7);
        variant_resize(&small, small.width + 1u, small.height);
        assert_int_equal(think(thinker, &small, 0), 0);
        assert_int_equal(((const unsigned char *)slow_asked.thinking.tables)[0], 8);
        variant_resize(&small, small.width - 1u, small.height);
    }
    thinker_free(thinker);
}

static void memory_of_one_rule_is_not_used_for_another(void **state)
{
    const struct variant *classic = variant_get(VARIANT_CLASSIC);
    struct variant longer = *classic;
    struct thinker *thinker = slow_thinker(1, 0, 0);
    (void)state;
    longer.overline = OVERLINE_WINS;
    assert_int_equal(think(thinker, classic, 0), 0);
    assert_true(slow_asked.was_clear);
    assert_int_equal(think(thinker, classic, 0), 0);
    assert_false(slow_asked.was_clear);
    assert_int_equal(think(thinker, &longer, 0), 0);
    assert_true(slow_asked.was_clear);
    thinker_forget(thinker);
    assert_int_equal(think(thinker, &longer, 0), 0);
    assert_true(slow_asked.was_clear);
    thinker_free(thinker);
}

static void the_level_and_the_nodes_are_those_that_were_asked_for(void **state)
{
    const struct variant *classic = variant_get(VARIANT_CLASSIC);
    struct thinker *thinker = slow_thinker(0, 0, 0);
    (void)state;
    assert_int_equal(think(thinker, classic, 0), 0);
    assert_int_equal(slow_asked.thinking.level, SLOW_LEVELS);
    assert_true(slow_asked.thinking.nodes > UINT64_C(1000000000000)); /* time decides */
    thinker_free(thinker);
    thinker = slow_thinker(0, 2, 0);
    assert_int_equal(think(thinker, classic, 0), 0);
    assert_int_equal(slow_asked.thinking.level, 2);
    assert_int_equal(slow_asked.thinking.nodes, 0); /* the level decides */
    thinker_free(thinker);
    thinker = slow_thinker(0, 0, 500);
    assert_int_equal(think(thinker, classic, 0), 0);
    assert_int_equal(slow_asked.thinking.nodes, 500);
    thinker_free(thinker);
    thinker = slow_thinker(0, SLOW_LEVELS + 1, 0);
    assert_int_equal(think(thinker, classic, 0), ERR_UNKNOWN_LEVEL);
    thinker_free(thinker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(somebody_plays_every_board_where_nobody_was_chosen),
        cmocka_unit_test(a_chosen_computer_plays_only_its_own_games),
        cmocka_unit_test(a_limit_of_memory_holds_or_is_too_low),
        cmocka_unit_test(tables_are_made_for_each_variant),
        cmocka_unit_test(memory_of_one_rule_is_not_used_for_another),
        cmocka_unit_test(the_level_and_the_nodes_are_those_that_were_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
