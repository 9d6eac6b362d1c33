/* SPDX-License-Identifier: MIT */
/*
 * Provisional ratings as they are stored: what a game of theirs does, and the opponents that count.
 */
#ifndef PENTAD_DB_SQL_PROVISIONAL_H
#define PENTAD_DB_SQL_PROVISIONAL_H

#include "db/sql/rating.h"

/* Completes writer->changes, which have what the game does without this rule. Writes nothing.
 * Returns OP_DONE or OP_REFUSED. */
int provisional__compute(struct sql_writer *writer, const struct cache_game *game,
                         const struct store_game_end *end, const struct rating_now now[SEAT_COUNT]);
/* Writes the opponent of the player at `seat`, if it is a new one that counts. The same returns. */
int provisional__note_opponent(struct sql_writer *writer, const struct cache_game *game, int seat,
                               const struct rating_now *now);

#endif
