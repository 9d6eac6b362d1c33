/* SPDX-License-Identifier: MIT */
/*
 * Rows of stones through one cell of a flat board: for the rules of winning, the search for
 * threats, and computer players, whose boards are marks by cell. Nothing here looks further than
 * those rows, whatever the size of the board. Borrows the game it is given.
 */
#ifndef PENTAD_ENGINE_LINES_H
#define PENTAD_ENGINE_LINES_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>

/* One row through a cell: the step to the next cell, and how many cells the board has on either
 * side, so that counting need not look for the edge. */
struct line {
    int step;
    int ahead;
    int behind;
};

#define LINES 4

/* The four rows through `cell`, in the order in which winning ones are reported: horizontal,
 * vertical, rising, falling. */
void lines_through(size_t width, size_t height, size_t cell, struct line lines[LINES]);

/* The number of cells with the mark that follow the cell without a gap: ahead, or behind if `way`
 * is -1. */
static inline int lines_run(const uint8_t *marks, size_t cell, const struct line *line, int way,
                            uint8_t mark)
{
    const uint8_t *from = &marks[cell];
    int room = way > 0 ? line->ahead : line->behind;
    int length = 0;
    while (length < room && from[(length + 1) * way * line->step] == mark)
        length++;
    return length;
}

/* The length of the row that a stone of the mark on the cell is in, or would be. */
static inline int lines_length(const uint8_t *marks, size_t cell, const struct line *line,
                               uint8_t mark)
{
    return lines_run(marks, cell, line, -1, mark) + 1 + lines_run(marks, cell, line, 1, mark);
}

/* True if exactly `length` stones next to each other win. */
bool lines_is_winning_length(const struct variant *variant, int length);

/* The same for the stone on the cell, because its mark may matter. */
bool lines_is_win(const struct game *game, size_t cell, int length);

/* True if the stone on `cell` stands in a winning row. */
bool lines_has_win(const struct game *game, size_t cell);

/* The cells of the winning row through `cell`; as game_winning_line(). */
size_t lines_get_win(const struct game *game, size_t cell, size_t *cells_out, size_t cap);

#endif
