/* SPDX-License-Identifier: MIT */
/*
 * Private to db/sqlite. How the domain's SQL (db/sql/sql.h) runs on SQLite.
 */
#ifndef PENTAD_DB_SQLITE_DRIVER_H
#define PENTAD_DB_SQLITE_DRIVER_H

#include "db/sqlite/connection.h"

/* Its connections are those of db/sqlite/connection.h. */
extern const struct sql_driver SQLITE_DRIVER;

/* The database of these options, of which the image is borrowed until it was opened. */
struct sql_database *driver__database(const struct store_sqlite_options *options);

#endif
