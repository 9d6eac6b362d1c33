/* SPDX-License-Identifier: MIT */
/*
 * The weights of the free squares (brain/weights.h), to be shown on a board. A function of a game.
 */
#ifndef PENTAD_CLIENT_SOLO_WEIGHT_MAP_H
#define PENTAD_CLIENT_SOLO_WEIGHT_MAP_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WEIGHT_DIGIT_MAX 9
/* Any square weighs something, and a board full of ones shows nothing: lighter squares have none.
 */
#define WEIGHT_DIGIT_LEAST 2

struct weight_map {
    uint32_t tenths[GAME_CELLS_MAX]; /* the weight in tenths, rounded */
    uint8_t digits[GAME_CELLS_MAX];  /* 2 to 9, the heaviest; 0: the square weighs little */
    size_t heaviest;                 /* the first of the heaviest cells */
};

/* False where the game has no weights, or no stone is expected. */
bool weight_map_init(struct weight_map *map, const struct game *game);

#endif
