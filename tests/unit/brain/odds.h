/* SPDX-License-Identifier: MIT */
/*
 * The exact odds of a player of 3x3 who leaves its stones to known chances: the whole tree of games
 * is walked, with fractions. Owns nothing.
 */
#ifndef PENTAD_TESTS_UNIT_BRAIN_ODDS_H
#define PENTAD_TESTS_UNIT_BRAIN_ODDS_H

#include "engine/game.h"

#include <stdint.h>

typedef __int128 odds_number; /* sums of ratings multiply */

struct fraction {
    odds_number over;
    odds_number under;
};

struct odds {
    struct fraction win, draw, loss;
};

enum odds_opponent {
    OPPONENT_BEST, /* knows the chances, and wants to win before all else */
    OPPONENT_RANDOM,
};

/* The chances of each cell of a position, as parts of their sum. */
typedef void odds_chances(const struct game *game, uint32_t chances_out[9]);

/* The odds of who has `seat` and plays by `chances`, from the empty board on. */
struct odds odds_of(odds_chances *chances, enum seat seat, enum odds_opponent opponent);

void assert_fraction_equal(struct fraction fraction, int64_t over, int64_t under);

#endif
