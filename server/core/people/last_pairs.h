/* SPDX-License-Identifier: MIT */
/*
 * The last opponents that players were paired with, remembered while the players are not in memory,
 * so that nobody meets the same opponent again by leaving and coming back. Their number is bounded.
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
