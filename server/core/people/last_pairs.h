/* SPDX-License-Identifier: MIT */
/*
 * The last opponents that players were paired with, and the sides that they are due, remembered
 * while the players are not in memory, so that nobody meets the same opponent again, or gets
 * another side, by leaving and coming back. Their number is bounded.
 */
#ifndef PENTAD_SERVER_CORE_LAST_PAIRS_H
#define PENTAD_SERVER_CORE_LAST_PAIRS_H

#include "server/core/state.h"

/* The player leaves the memory. */
void last_pairs_keep(struct core *core, const struct player *player);
/* The player is in memory from now on, and gets what was kept. */
void last_pairs_take(struct core *core, struct player *player);
void last_pairs_free(struct core *core);

#endif
