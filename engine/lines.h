/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. Rows of stones through one cell, for the rules of winning and the search for
 * threats. Nothing here looks further than those rows, whatever the size of the board.
 * Borrows the game it is given.
 */
#ifndef PENTAD_ENGINE_LINES_H
#define PENTAD_ENGINE_LINES_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>

/* One row through a cell: the distance of its neighbours as numbers of cells, and how many cells
 * the board has on either side, so that counting needs no look at the edge. */
struct line {
    int step;
    int ahead;
    int behind;
};

#define LINES 4

/* The four rows through `cell`, in the order in which winning ones are reported: horizontal,
 * vertical, rising, falling. */
void lines__through(const struct variant *variant, size_t cell, struct line lines[LINES]);

/* Whether `length` stones next to each other, and no more, win. */
bool lines__is_winning_length(const struct variant *variant, int length);

/* Likewise for the stone on the cell, whose mark may decide. */
bool lines__is_win(const struct game *game, size_t cell, int length);

/* Whether the stone on `cell` stands in a winning row. */
bool lines__has_win(const struct game *game, size_t cell);

/* The cells of the winning row through `cell`; as game_winning_line(). */
size_t lines__get_win(const struct game *game, size_t cell, size_t *cells_out, size_t cap);

#endif
