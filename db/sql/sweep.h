/* SPDX-License-Identifier: MIT */
/*
 * Sweeping the log of games.
 */
#ifndef PENTAD_DB_SQL_SWEEP_H
#define PENTAD_DB_SQL_SWEEP_H

#include "db/sql/writer.h"

/* Sweeps a little, before a commit, if the transaction appended to the log. Returns 0 or -1. */
int sweep__go_on(struct sql_writer *writer);

#endif
