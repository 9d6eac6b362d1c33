/* SPDX-License-Identifier: MIT */
/*
 * A stand-in for somebody who has just learned five in a row: makes its five, stops four of five
 * fours, else plays at random within two squares of a stone. Owns nothing.
 */
#ifndef PENTAD_TESTS_SUPPORT_BEGINNER_H
#define PENTAD_TESTS_SUPPORT_BEGINNER_H

#include "engine/game.h"

#include <stdint.h>

/* The stone of who is to act: the same for the same seed. */
struct action beginner_acts(const struct game *game, uint64_t seed);

#endif
