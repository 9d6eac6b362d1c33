/* SPDX-License-Identifier: MIT */
/*
 * A board drawn as text, row by row, so that something else can stand beside it. It has coordinates
 * on all sides and the marks (or stones) in the colours of the ink's theme; the last stone and the
 * winning row are highlighted, without colours by signs. Threats are always signs: `#` where one
 * wins, `%` where one's own three grows, `!` and `?` for the other side's. Small boards get a grid;
 * nested ones get heavy lines between the small boards, and in empty squares the sign of the
 * board's owner. If not every empty square may be taken, a point (a plus on 27x27) marks those that
 * may, and a dash those that are forbidden; if squares have points, they show them. Levels stand
 * beside each other, the lowest on the left; if columns go round, their letters show it at both
 * ends. If squares are counted from the first stone, every fifth has its number at the edge.
 * Functions of a game; nothing is kept.
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
    bool is_paper;  /* squares that may be taken, or are forbidden, are not marked */
    size_t last;    /* cell of the last stone, or BOARD_NO_CELL */
    size_t pending; /* likewise of one that is on its way, in brackets */
    enum mark pending_mark;
    size_t line[GAME_LINE_MAX]; /* the cells of the winning row */
    size_t line_count;
    const struct threat_map *threats; /* borrowed, like the next one; NULL: not shown */
    const struct weight_map *weights;
};

void board_init(struct board *board, const struct game *game, size_t last);
/* The drawing of a mark (X or O): the letter, or a stone if the player prefers that. */
const char *board_piece(const struct look *look, enum mark mark);
/* Rows and columns of the drawing. */
size_t board_rows(const struct variant *variant);
size_t board_columns(const struct variant *variant);
/* True if parts of such boards can be drawn: flat boards without a grid. An endless board is only
 * ever drawn in part. */
bool board_has_parts(const struct variant *variant);
/* The rows and columns of a part beyond its squares, each of which takes a row and two columns: a
 * part has letters only above and numbers only on the left. */
#define BOARD_PART_EDGE_ROWS 1
size_t board_part_edge(const struct variant *variant); /* in columns */
/* Cuts the board to at most `width` x `height` squares, with the last stone (or the one on its way,
 * or the winning row) in it, and otherwise about in the middle of the stones. */
void board_cut(struct board *board, size_t width, size_t height);
/* Cuts the board to the stones and some squares around them, at most `width` x `height`; if squares
 * are counted, with the first stone. */
void board_cut_to_stones(struct board *board, size_t width, size_t height);
/* The number of stones outside the part. */
size_t board_count_outside(const struct board *board);
/* Draws row `row` from the top (from 0) of the part or the whole, without a line end. A row of the
 * whole board has exactly board_columns() columns. */
void board_draw_row(const struct board *board, size_t row, struct ink *ink);
/* Draws all rows, with line ends; in a window that is too narrow, those of a part. */
void board_draw(const struct board *board, struct ink *ink);

#endif
