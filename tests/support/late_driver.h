/* SPDX-License-Identifier: MIT */
/*
 * A database as one over a line: another driver's, with statements that wait after they were sent
 * until somebody asks for rows, settles or commits. It counts how often its user waits for the
 * database, and loses commits on demand.
 */
#ifndef PENTAD_TESTS_SUPPORT_LATE_DRIVER_H
#define PENTAD_TESTS_SUPPORT_LATE_DRIVER_H

#include "db/sql/sql.h"

#include <stdatomic.h>

/* The test's own; outlives the database. */
struct late_line {
    atomic_int waits;       /* of writers, so far */
    atomic_int next_commit; /* an enum sql_outcome: what the next one says; what is not stored is
                               rolled back, what is in doubt is stored */
};

/* The database goes with its owner, as every one, and `take_inner` with it. */
struct sql_database *late_database_new(struct sql_database *take_inner, struct late_line *line);

#endif
