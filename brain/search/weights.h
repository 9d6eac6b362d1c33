/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. The weights of the evaluation: one table, brain/search/weights.def, fitted to
 * results of games (tests/bench/brain_fit.c).
 */
#ifndef PENTAD_BRAIN_SEARCH_WEIGHTS_H
#define PENTAD_BRAIN_SEARCH_WEIGHTS_H

#include "brain/search/patterns.h"

/* The worth of an empty cell by the class of one line, for the side that may place a stone there.
 */
int weights__of_line(enum line_class line_class);

/* The worth of each cell of this kind, in addition to that of its lines, for the side to move and
 * for the side that waits. */
int weights__of_mover(enum spot spot);
int weights__of_waiter(enum spot spot);

/* The worth of having the move. */
int weights__of_move(void);

/* The part of games that the side to move wins, draws by half, of 10,000: the logistic curve that
 * the weights were fitted with. */
int weights__share(int score);

#endif
