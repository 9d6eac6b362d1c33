/* SPDX-License-Identifier: MIT */
/*
 * Positions of 3x3 drawn in one line, the top row first: "X../.O./..X"; and the empty cells as they
 * are read, from the top left. Works on the caller's game; what cannot be played fails the test.
 */
#ifndef PENTAD_TESTS_UNIT_BRAIN_DRAWN_H
#define PENTAD_TESTS_UNIT_BRAIN_DRAWN_H

#include "engine/game.h"

#define DRAWN_CELLS 9

/* The number in a game of the cell that is read as number `i`. */
size_t drawn_cell(size_t i);
/* A game of `mini` that leads to the drawing, stones of both in turn. */
void drawn_play(struct game *game, const char *drawing);

#endif
