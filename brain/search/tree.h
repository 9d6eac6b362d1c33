/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. The state of one thought in lent memory, and the search of a tree of moves
 * (principal variation search). Scores are of the side to move: 400 are a unit of the logistic
 * curve, a win is TREE_WIN less the plies to it. They are judgements; brain/search/hunt.h proves.
 */
#ifndef PENTAD_BRAIN_SEARCH_TREE_H
#define PENTAD_BRAIN_SEARCH_TREE_H

#include "brain/search/board.h"
#include "brain/search/effort.h"
#include "brain/search/hunt.h"
#include "brain/search/table.h"

#include <stdbool.h>
#include <stdint.h>

#define TREE_WIN 30000
#define TREE_PLIES 64
#define TREE_IS_WIN (TREE_WIN - 2 * HUNT_LINE_MAX) /* from here on a win was seen */

struct tree_line {
    uint16_t count;
    uint16_t cells[TREE_PLIES];
};

struct tree {
    struct effort effort;
    struct table table;
    struct hunt hunt;
    int32_t history[COLOURS][POSITION_CELLS_MAX];
    uint16_t siblings[TREE_PLIES][2];   /* refutations of positions at the same ply */
    struct tree_line lines[TREE_PLIES]; /* the best play from a ply on */
    struct board board;
};

/* The score of the board, between alpha and beta. */
int tree__search(struct tree *tree, int alpha, int beta, int depth, unsigned ply);

/* The plies by which the first search of the nth move is less deep, if the move is quiet. */
int tree__reduction(const struct tree *tree, int depth, unsigned cell, size_t nth);

/* Makes the line of `ply`: `cell`, then the line of the next ply. */
void tree__extend_line(struct tree *tree, unsigned ply, unsigned cell);

#endif
