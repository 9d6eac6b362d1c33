/* SPDX-License-Identifier: MIT */
/*
 * The weights of client/solo/weight_map.h.
 */
#include "client/solo/weight_map.h"

#include "brain/weights.h"

#include <string.h>

static uint8_t digit_of(uint32_t weight, uint32_t most)
{
    uint64_t digit = most > 0 ? (uint64_t)weight * WEIGHT_DIGIT_MAX / most : 0;
    return digit < WEIGHT_DIGIT_LEAST ? 0 : (uint8_t)digit;
}

bool weight_map_init(struct weight_map *map, const struct game *game)
{
    uint32_t weights[GAME_CELLS_MAX];
    size_t cells = variant_cells(game->variant);
    memset(map, 0, sizeof(*map));
    if (!weights_of(game, weights))
        return false;
    for (size_t cell = 1; cell < cells; cell++)
        if (weights[cell] > weights[map->heaviest])
            map->heaviest = cell;
    for (size_t cell = 0; cell < cells; cell++) {
        map->tenths[cell] = (weights[cell] * 10 + WEIGHTS_ONE / 2) / WEIGHTS_ONE;
        map->digits[cell] = digit_of(weights[cell], weights[map->heaviest]);
    }
    return true;
}
