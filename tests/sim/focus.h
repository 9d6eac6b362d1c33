/* SPDX-License-Identifier: MIT */
/* The focus of clients in rated games: what clients tell, and what is kept of it. */
#ifndef PENTAD_TESTS_SIM_FOCUS_H
#define PENTAD_TESTS_SIM_FOCUS_H

#include "tests/sim/link.h"
#include "tests/sim/truth.h"

/* A request for it arrives at the server. */
void truth_focus_asked(struct truth *truth, struct ask *ask);
/* An action comes: what was acknowledged is stored before it. */
void truth__focus_check(struct sim *sim, const struct truth_game *game);

#endif
