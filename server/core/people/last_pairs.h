/* SPDX-License-Identifier: MIT */
/*
 * With whom players were paired last, remembered while they are not in memory: so that nobody meets
 * the same opponent again by leaving and coming back. Of so many players at the most.
 */
#ifndef PENTAD_SERVER_CORE_LAST_PAIRS_H
#define PENTAD_SERVER_CORE_LAST_PAIRS_H

#include "server/core/state.h"

/* The player leaves the memory. */
void last_pairs_keep(struct core *core, const struct player *player);
/* The player's id, who is in memory from now on; returns the opponent's, 0 if there is none. */
uint64_t last_pairs_take(struct core *core, uint64_t player);
void last_pairs_free(struct core *core);

#endif
