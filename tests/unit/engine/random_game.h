/* SPDX-License-Identifier: MIT */
/*
 * Random but repeatable games for the tests of the rules: a small generator with a seed, and legal
 * games played with it. Works on the caller's values only.
 */
#ifndef PENTAD_TESTS_UNIT_ENGINE_RANDOM_GAME_H
#define PENTAD_TESTS_UNIT_ENGINE_RANDOM_GAME_H

#include "engine/game.h"
#include "engine/needs.h"

#include <stddef.h>
#include <stdint.h>

struct random {
    uint64_t state; /* the seed; any value */
};

uint32_t random_next(struct random *random);
/* From 0 to `limit` - 1. */
size_t random_below(struct random *random, size_t limit);

/* The variants in turn; swap2 for those that the reader does not know. */
const struct variant *random_game_variant(size_t turn, enum reader reader);

/* Plays a new game of `variant` until it is over or has `plies_max` actions. Stones go to cells
 * that are equally likely, answers of the opening likewise. */
void random_game_play(struct game *game, const struct variant *variant, struct random *random,
                      size_t plies_max);

/* Fails the test unless both have the same actions and stand alike. */
void random_game_assert_equal(const struct game *a, const struct game *b);

#endif
