/* SPDX-License-Identifier: MIT */
/*
 * Tables: rooms with all that belongs to them.
 */
#ifndef PENTAD_DB_SQL_TABLE_H
#define PENTAD_DB_SQL_TABLE_H

#include "db/sql/fields.h"

/* Reads the last lines of a room's chat, the oldest first. Returns 0 or -1. */
int table__chat(struct sql_connection *sql, uint64_t room, struct arena *arena,
                struct fields_list *lines_out);

/* Reads all of the player of a session, unless the player is in a correspondence game: those take
 * long to read. Returns 1, 0 if there is no such player, or -1. */
int table__player_alone(struct sql_connection *sql, const uint8_t *hash, struct arena *arena,
                        struct store_known_player *known_out);

#endif
