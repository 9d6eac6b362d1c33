/* SPDX-License-Identifier: MIT */
/*
 * Accounts: a player's settings, profile, and sanctions.
 */
#ifndef PENTAD_DB_SQL_ACCOUNT_H
#define PENTAD_DB_SQL_ACCOUNT_H

#include "db/sql/writer.h"

/* An account of zeros for a player who never wrote one. Returns 0 or -1. */
int account__read(struct sql_connection *sql, uint64_t player, struct store_account *account_out);
/* The account of a deleted player: no profile, photo, blocks or sessions. An op_outcome. */
int account__delete(struct sql_writer *writer, uint64_t player);

/* ------------------------------------------------------------------ recovery codes */
/*
 * Recovery codes, as hashes: one for each account, or none.
 */

/* Gives the account a code, or takes it away: NULL. An op_outcome. */
int recovery__put(struct sql_writer *writer, uint64_t player, const char *code_hash);
/* Whether the account has one. Returns 0 or -1. */
int recovery__read(struct sql_connection *sql, uint64_t player, bool *has_code_out);

#endif
