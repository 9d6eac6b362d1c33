/* SPDX-License-Identifier: MIT */
/*
 * Points that are held (db/rating.h) as they are stored: one row for each win, and their sum with
 * the rating.
 */
#ifndef PENTAD_DB_SQL_HELD_H
#define PENTAD_DB_SQL_HELD_H

#include "db/sql/rating.h"

/* Completes writer->changes with what is held and with listed points, once the points are known.
 * Writes nothing. Returns OP_DONE or OP_REFUSED. */
int held__compute(struct sql_writer *writer, const struct cache_game *game,
                  const struct store_game_end *end, const struct rating_now now[SEAT_COUNT]);
/* Writes them for the player at `seat`, whose rating is written already. The same returns. */
int held__note(struct sql_writer *writer, const struct cache_game *game,
               const struct store_game_end *end, int seat, const struct rating_now *now);

/* Forgets what is held of a win; returns how much that was, or -1. The rating is set by: */
int64_t held__forget(struct sql_writer *writer, uint64_t player, uint64_t opponent, uint64_t game);
/* Returns OP_DONE or OP_REFUSED. */
int held__set(struct sql_writer *writer, uint64_t player, enum variant_id variant, int64_t held,
              int mark);

#endif
