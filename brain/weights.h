/* SPDX-License-Identifier: MIT */
/*
 * Weights: how much each free square is worth for both sides at once, by the attacks that a stone
 * there would be part of. For games of five on boards of two dimensions; it plays by "five or
 * more". A pure function of the stones, in whole numbers.
 *
 * An attack is an unbroken run of stones on a line, with its capability, the number of them, and
 * its potential, the number of its ends that are open.
 */
#ifndef PENTAD_BRAIN_WEIGHTS_H
#define PENTAD_BRAIN_WEIGHTS_H

#include "engine/game.h"

#include <stdbool.h>
#include <stdint.h>

struct position; /* brain/search/position.h */

/* The unit: a weight of one. */
#define WEIGHTS_ONE 240

/* Whether the squares of such games have weights: five in a row, on boards of 5x5 to 20x20. */
bool weights_apply(const struct variant *variant);
/* Writes the weight of each cell for the side that places the next stone, 0 for a taken one;
 * `weights_out` has room for the variant's cells. False, and nothing is written: the game has no
 * weights, or no stone is expected. */
bool weights_of(const struct game *game, uint32_t *weights_out);
/* The same of a position, for the side to move. */
void weights_of_position(const struct position *position, uint32_t *weights_out);

#endif
