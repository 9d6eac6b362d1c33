/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. The moves that are worth a look, the most promising first.
 */
#ifndef PENTAD_BRAIN_SEARCH_ORDER_H
#define PENTAD_BRAIN_SEARCH_ORDER_H

#include "brain/search/board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ORDER_MOVES_MAX 64

struct order_move {
    uint16_t cell;
    int32_t rank;
};

/* The cells that were good before, to be tried first. */
struct order_hints {
    uint16_t cells[3];      /* from the table of positions, and from two positions beside it; or
                               BOARD_NOWHERE */
    const int32_t *history; /* of the side to move, by cell */
};

/* Lists at most `cap` moves of the side to move: cells that are linked to a stone on some line, or,
 * under a three of the other side if `meets_threes`, only what may stop it, and fours. If nothing
 * is linked, the empty cell nearest to the stones. Returns how many, at least 1 on a board with an
 * empty cell. */
size_t order__list(const struct board *board, const struct order_hints *hints,
                   struct order_move moves_out[ORDER_MOVES_MAX], size_t cap, bool meets_threes);

/* The empty cells that are linked to a stone, or at most `reach` squares from one; if there is
 * none, the nearest to the stones. */
void order__near(const struct board *board, unsigned reach, uint64_t words_out[BOARD_WORDS]);

/* The rank of a cell by what either side would make of it. */
int order__rank(const struct board *board, unsigned cell);

#endif
