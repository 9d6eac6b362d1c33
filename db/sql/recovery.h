/* SPDX-License-Identifier: MIT */
/*
 * Recovery codes, as hashes: one for each account, or none.
 */
#ifndef PENTAD_DB_SQL_RECOVERY_H
#define PENTAD_DB_SQL_RECOVERY_H

#include "db/sql/writer.h"

/* Gives the account a code, or takes it away: NULL. An op_outcome. */
int recovery__put(struct sql_writer *writer, uint64_t player, const char *code_hash);
/* Whether the account has one. Returns 0 or -1. */
int recovery__read(struct sql_connection *sql, uint64_t player, bool *has_code_out);

#endif
