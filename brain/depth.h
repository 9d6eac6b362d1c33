/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. The values by which `depth` plays.
 *
 *   32 30 28 26   won with the player's 1st, 2nd, 3rd, 4th stone from here
 *   24            a draw for certain (or a win with the last stone of 3x3)
 *   16            not seen, or a loss further away than the scale reaches
 *   15 13 11 9    lost by the other side's 4th, 3rd, 2nd, 1st stone from here
 */
#ifndef PENTAD_BRAIN_DEPTH_H
#define PENTAD_BRAIN_DEPTH_H

#include "brain/small.h"

enum {
    DEPTH_LOSS = 8, /* the other side has a row */
    DEPTH_UNSEEN = 16,
    DEPTH_DRAW = 24,
    DEPTH_WIN = 32,
};

/* The scale's number for a value of small.h. */
unsigned depth__scale(unsigned value);

#endif
