/* SPDX-License-Identifier: MIT */
/*
 * Weights to be shown: known answers in tenths, digits that the heaviest square
 * leads, and none where there is nothing to weigh.
 */
#include "client/solo/weight_map.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static struct weight_map map;

static bool weigh(enum variant_id id, const char *actions)
{
    struct game game;
    assert_int_equal(game_parse(&game, variant_get(id), actions, strlen(actions), NULL), 0);
    return weight_map_init(&map, &game);
}

static size_t cell_of(const char *at)
{
    struct action action;
    assert_int_equal(action_parse(variant_get(VARIANT_CLASSIC), at, strlen(at), &action), 0);
    return action_cell(action);
}

static void check(const char *at, unsigned tenths, unsigned digit)
{
    assert_int_equal(weight_map_tenths(&map, cell_of(at)), tenths);
    assert_int_equal(weight_map_digit(&map, cell_of(at)), digit);
}

static void weights_are_tenths_and_digits_up_to_the_heaviest(void **state)
{
    (void)state;
    assert_true(weigh(VARIANT_CLASSIC, "j10"));
    check("k10", 66, 9);
    check("k11", 66, 9);
    check("l10", 21, 2);
    check("o10", 20, 2);
    check("j1", 11, 0); /* little beside the heaviest */
    check("a1", 6, 0);
    check("j10", 0, 0); /* taken */
    assert_int_equal(map.heaviest, cell_of("i9"));
}

static void a_five_is_the_heaviest(void **state)
{
    (void)state;
    assert_true(weigh(VARIANT_CLASSIC, "j10 i10 k10 k12 l10 o10 m10 j11"));
    assert_int_equal(map.heaviest, cell_of("n10"));
    check("n10", weight_map_tenths(&map, cell_of("n10")), 9);
    check("a1", 6, 0);
}

/* All that may be drawn or asked for has a weight, also squares far from all stones. */
static void a_board_without_an_edge_has_weights_everywhere(void **state)
{
    size_t origin = variant_origin(variant_get(VARIANT_PLANE));
    (void)state;
    assert_true(weigh(VARIANT_PLANE, "0:0"));
    assert_int_equal(map.heaviest, origin - 1 - 255);
    assert_int_equal(weight_map_tenths(&map, origin + 1), 66);
    assert_int_equal(weight_map_digit(&map, origin + 1), 9);
    assert_int_equal(weight_map_digit(&map, origin), 0);
    assert_int_equal(weight_map_tenths(&map, origin + 100), 20);
    assert_true(weigh(VARIANT_PLANE, ""));
    assert_int_equal(map.heaviest, origin);
}

static void there_is_nothing_to_weigh_in_other_games_and_for_a_choice(void **state)
{
    (void)state;
    assert_false(weigh(VARIANT_MINI, "b2"));
    assert_false(weigh(VARIANT_SWAP2, "j10 k11 l12"));
    assert_false(weigh(VARIANT_CLASSIC, "a1 h8 a2 h9 a3 h10 a4 h11 s19 h12"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_tenths_and_digits_up_to_the_heaviest),
        cmocka_unit_test(a_five_is_the_heaviest),
        cmocka_unit_test(a_board_without_an_edge_has_weights_everywhere),
        cmocka_unit_test(there_is_nothing_to_weigh_in_other_games_and_for_a_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
