/* SPDX-License-Identifier: MIT */
/*
 * Nested boards: nine small boards of nine cells on a board of 9x9. Both the boards and the places
 * in one have the numbers 0 to 8 in reading order from the top left. Pure functions of the game,
 * for variants with NEED_NESTED.
 */
#ifndef PENTAD_ENGINE_NESTED_H
#define PENTAD_ENGINE_NESTED_H

#include "engine/game.h"

#include <stddef.h>

#define NESTED_SIDE 3 /* of a small board, and boards in a row */
#define NESTED_BOARDS 9
#define NESTED_PLACES 9
#define NESTED_ANY (-1)

/* The worth of a small board. */
enum nested_owner {
    NESTED_OPEN,  /* undecided */
    NESTED_X,     /* won by X */
    NESTED_O,     /* won by O */
    NESTED_DRAWN, /* full without a row: it counts for both */
};

/* The small board in which a cell is, and its place there. */
size_t nested_board(size_t cell);
size_t nested_place(size_t cell);
/* The cell of a place of a small board. */
size_t nested_cell(size_t board, size_t place);

enum nested_owner nested_owner(const struct game *game, size_t board);

/* The small board in which the next stone has to be placed; NESTED_ANY: any that is open, or the
 * game is over. */
int nested_next(const struct game *game);

#endif
