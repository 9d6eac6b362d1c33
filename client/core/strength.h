/* SPDX-License-Identifier: MIT */
/*
 * An estimate of a player's strength, on the scale of a computer player's levels: against the level
 * of the same strength one wins as often as one loses. It follows the results, the newest the most.
 * Whole numbers; plain values.
 */
#ifndef PENTAD_CLIENT_CORE_STRENGTH_H
#define PENTAD_CLIENT_CORE_STRENGTH_H

#include <stdint.h>

#define STRENGTH_ONE 100 /* one level */

struct strength {
    uint16_t hundredths; /* of a level, from 1 level to the highest */
    uint16_t games;      /* that the estimate comes from */
};

/* Halves of a point. */
enum strength_score {
    STRENGTH_LOST,
    STRENGTH_DRAWN,
    STRENGTH_WON,
};

/* Begins in the middle of the levels: nothing is known. */
void strength_init(struct strength *strength, unsigned levels);
/* Takes the score of a game against `level`, from 1 to `levels`. */
void strength_take(struct strength *strength, unsigned levels, unsigned level,
                   enum strength_score score);
/* The nearest level. */
unsigned strength_level(const struct strength *strength);

#endif
