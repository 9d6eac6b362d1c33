/* SPDX-License-Identifier: MIT */
/*
 * Private to db/sqlite. How the domain's SQL (db/sql/sql.h) runs on a connection to SQLite.
 */
#ifndef PENTAD_DB_SQLITE_DRIVER_H
#define PENTAD_DB_SQLITE_DRIVER_H

#include "db/sql/sql.h"

/* Its connections are those of db/sqlite/connection.h. */
extern const struct sql_driver SQLITE_DRIVER;

#endif
