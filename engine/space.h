/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. Rows of stones through one cell where a board is more than flat: cubes, and
 * cylinders, around which rows go without visiting a cell twice. As engine/lines.h is for flat
 * boards, which need none of this. Borrows the game it is given.
 */
#ifndef PENTAD_ENGINE_SPACE_H
#define PENTAD_ENGINE_SPACE_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>

/* Directions, in the order in which winning rows are reported: horizontal, vertical, rising,
 * falling, and nine through levels. */
#define SPACE_DIRECTIONS 13
#define SPACE_RISING 2

/* Whether the stone on `cell` stands in a winning row. */
bool space__has_win(const struct game *game, size_t cell);

/* The cells of the winning row through `cell`; as game_winning_line(). */
size_t space__get_win(const struct game *game, size_t cell, size_t *cells_out, size_t cap);

#endif
