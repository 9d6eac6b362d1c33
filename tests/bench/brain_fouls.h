/* SPDX-License-Identifier: MIT */
/*
 * Positions for puzzles of a foul: white, to move, may win by fours of which the last is answered
 * by nothing, for its square is forbidden to black; and black, with two threes, wins if white does
 * anything else. Such positions are too rare in games of chance, so that threes of both sides are
 * laid out in the middle of the board, in an order in which they could have been played. That it
 * is so, and that nothing else wins, is shown by the solver.
 */
#ifndef PENTAD_TESTS_BENCH_BRAIN_FOULS_H
#define PENTAD_TESTS_BENCH_BRAIN_FOULS_H

#include "engine/game.h"

#include <stdbool.h>
#include <stdint.h>

/* Whether rules forbid squares to a side, so that this file has positions for the variant. */
bool fouls_are_in(const struct variant *variant);
/* Makes one by chance. */
void fouls_make(struct game *game_out, const struct variant *variant, uint64_t *chance);

#endif
