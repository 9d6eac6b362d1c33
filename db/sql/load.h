/* SPDX-License-Identifier: MIT */
/*
 * Loads everything that a server needs to go on where it stopped.
 */
#ifndef PENTAD_DB_SQL_LOAD_H
#define PENTAD_DB_SQL_LOAD_H

#include "db/sql/sql.h"
#include "db/store.h"

/* Gives the loader everything, inside a transaction. Returns 0 or -1. */
int load__everything(struct sql_connection *sql, const struct store_loader *loader);

#endif
