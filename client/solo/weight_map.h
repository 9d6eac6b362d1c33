/* SPDX-License-Identifier: MIT */
/*
 * The weights of the free squares (brain/weights.h), to be shown on a board. A function of a game.
 */
#ifndef PENTAD_CLIENT_SOLO_WEIGHT_MAP_H
#define PENTAD_CLIENT_SOLO_WEIGHT_MAP_H

#include "brain/weights.h"
#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WEIGHT_DIGIT_MAX 9
/* The least digit that is shown: every square weighs something, and a board full of ones would show
 * nothing. */
#define WEIGHT_DIGIT_LEAST 2

struct weight_map {
    struct weights_board board;
    size_t heaviest; /* the first of the heaviest cells */
    uint32_t most;   /* the weight of that cell */
};

/* Makes the map. False if the game has no weights, or no stone is expected. */
bool weight_map_init(struct weight_map *map, const struct game *game);
/* The weight of a cell in tenths, rounded; 0 for a taken one. */
unsigned weight_map_tenths(const struct weight_map *map, size_t cell);
/* The digit of a cell, from 2 to 9, the heaviest; 0: the square weighs little. */
unsigned weight_map_digit(const struct weight_map *map, size_t cell);

#endif
