/* SPDX-License-Identifier: MIT */
/*
 * A board drawn as text, row by row, so that something else can stand beside it. Coordinates on all
 * sides, the marks (or stones) in the colours of the ink's theme, the last stone and the winning
 * row highlighted, without colours by signs. Threats are signs in any case: `#` where one wins, `%`
 * where one's own three grows, `!` and `?` for the other side's. Small boards get a grid. Functions
 * of a game; nothing is kept.
 */
#ifndef PENTAD_CLIENT_CLI_DRAW_BOARD_H
#define PENTAD_CLIENT_CLI_DRAW_BOARD_H

#include "client/cli/terminal/ink.h"
#include "client/core/threat_map.h"
#include "client/core/weight_map.h"
#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>

#define BOARD_NO_CELL ((size_t)-1)

struct board {
    const struct game *game;
    size_t last;                      /* cell of the last stone, or BOARD_NO_CELL */
    size_t pending;                   /* of one that is on its way, likewise; it is in brackets */
    bool wins[GAME_CELLS_MAX];        /* the cells of the winning row */
    const struct threat_map *threats; /* borrowed, as is the next one; NULL: they are not shown */
    const struct weight_map *weights;
};

void board_init(struct board *board, const struct game *game, size_t last);
/* The drawing of a mark (X or O): the letter, or a stone if the person wants that. */
const char *board_piece(const struct look *look, enum mark mark);
/* Rows and columns of the drawing. */
size_t board_rows(const struct variant *variant);
size_t board_columns(const struct variant *variant);
/* Draws row `row` from the top (from 0): exactly board_columns() columns, no line end. */
void board_draw_row(const struct board *board, size_t row, struct ink *ink);
/* Draws all rows, with line ends. */
void board_draw(const struct board *board, struct ink *ink);

#endif
