/* SPDX-License-Identifier: MIT */
/*
 * A writer (db/sql/writer.h) on a database in memory with today's schema: the domain's SQL without
 * a store around it. Transactions are the test's own.
 */
#ifndef PENTAD_TESTS_UNIT_DB_SQL_SQL_RIG_H
#define PENTAD_TESTS_UNIT_DB_SQL_SQL_RIG_H

#include "db/sql/operation.h"
#include "db/sqlite/connection.h"
#include "tests/support/test.h"

#include <stdint.h>

struct sql_rig {
    struct sqlite_connection connection;
    struct sql_writer writer; /* on it; its cache is read */
};

/* test setup and teardown: a rig as the state. */
int sql_rig_setup(void **state);
int sql_rig_teardown(void **state);

/* Past the domain: runs statements, and the first column of a row. Failures fail the test. */
void sql_rig_run(struct sql_rig *rig, const char *sql);
int64_t sql_rig_integer(struct sql_rig *rig, const char *sql);
/* Reads the cache anew, after rows came past the domain. */
void sql_rig_read_cache(struct sql_rig *rig);
/* The outcome of one operation. */
int sql_rig_do(struct sql_rig *rig, struct store_op op);

#endif
