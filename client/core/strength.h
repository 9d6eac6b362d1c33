/* SPDX-License-Identifier: MIT */
/*
 * An estimate of how strong a player is, on the scale of a computer player's levels: at its own
 * level one wins as often as one loses. It follows the results, the newest the most. Whole numbers;
 * plain values.
 */
#ifndef PENTAD_CLIENT_CORE_STRENGTH_H
#define PENTAD_CLIENT_CORE_STRENGTH_H

#include <stdint.h>

#define STRENGTH_ONE 100 /* a level */

struct strength {
    uint16_t hundredths; /* of a level, from 1 to as many levels as there are */
    uint16_t games;      /* that it comes from */
};

/* Halves of a point. */
enum strength_score {
    STRENGTH_LOST,
    STRENGTH_DRAWN,
    STRENGTH_WON,
};

/* Nothing is known: the level in the middle. */
void strength_init(struct strength *strength, unsigned levels);
/* A game against the level from 1 to `levels` has ended. */
void strength_take(struct strength *strength, unsigned levels, unsigned level,
                   enum strength_score score);
/* The level that is nearest. */
unsigned strength_level(const struct strength *strength);

#endif
