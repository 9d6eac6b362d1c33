/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. Rules that differ in constants alone, those of struct grid: the space in
 * which rows go, what a row is worth, and what a full board is. Players alternate from the first
 * stone.
 */
#ifndef PENTAD_ENGINE_GRID_H
#define PENTAD_ENGINE_GRID_H

#include "engine/square.h"
#include "engine/standard.h"

/* Puts a stone of the mark on the cell, and ends the game where that does. */
void grid__put(struct game *game, size_t cell, enum mark mark);
/* Places the stone of standard__mark() likewise. */
void grid__place(struct game *game, struct action action);
/* The row through the last stone, where one ended the game. */
size_t grid__line(const struct game *game, size_t *cells_out, size_t cap);
/* A row, points, or a full board. */
enum reason grid__reason(const struct game *game);

/* Rows of struct rules that such rules have in common. */
#define GRID__RULES                                                                                \
    .stones_to_win = standard__stones_to_win, .act = grid__place, .undo = standard__remove,        \
    .line = grid__line, .reason = grid__reason, STANDARD__IN_TURN, STANDARD__CELLS

#endif
