/* SPDX-License-Identifier: MIT */
/*
 * A board drawn as text, row by row, so that something else can stand beside it. Coordinates on all
 * sides, the marks (or stones) in the colours of the ink's theme, the last stone and the winning
 * row highlighted, without colours by signs. Threats are signs in any case: `#` where one wins, `%`
 * where one's own three grows, `!` and `?` for the other side's. Small boards get a grid, nested
 * ones one with heavy lines between them, and in empty squares the sign of who has the board. Where
 * not every empty square may be taken, a point (a plus on 27x27) marks those that may, and a dash
 * those that are forbidden; where squares count, their points stand there. Levels stand beside each
 * other, the lowest on the left; where columns go round, their letters say so at both ends. Where
 * squares are counted, so is every fifth one at the edge. Functions of a game; nothing is kept.
 */
#ifndef PENTAD_CLIENT_CLI_DRAW_BOARD_H
#define PENTAD_CLIENT_CLI_DRAW_BOARD_H

#include "client/cli/terminal/ink.h"
#include "client/core/threat_map.h"
#include "client/solo/weight_map.h"
#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>

#define BOARD_NO_CELL ((size_t)-1)

/* The squares that are drawn: all of them, or as many as a small window has room for. */
struct board_part {
    size_t left; /* its first column, from 0 */
    size_t low;  /* its lowest row, likewise */
    size_t width;
    size_t height;
};

struct board {
    const struct game *game;
    struct board_part part;
    bool is_cut;    /* only the part is drawn */
    bool is_paper;  /* nothing is marked that changes with the next move: squares that may be taken,
                       or are forbidden */
    size_t last;    /* cell of the last stone, or BOARD_NO_CELL */
    size_t pending; /* of one that is on its way, likewise; it is in brackets */
    enum mark pending_mark;
    size_t line[GAME_LINE_MAX]; /* the cells of the winning row */
    size_t line_count;
    const struct threat_map *threats; /* borrowed, as is the next one; NULL: they are not shown */
    const struct weight_map *weights;
};

void board_init(struct board *board, const struct game *game, size_t last);
/* The drawing of a mark (X or O): the letter, or a stone if the person wants that. */
const char *board_piece(const struct look *look, enum mark mark);
/* Rows and columns of the drawing. */
size_t board_rows(const struct variant *variant);
size_t board_columns(const struct variant *variant);
/* Whether parts of such boards can be drawn: of flat ones without a grid. Of a board without an
 * edge to speak of nothing else is. */
bool board_has_parts(const struct variant *variant);
/* Rows and columns of a part besides its squares, of which one takes a row and two columns: there
 * are letters above and numbers on the left alone. */
#define BOARD_PART_EDGE_ROWS 1
size_t board_part_edge(const struct variant *variant); /* in columns */
/* Leaves `width` x `height` squares or less. The last stone is among them (the one on its way, the
 * winning row), and of the others as many as being in their middle gives. */
void board_cut(struct board *board, size_t width, size_t height);
/* Leaves the stones and some squares around them, at most `width` x `height`; where squares are
 * counted, around the first stone, too. */
void board_cut_to_stones(struct board *board, size_t width, size_t height);
/* Stones that are not in the part. */
size_t board_count_outside(const struct board *board);
/* Draws row `row` from the top (from 0), of a part or of the whole: of this exactly board_columns()
 * columns, no line end. */
void board_draw_row(const struct board *board, size_t row, struct ink *ink);
/* Draws all rows, with line ends; in lines of a window that is too narrow, of a part. */
void board_draw(const struct board *board, struct ink *ink);

#endif
