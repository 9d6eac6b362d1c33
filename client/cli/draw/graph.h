/* SPDX-License-Identifier: MIT */
/*
 * A line over days, drawn as text: in braille dots if the terminal has them, else in ASCII, with
 * its highest and lowest value on the left and dates below. Functions of values; nothing is owned.
 */
#ifndef PENTAD_CLIENT_CLI_DRAW_GRAPH_H
#define PENTAD_CLIENT_CLI_DRAW_GRAPH_H

#include "client/cli/terminal/ink.h"
#include "client/core/lists.h"

#include <stdbool.h>
#include <stddef.h>

struct graph {
    const struct rating_point *points; /* by day; at least one */
    size_t count;
    int last_day; /* the line goes from the first point's day to this */
    int lowest;   /* the range of values; both 0: that of the points, and a little more */
    int highest;
    bool has_numbers; /* days are plain numbers, and are written as such */
};

/* Draws `rows` lines of at most `columns` columns for the line, and two more for the dates. */
void graph_draw(const struct graph *graph, size_t columns, size_t rows, struct ink *ink);

#endif
