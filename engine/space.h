/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. Rows of stones through one cell where a board is more than flat: cubes, and
 * cylinders, around which rows go without visiting a cell twice. engine/lines.h does the same for
 * flat boards, which need none of this. Borrows the game it is given.
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

/* True if the stone on `cell` stands in a winning row. */
bool space__has_win(const struct game *game, size_t cell);

/* The cells of the winning row through `cell`; as game_winning_line(). */
size_t space__get_win(const struct game *game, size_t cell, size_t *cells_out, size_t cap);

/* A straight strip of the board around a cell, and the marks on it. Around a narrow cylinder it has
 * cells more than once. */
struct strip {
    size_t cells[2 * GAME_ROW_MAX - 1];
    uint8_t marks[2 * GAME_ROW_MAX - 1];
    int count;
};

/* Gives the strip of cells that can be in one row with the cell, in the direction of this number,
 * on any board. False if there are no more directions. Empty if rows in it do not count. */
bool space__strip(const struct game *game, size_t cell, int line, struct strip *strip_out);

#endif
