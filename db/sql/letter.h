/* SPDX-License-Identifier: MIT */
/*
 * Letters, as players have them.
 */
#ifndef PENTAD_DB_SQL_LETTER_H
#define PENTAD_DB_SQL_LETTER_H

#include "db/sql/sql.h"

/* How many letters a player has not read. Returns 0 or -1. */
int letter__unread_of(struct sql_connection *sql, uint64_t player, uint64_t *unread_out);

#endif
