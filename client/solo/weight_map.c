/* SPDX-License-Identifier: MIT */
/*
 * The weights of client/solo/weight_map.h.
 */
#include "client/solo/weight_map.h"

bool weight_map_init(struct weight_map *map, const struct game *game)
{
    size_t at = 0;
    size_t cell;
    map->heaviest = 0;
    map->most = 0;
    if (!weights_read_game(&map->board, game))
        return false;
    while (weights_next(&map->board, &at, &cell)) {
        uint32_t weight = weights_at(&map->board, cell);
        if (weight <= map->most)
            continue;
        map->heaviest = cell;
        map->most = weight;
    }
    return true;
}

unsigned weight_map_tenths(const struct weight_map *map, size_t cell)
{
    return (weights_at(&map->board, cell) * 10 + WEIGHTS_ONE / 2) / WEIGHTS_ONE;
}

unsigned weight_map_digit(const struct weight_map *map, size_t cell)
{
    uint64_t weight = weights_at(&map->board, cell);
    unsigned digit = map->most > 0 ? (unsigned)(weight * WEIGHT_DIGIT_MAX / map->most) : 0;
    return digit < WEIGHT_DIGIT_LEAST ? 0 : digit;
}
