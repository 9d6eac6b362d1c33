/* SPDX-License-Identifier: MIT */
/*
 * Tallies and forms: added to when a game ends, so that nobody counts when they are asked for.
 */
#ifndef PENTAD_DB_SQL_STATS_H
#define PENTAD_DB_SQL_STATS_H

#include "db/sql/writer.h"

/* The game is over, and the player at `seat` has its line in the history. OP_DONE or OP_REFUSED. */
int stats__add(struct sql_writer *writer, const struct cache_game *game,
               const struct store_game_end *end, int seat);

#endif
