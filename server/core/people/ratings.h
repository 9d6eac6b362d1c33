/* SPDX-License-Identifier: MIT */
/*
 * Ratings of players in memory: what the store has of them, never more. The store computes the
 * effect of a game or a month on them; when its batch is durable memory follows, by the same
 * operations in the same order. So no failed commit takes anything back from them.
 */
#ifndef PENTAD_SERVER_CORE_RATINGS_H
#define PENTAD_SERVER_CORE_RATINGS_H

#include "server/core/state.h"

/* Starts looking, now and then, for points that are no longer held (db/rating.h). */
void ratings_load(struct core *core);

/* Takes the stored ratings, with the months that were settled since. The player has none yet. */
void ratings_take(struct core *core, struct player *player, const struct store_player *stored);
/* The account was deleted. */
void ratings_drop(struct player *player);

/* The rating; NULL for guests and before the first rated game. */
const struct store_rating *ratings_find(const struct player *player, enum variant_id variant);
/* The points; NONE if there is no rating. */
int64_t ratings_points(const struct player *player, enum variant_id variant);

/* True if there is a rating and it is provisional. */
bool ratings_are_provisional(const struct player *player, enum variant_id variant);

/* The open batch moves ratings of the player. */
void ratings_will_move(const struct core *core, struct player *player);
/* The open batch moves ratings of players whom only the store knows. */
void ratings_will_move_somewhere(struct core *core);
/* The last batch on its way that moves the player's ratings, or may by settling a month: anything
 * said of them before it is settled would soon be wrong. 0: there is none. */
uint64_t ratings_gate(const struct core *core, const struct player *player);

/* Takes over a rating that a game changed, as it is stored. */
void ratings_put(struct core *core, struct player *player, const struct store_rating *rating);
/* Listens to stored operations: makes their changes of ratings in memory too. */
void ratings_stored(struct core *core, const struct store_op *op);

#endif
