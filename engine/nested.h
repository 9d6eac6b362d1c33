/* SPDX-License-Identifier: MIT */
/*
 * Nested boards: nine small boards of nine cells on a board of 9x9, or nine fields of nine such
 * boards on 27x27. Fields, the boards of a field and the places of a board have the numbers 0 to 8
 * in reading order from the top left; a board of 27x27 is 9 x field + board. Pure functions of the
 * game, for variants with NEED_NESTED.
 */
#ifndef PENTAD_ENGINE_NESTED_H
#define PENTAD_ENGINE_NESTED_H

#include "engine/game.h"

#include <stddef.h>

#define NESTED_SIDE 3 /* of a small board, and boards in a row */
#define NESTED_BOARDS 9
#define NESTED_PLACES 9
#define NESTED_BOARDS_MAX 81 /* of two levels */
#define NESTED_ANY (-1)

/* The worth of a small board, or of a field. */
enum nested_owner {
    NESTED_OPEN,  /* undecided */
    NESTED_X,     /* won by X */
    NESTED_O,     /* won by O */
    NESTED_DRAWN, /* full without a row: it counts for both */
};

/* The levels of nesting: 1 on 9x9, 2 on 27x27. */
int nested_levels(const struct variant *variant);

/* The number of small boards. */
size_t nested_boards(const struct variant *variant);

/* The small board that has the cell, and the cell's place there. */
size_t nested_board(const struct variant *variant, size_t cell);
size_t nested_place(const struct variant *variant, size_t cell);
/* The cell of a place of a small board. */
size_t nested_cell(const struct variant *variant, size_t board, size_t place);

/* The small board to which a stone on this place of a board sends, even if nobody may play
 * there. */
size_t nested_sends(const struct variant *variant, size_t board, size_t place);

enum nested_owner nested_owner(const struct game *game, size_t board);
/* The same for a field, where there are two levels. */
enum nested_owner nested_field_owner(const struct game *game, size_t field);

/* The place for the next stone: this board. NESTED_ANY: any board that is open to play or, with two
 * levels, any such board of the field. Both are NESTED_ANY when the game is over. */
struct nested_target {
    int field;
    int board;
};
struct nested_target nested_next(const struct game *game);

/* True if the player to act lacks only one for a line of boards, or of fields. */
bool nested_is_near_win(const struct game *game);

#endif
