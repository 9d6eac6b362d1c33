/* SPDX-License-Identifier: MIT */
/* Distances on send maps: the figures of the plan for the maps of the games, and maps of one's own.
 */
#include "engine/distances.h"
#include "tests/support/test.h"

static struct send_map map;
static struct distances distances;

static void assert_mean(const struct distance_tally *tally, uint32_t numerator,
                        uint32_t denominator)
{
    struct distance_mean mean = distance_tally_mean(tally);
    assert_int_equal(mean.numerator, numerator);
    assert_int_equal(mean.denominator, denominator);
}

/* The map has this mean of all pairs, and these shortest and longest ways back. */
static void assert_figures(uint32_t numerator, uint32_t denominator, unsigned own_least,
                           unsigned own_most)
{
    struct distance_tally all;
    struct distance_tally own;
    distances_find(&map, &distances);
    distances_tally_all(&distances, &all);
    distances_tally_own(&distances, &own);
    assert_int_equal(all.pairs[DISTANCE_NEVER], 0);
    assert_mean(&all, numerator, denominator);
    assert_int_equal(distance_tally_least(&own), own_least);
    assert_int_equal(distance_tally_most(&own), own_most);
}

TEST(the_maps_of_the_games_have_their_figures)
{
    send_map_of(variant_get(VARIANT_STRATEGIC), &map);
    assert_figures(17, 9, 1, 2);
    send_map_of(variant_get(VARIANT_STRATEGIC_FUNC), &map);
    assert_figures(8, 3, 3, 3);
    send_map_of(variant_get(VARIANT_STRATEGIC_HYPER), &map);
    assert_figures(536, 243, 3, 3);
    send_map_of(variant_get(VARIANT_ULTIMATE), &map);
    assert_figures(1, 1, 1, 1);
}

TEST(rows_of_the_functional_map_are_as_far_as_its_boards)
{
    struct send_map of_boards;
    send_map_of(variant_get(VARIANT_STRATEGIC_FUNC), &of_boards);
    assert_true(send_map_fold(&of_boards, &map));
    assert_figures(8, 3, 3, 3);
    assert_int_equal(distances.boards, 27);
}

/* Of 6561 pairs those of a stone are the 9 ways of each board, all different. */
TEST(pairs_are_counted_by_their_distance)
{
    struct distance_tally tally;
    send_map_of(variant_get(VARIANT_STRATEGIC), &map);
    distances_find(&map, &distances);
    distances_tally_all(&distances, &tally);
    assert_int_equal(tally.pairs[1], 81 * 9);
    assert_int_equal(tally.pairs[2], 6561 - 81 * 9);
    assert_int_equal(distance_tally_most(&tally), 2);
    /* board 1 of field 1 sends to its own field, itself among it */
    distances_tally_from(&distances, 0, &tally);
    assert_int_equal(tally.pairs[1], 9);
    assert_mean(&tally, 17, 9); /* (9 x 1 + 72 x 2) / 81 */
}

/* Nine boards in a ring, each of which sends to the next one alone. */
TEST(a_ring_is_as_long_as_it_is)
{
    struct distance_tally tally;
    map.boards = NESTED_BOARDS;
    for (size_t board = 0; board < NESTED_BOARDS; board++)
        for (size_t place = 0; place < NESTED_PLACES; place++)
            map.to[board][place] = (uint8_t)((board + 1) % NESTED_BOARDS);
    assert_figures(5, 1, 9, 9); /* (1 + ... + 9) / 9 */
    assert_int_equal(distances.stones[2][1], 8);
    assert_int_equal(distances.stones[2][3], 1);
    distances_tally_from(&distances, 4, &tally);
    for (unsigned stones = 1; stones <= 9; stones++)
        assert_int_equal(tally.pairs[stones], 1);
}

/* 81 boards in a ring: the longest way that there can be. */
TEST(the_longest_way_is_over_all_boards)
{
    map.boards = NESTED_BOARDS_MAX;
    for (size_t board = 0; board < NESTED_BOARDS_MAX; board++)
        for (size_t place = 0; place < NESTED_PLACES; place++)
            map.to[board][place] = (uint8_t)((board + 1) % NESTED_BOARDS_MAX);
    assert_figures(41, 1, 81, 81);
}

/* All boards send to the first: 9 pairs of a stone, and the 72 others have no way. */
TEST(pairs_without_a_way_are_in_no_mean)
{
    struct distance_tally tally;
    map = (struct send_map){.boards = NESTED_BOARDS};
    distances_find(&map, &distances);
    distances_tally_all(&distances, &tally);
    assert_int_equal(tally.pairs[DISTANCE_NEVER], 72);
    assert_int_equal(tally.pairs[1], 9);
    assert_mean(&tally, 1, 1);
    distances_tally_own(&distances, &tally);
    assert_int_equal(tally.pairs[DISTANCE_NEVER], 8);
    assert_int_equal(distance_tally_least(&tally), 1);
}

TEST(no_pairs_have_no_distance)
{
    const struct distance_tally none = {{3}};
    assert_int_equal(distance_tally_least(&none), DISTANCE_NEVER);
    assert_int_equal(distance_tally_most(&none), DISTANCE_NEVER);
    assert_mean(&none, 0, 1);
}
