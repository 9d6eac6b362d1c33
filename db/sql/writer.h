/* SPDX-License-Identifier: MIT */
/*
 * What operations are done with: the connection that writes, what its owner remembers, and what the
 * operation in hand has to tell. Belongs to the driver; one thread.
 */
#ifndef PENTAD_DB_SQL_WRITER_H
#define PENTAD_DB_SQL_WRITER_H

#include "db/sql/cache.h"
#include "db/sql/sql.h"

struct sql_writer {
    struct sql_connection *sql;
    struct sql_cache cache;
    struct store_change changes[SEAT_COUNT]; /* what the operation did to ratings */
    bool has_changes;
};

/* The outcome of a statement that has to change exactly one row: OP_DONE or OP_REFUSED. */
int writer__one_row(int changed);

#endif
