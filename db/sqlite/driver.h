/* SPDX-License-Identifier: MIT */
/*
 * Private to db/sqlite. The driver that runs the domain's SQL (db/sql/sql.h) on SQLite.
 */
#ifndef PENTAD_DB_SQLITE_DRIVER_H
#define PENTAD_DB_SQLITE_DRIVER_H

#include "db/sqlite/connection.h"

/* Its connections are those of db/sqlite/connection.h. */
extern const struct sql_driver SQLITE_DRIVER;

/* The database of these options. Borrows their image until it is opened. */
struct sql_database *driver__database(const struct store_sqlite_options *options);

#endif
