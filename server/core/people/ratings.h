/* SPDX-License-Identifier: MIT */
/*
 * Ratings of players in memory: what the store has of them, never more. The store computes what a
 * game and a month make of them; when its batch is durable they follow, by the same operations in
 * the same order. So no failed commit takes anything of them back.
 */
#ifndef PENTAD_SERVER_CORE_RATINGS_H
#define PENTAD_SERVER_CORE_RATINGS_H

#include "server/core/state.h"

/* Begins to look, now and then, for points that are held no more (db/rating.h). */
void ratings_load(struct core *core);

/* As the store said, with the months that were settled since. The player has none yet. */
void ratings_take(struct core *core, struct player *player, const struct store_player *stored);
/* The account was deleted. */
void ratings_drop(struct player *player);

/* NULL for guests and before the first rated game. */
const struct store_rating *ratings_find(const struct player *player, enum variant_id variant);
/* The points; NONE for the same. */
int64_t ratings_points(const struct player *player, enum variant_id variant);

/* Whether there is one, and it is provisional. */
bool ratings_are_provisional(const struct player *player, enum variant_id variant);

/* The open batch moves ratings of the player. */
void ratings_will_move(const struct core *core, struct player *player);
/* It moves ratings of players whom only the store knows. */
void ratings_will_move_somewhere(struct core *core);
/* The batch that moves them, or may by the month that it settles: anything said of them before it
 * would be wrong at once. 0 if none is on its way. */
uint64_t ratings_gate(const struct core *core, const struct player *player);

/* Takes over a rating that a game changed, as it is stored. */
void ratings_put(struct core *core, struct player *player, const struct store_rating *rating);
/* Listens to stored operations: the batch's changes of ratings are made in memory, too. */
void ratings_stored(struct core *core, const struct store_op *op);

#endif
