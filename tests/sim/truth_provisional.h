/* SPDX-License-Identifier: MIT */
/*
 * Provisional ratings and the rated games of a pair: see truth_provisional.c.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_PROVISIONAL_H
#define PENTAD_TESTS_SIM_TRUTH_PROVISIONAL_H

#include "tests/sim/truth.h"

/* Whether a rating of the player, if there is one, is not established. */
bool truth_is_provisional(const struct truth_player *player, enum variant_id variant);
/* Fails unless there is somebody with whom the player may begin no rated game. */
void truth_check_pair_refused(struct sim *sim, uint64_t player);
/* How many rated games of the two began within a day of that time and have a result or none yet. */
size_t truth_rated_games(const struct truth *truth, uint64_t player, uint64_t opponent,
                         int64_t at_ms);

/* When a game ends that moves ratings, before them; the points, of those that
 * the Elo rule gives; and after them, compared with what the store told (NULL: nothing). */
void truth__provisional_begin(const struct sim *sim, struct truth_game *game, int64_t ended_ms);
int truth__provisional_points(const struct sim *sim, const struct truth_game *game, int seat,
                              int after);
void truth__provisional_end(struct sim *sim, struct truth_game *game, int seat,
                            const struct store_change *told);
/* Fails if the two may not begin a rated game. */
void truth__check_pair(struct sim *sim, const struct store_game_start *start);

#endif
