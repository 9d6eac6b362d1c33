/* SPDX-License-Identifier: MIT */
/*
 * The distances of engine/distances.h.
 */
#include "engine/distances.h"

/* Takes the ways that lead over `via` to where the shortest ways lead from there. */
static void go_over(struct distances *distances, size_t from, size_t via)
{
    unsigned first = distances->stones[from][via];
    if (first == DISTANCE_NEVER)
        return;
    for (size_t to = 0; to < distances->boards; to++) {
        unsigned second = distances->stones[via][to];
        unsigned known = distances->stones[from][to];
        if (second != DISTANCE_NEVER && (known == DISTANCE_NEVER || first + second < known))
            distances->stones[from][to] = (uint8_t)(first + second);
    }
}

void distances_find(const struct send_map *map, struct distances *distances_out)
{
    *distances_out = (struct distances){.boards = map->boards};
    for (size_t board = 0; board < map->boards; board++)
        for (size_t place = 0; place < NESTED_PLACES; place++)
            distances_out->stones[board][map->to[board][place]] = 1;
    for (size_t via = 0; via < map->boards; via++)
        for (size_t from = 0; from < map->boards; from++)
            go_over(distances_out, from, via);
}

/* ------------------------------------------------------------------ tallies */

static void add_from(const struct distances *distances, size_t board, struct distance_tally *tally)
{
    for (size_t to = 0; to < distances->boards; to++)
        tally->pairs[distances->stones[board][to]]++;
}

void distances_tally_all(const struct distances *distances, struct distance_tally *tally_out)
{
    *tally_out = (struct distance_tally){{0}};
    for (size_t board = 0; board < distances->boards; board++)
        add_from(distances, board, tally_out);
}

void distances_tally_from(const struct distances *distances, size_t board,
                          struct distance_tally *tally_out)
{
    *tally_out = (struct distance_tally){{0}};
    add_from(distances, board, tally_out);
}

void distances_tally_own(const struct distances *distances, struct distance_tally *tally_out)
{
    *tally_out = (struct distance_tally){{0}};
    for (size_t board = 0; board < distances->boards; board++)
        tally_out->pairs[distances->stones[board][board]]++;
}

unsigned distance_tally_least(const struct distance_tally *tally)
{
    for (unsigned stones = 1; stones <= NESTED_BOARDS_MAX; stones++)
        if (tally->pairs[stones] > 0)
            return stones;
    return DISTANCE_NEVER;
}

unsigned distance_tally_most(const struct distance_tally *tally)
{
    unsigned stones = NESTED_BOARDS_MAX;
    while (stones > DISTANCE_NEVER && tally->pairs[stones] == 0)
        stones--;
    return stones;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b > 0) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

struct distance_mean distance_tally_mean(const struct distance_tally *tally)
{
    struct distance_mean mean = {0, 0};
    for (unsigned stones = 1; stones <= NESTED_BOARDS_MAX; stones++) {
        mean.numerator += stones * tally->pairs[stones];
        mean.denominator += tally->pairs[stones];
    }
    if (mean.denominator == 0)
        return (struct distance_mean){0, 1};
    uint32_t divisor = common_divisor(mean.numerator, mean.denominator);
    return (struct distance_mean){mean.numerator / divisor, mean.denominator / divisor};
}
