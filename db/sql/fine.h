/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine as it is stored.
 */
#ifndef PENTAD_DB_SQL_FINE_H
#define PENTAD_DB_SQL_FINE_H

#include "db/sql/sql.h"
#include "db/sql/writer.h"

/* Finds the first month in which somebody has a rating in a fined variant, 0 if nobody has; looks
 * at all ratings. Returns 0 or -1. */
int fine__rated_month(struct sql_connection *sql, int *month_out);

/* Makes the player's moves in the game count for no month. Returns 0, and the bits of the months in
 * which other moves are left, or -1. */
int fine__moves_forget(struct sql_writer *writer, uint64_t player, enum variant_id variant,
                       uint64_t game, uint64_t *months_out);

/* The same for a game that the player broke off, with the rating that follows. Returns an outcome.
 */
int fine__break_off(struct sql_writer *writer, uint64_t player, enum variant_id variant,
                    uint64_t game);

#endif
