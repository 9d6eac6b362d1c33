/* SPDX-License-Identifier: MIT */
/* Finished games before a judge that shares no code with the engine. */
#ifndef PENTAD_TESTS_SIM_TRUTH_JUDGE_H
#define PENTAD_TESTS_SIM_TRUTH_JUDGE_H

#include "tests/sim/truth.h"

struct sim;

/* Checks all actions of the game, which ended so. */
void truth_judge(struct sim *sim, const struct truth_game *game, struct outcome outcome);

#endif
