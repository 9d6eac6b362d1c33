/* SPDX-License-Identifier: MIT */
/*
 * Tables: rooms with all that belongs to them.
 */
#ifndef PENTAD_DB_SQL_TABLE_H
#define PENTAD_DB_SQL_TABLE_H

#include "db/sql/fields.h"

/* The last lines of a room's chat, the oldest first. Returns 0 or -1. */
int table__chat(struct sql_connection *sql, uint64_t room, struct arena *arena,
                struct fields_list *lines_out);

#endif
