/* SPDX-License-Identifier: MIT */
/*
 * Players as all answers return them: the row, with ratings, account, letters, and the players whom
 * they blocked and follow.
 */
#ifndef PENTAD_DB_SQL_PLAYER_H
#define PENTAD_DB_SQL_PLAYER_H

#include "db/sql/writer.h"

/* Gives a registered player these names, unless they are another's or reserved (`hashes`; NULL:
 * reserved ones are allowed). Returns an op_outcome. */
int player__rename(struct sql_writer *writer, uint64_t player, const struct store_names *names,
                   const struct store_name_hashes *hashes);
/* Makes all of these accounts, or none if one of their names is another's or reserved. Returns an
 * op_outcome. */
int player__register_all(struct sql_writer *writer, const struct store_registration *accounts,
                         size_t count);
/* Adds the parts that are kept elsewhere to a player whose row was read. Returns 0 or -1. */
int player__complete(struct sql_connection *sql, struct arena *arena, struct store_player *player);
/* Read all of a player, by name key, id, or the hash of a session's token. Return as
 * sql__step(). */
int player__by_key(struct sql_connection *sql, const char *name_key, struct arena *arena,
                   struct store_player *player_out);
int player__by_id(struct sql_connection *sql, uint64_t id, struct arena *arena,
                  struct store_player *player_out);
int player__by_token(struct sql_connection *sql, const uint8_t *hash, struct arena *arena,
                     struct store_player *player_out);

#endif
