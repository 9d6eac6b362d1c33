/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine as it is stored.
 */
#ifndef PENTAD_DB_SQL_FINE_H
#define PENTAD_DB_SQL_FINE_H

#include "db/sql/sql.h"

/* The last settled month, 0 if there is none. Returns 0 or -1. */
int fine__settled_month(struct sql_connection *sql, int *month_out);

/* Since when somebody has a rating in a fined variant, 0 if nobody has; looks at all ratings.
 * Returns 0 or -1. */
int fine__rated_month(struct sql_connection *sql, int *month_out);

#endif
