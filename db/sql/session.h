/* SPDX-License-Identifier: MIT */
/*
 * What other files of this folder need of sessions.
 */
#ifndef PENTAD_DB_SQL_SESSION_H
#define PENTAD_DB_SQL_SESSION_H

#include "db/sql/writer.h"

/* All devices of the player go. Returns an enum op_outcome. */
int session__forget_devices(struct sql_writer *writer, uint64_t player);

/* ------------------------------------------------------------------ keys */
/*
 * Keys that requests bore, and the replies to them.
 */

/* Fills in player->keys. Returns 0, or -1 if the database failed. */
int key__read_all(struct sql_connection *sql, struct arena *arena, struct store_player *player);
/* Forgets all of a player's. Returns an enum op_outcome. */
int key__remove_all(struct sql_writer *writer, uint64_t player);

#endif
