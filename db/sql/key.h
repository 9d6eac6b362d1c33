/* SPDX-License-Identifier: MIT */
/*
 * Keys that requests bore, and the replies to them.
 */
#ifndef PENTAD_DB_SQL_KEY_H
#define PENTAD_DB_SQL_KEY_H

#include "db/sql/writer.h"

/* Fills in player->keys. Returns 0, or -1 if the database failed. */
int key__read_all(struct sql_connection *sql, struct arena *arena, struct store_player *player);
/* Forgets all of a player's. Returns an enum op_outcome. */
int key__remove_all(struct sql_writer *writer, uint64_t player);

#endif
