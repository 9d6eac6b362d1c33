/* SPDX-License-Identifier: MIT */
/*
 * Stones that were set up, as turns of a game: managers and files tell which stones stand, but not
 * always in the order in which they were placed.
 */
#ifndef PENTAD_ENGINE_SETUP_H
#define PENTAD_ENGINE_SETUP_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct setup_stone {
    uint16_t cell;
    bool is_second; /* of the side that places the second stone of a game */
};

/* Places the stones, at most GAME_CELLS_MAX, on the empty board of `game`, both sides in turn: in
 * the given order if sides alternate in it, else in another. None completes a row on the way, and
 * after the last one a stone is expected. Returns 0 or an error; then `wrong_out` (may be NULL) is
 * the stone that has no turn or that the rules refuse. */
int setup_play(struct game *game, const struct setup_stone *stones, size_t count,
               size_t *wrong_out);

#endif
