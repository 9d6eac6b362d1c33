/* SPDX-License-Identifier: MIT */
/*
 * What the player `table` has learnt, by the games that ended as they were committed.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_EXPERIENCE_H
#define PENTAD_TESTS_SIM_TRUTH_EXPERIENCE_H

#include "tests/sim/truth.h"

struct sim;

/* A game ended: from some there is something to be learnt. */
void truth__experience_teach(struct sim *sim, const struct truth_game *game);
/* Behind a batch: what was to be learnt from its games is stored. */
void truth__experience_check(struct sim *sim);

#endif
