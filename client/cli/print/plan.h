/* SPDX-License-Identifier: MIT */
/*
 * Where the squares of a board lie on paper: all of them of one size, levels beside each other, and
 * around them room for the names of columns and rows. Lengths as in client/cli/print/svg.h.
 */
#ifndef PENTAD_CLIENT_CLI_PRINT_PLAN_H
#define PENTAD_CLIENT_CLI_PRINT_PLAN_H

#include "client/cli/draw/board.h"
#include "client/cli/print/svg.h"

#include <stddef.h>

/* The most squares that are drawn of a board without an edge. */
#define PLAN_WIDTH_MAX 48
#define PLAN_HEIGHT_MAX 36

struct plan {
    const struct board *board; /* borrowed; its part is what is drawn */
    size_t levels;
    struct area area;  /* all of it, the names included */
    struct area level; /* the squares of the lowest level */
    int step;          /* from a level to the next one */
    int cell;          /* the side of a square */
    int names;         /* the size of the letters of names */
};

/* Lays the board out in the middle of the upper end of `room`, as large as it gets there, but
 * squares no larger than hands need. */
void plan_init(struct plan *plan, const struct board *board, struct area room);
/* The upper left corner of the square at a column and a row of the board, which may be one behind
 * the last ones, in a level. */
struct point plan_corner(const struct plan *plan, size_t level, size_t column, size_t row);
/* Whether the cell is in the part that is drawn; the middle of its square. */
bool plan_shows(const struct plan *plan, size_t cell);
struct point plan_middle(const struct plan *plan, size_t cell);

#endif
