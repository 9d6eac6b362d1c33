/* SPDX-License-Identifier: MIT */
/*
 * Weights: how much each free square is worth for both sides at once, by the attacks that a stone
 * there would be part of. For games of five on boards of two dimensions; it plays by "five or
 * more". A pure function of the stones, in whole numbers.
 *
 * An attack is an unbroken run of stones on a line. Its capability is the number of its stones, and
 * its potential the number of its open ends.
 */
#ifndef PENTAD_BRAIN_WEIGHTS_H
#define PENTAD_BRAIN_WEIGHTS_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct position; /* brain/search/position.h */

/* The unit: a weight of one. */
#define WEIGHTS_ONE 240

/* A board as it is weighed, for the side that places the next stone. A plain value. */
struct weights_board {
    uint16_t width;
    uint16_t height;
    uint16_t left; /* the part that is looked at: its first and last columns and rows */
    uint16_t right;
    uint16_t low;
    uint16_t high;
    uint8_t mover;                   /* enum mark */
    uint8_t marks[LIMITS_CELLS_ALL]; /* enum mark; only the board's cells */
};

/* True if the squares of such games have weights: five in a row, on boards of 5x5 to 20x20 and on
 * sparse ones. */
bool weights_apply(const struct variant *variant);
/* Reads the board of a game. All of it is looked at; of a sparse one, only the box around the first
 * cell and all stones, with five more columns and rows on each side; and only one cell if the rules
 * want the first stone there. False if the game has no weights, or no stone is expected. */
bool weights_read_game(struct weights_board *board_out, const struct game *game);
/* Reads the board of a position, and looks at all of it. */
void weights_read_position(struct weights_board *board_out, const struct position *position);
/* The weight of a cell of the board, looked at or not; 0 for a taken one. */
uint32_t weights_at(const struct weights_board *board, size_t cell);
/* Gives the next free cell that is looked at, in the order of cells. `*at` is 0 before the first
 * one, and belongs to the walk. False when there are no more. */
bool weights_next(const struct weights_board *board, size_t *at, size_t *cell_out);

#endif
