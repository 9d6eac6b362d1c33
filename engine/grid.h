/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. Rules that differ only in the constants of struct grid: the space in which
 * rows run, what a row is worth, and what a full board means. Players alternate from the first
 * stone.
 */
#ifndef PENTAD_ENGINE_GRID_H
#define PENTAD_ENGINE_GRID_H

#include "engine/square.h"
#include "engine/standard.h"

/* Puts a stone of the mark on the cell. A row or a full board ends the game. */
void grid__put(struct game *game, size_t cell, enum mark mark);
/* Places the stone of standard__mark() in the same way. */
void grid__place(struct game *game, struct action action);
/* The row through the last stone, if a row ended the game. */
size_t grid__line(const struct game *game, size_t *cells_out, size_t cap);
/* The reason of the end: a row, points, or a full board. */
enum reason grid__reason(const struct game *game);

/* Members of struct rules that all of these rules share. */
#define GRID__RULES                                                                                \
    .stones_to_win = standard__stones_to_win, .act = grid__place, .undo = standard__remove,        \
    .line = grid__line, .reason = grid__reason, STANDARD__IN_TURN, STANDARD__CELLS

#endif
