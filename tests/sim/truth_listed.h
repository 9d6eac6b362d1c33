/* SPDX-License-Identifier: MIT */
/*
 * Listed points, and what is held: see truth_listed.c.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_LISTED_H
#define PENTAD_TESTS_SIM_TRUTH_LISTED_H

#include "tests/sim/truth.h"

/* The points by which the player stands on the leaderboard. */
int truth_listed(const struct truth_player *player, enum variant_id variant);
/* Its place there; 0 for a provisional rating. */
int64_t truth_rank(const struct truth *truth, const struct truth_player *player,
                   enum variant_id variant);

/* When the points that a game moved are known; compared with what the store told, if it did. */
void truth__listed_end(struct sim *sim, struct truth_game *game, const struct store_op *op);
/* Nothing is held any more of that game; of all games of the player; of those whose month is over.
 */
void truth__listed_forget(struct truth *truth, struct truth_game *game, int seat);
void truth__listed_gone(struct truth *truth, const struct truth_player *player);

#endif
