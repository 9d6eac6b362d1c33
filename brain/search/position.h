/* SPDX-License-Identifier: MIT */
/*
 * A position for the search: a plain value that need not come from a game. A board that is set up
 * may have any number of stones of either side; a game converts to a position. Cells are column +
 * row * width, from a1, as everywhere.
 */
#ifndef PENTAD_BRAIN_SEARCH_POSITION_H
#define PENTAD_BRAIN_SEARCH_POSITION_H

#include "engine/game.h"

#include <stdbool.h>
#include <stdint.h>

#define POSITION_SIDE_MIN 5
#define POSITION_SIDE_MAX 20
#define POSITION_CELLS_MAX (POSITION_SIDE_MAX * POSITION_SIDE_MAX)

/* The sides. X is black. */
enum colour {
    COLOUR_X,
    COLOUR_O,
    COLOURS,
};

struct position_stone {
    uint16_t cell;
    uint8_t colour; /* enum colour */
};

struct position {
    uint8_t width; /* POSITION_SIDE_MIN to POSITION_SIDE_MAX, like the height */
    uint8_t height;
    bool overline_wins; /* more than five in a row wins; else it is nothing */
    uint8_t to_move;    /* enum colour */
    uint16_t count;
    struct position_stone stones[POSITION_CELLS_MAX]; /* in the order in which they were placed */
};

/* True if positions of this variant are searched: five in a row on a board of these sizes. */
bool position_is_of(const struct variant *variant);

/* Sets up the empty board of such a variant, X to move. */
void position_init(struct position *position, const struct variant *variant);

/* The position of an open game in which a stone or a choice of colours is asked for. */
void position_from_game(struct position *position, const struct game *game);

/* Places a stone of the side to move, and gives the move to the other. False if there is no room on
 * the cell. */
bool position_place(struct position *position, unsigned cell);

/* True if there is nothing to do: a winning row stands on the board, or no cell is empty. Walks
 * over the board. */
bool position_is_over(const struct position *position);

/* Places a stone of `colour`, whoever is to move. False if there is no room on the cell. */
bool position_set(struct position *position, unsigned cell, enum colour colour);

/* The king's steps from one cell to another on a board of this width. */
static inline unsigned position_distance(unsigned width, unsigned a, unsigned b)
{
    int columns = (int)(a % width) - (int)(b % width);
    int rows = (int)(a / width) - (int)(b / width);
    columns = columns < 0 ? -columns : columns;
    rows = rows < 0 ? -rows : rows;
    return (unsigned)(columns > rows ? columns : rows);
}

#endif
