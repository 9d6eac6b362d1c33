/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. Rows of stones through one cell: what the rules of winning look at. Nothing
 * here looks further than those rows, whatever the size of the board. Borrows the game it is given.
 */
#ifndef PENTAD_ENGINE_LINES_H
#define PENTAD_ENGINE_LINES_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether the stone on `cell` stands in a winning row. */
bool lines__has_win(const struct game *game, size_t cell);

/* The cells of the winning row through `cell`; as game_winning_line(). */
size_t lines__get_win(const struct game *game, size_t cell, size_t *cells_out, size_t cap);

#endif
