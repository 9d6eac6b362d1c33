/* SPDX-License-Identifier: MIT */
/*
 * The rated games that the same two players began within a day: so many and no more
 * (rated_pair_games of the options). Games in progress count, those without a result do not. Memory
 * follows the store; a game that is on its way there is waited for.
 */
#ifndef PENTAD_SERVER_CORE_RATED_PAIRS_H
#define PENTAD_SERVER_CORE_RATED_PAIRS_H

#include "server/core/state.h"

#define RATED_PAIRS_MS (INT64_C(24) * 3600 * 1000)

/* Takes a stored game at the start. */
void rated_pairs_load(struct core *core, const struct store_rated_game *game);
void rated_pairs_free(struct core *core);

/* Whether the two may begin a rated game: 0, or ERR_RATED_PAIR_LIMIT with the time until they may.
 */
int rated_pairs_check(const struct core *core, uint64_t player, uint64_t opponent,
                      int64_t *retry_after_ms_out);

/* The open batch begins a rated game of the player. */
void rated_pairs_will_begin(struct core *core, const struct player *player);
/* The batch that does; 0 if none is on its way. */
uint64_t rated_pairs_gate(const struct core *core, const struct player *player);

/* Listens to stored operations: games began, or ended without a result. */
void rated_pairs_stored(struct core *core, const struct store_op *op);

#endif
