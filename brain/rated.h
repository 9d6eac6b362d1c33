/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. The ratings by which `rated0` and `rated1` play tic-tac-toe: the sum of what
 * the lines through a cell promise.
 */
#ifndef PENTAD_BRAIN_RATED_H
#define PENTAD_BRAIN_RATED_H

#include "engine/game.h"

#include <stdint.h>

#define RATED_CELLS 9

/* Rates the cells of an open game of tic-tac-toe for the player to act, by their numbers in the
 * game; a cell with a stone has 0. */
void rated__rate(const struct game *game, uint32_t ratings_out[RATED_CELLS]);

/* Chooses a cell with chances in proportion to the ratings; at least one is above 0. */
struct action rated__by_chance(const uint32_t ratings[RATED_CELLS], uint64_t seed);
/* Chooses a cell with the highest rating, each of several as likely as the others. */
struct action rated__highest(const uint32_t ratings[RATED_CELLS], uint64_t seed);

#endif
