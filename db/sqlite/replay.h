/* SPDX-License-Identifier: MIT */
/*
 * Private to the check of a database file: games as the rules see them. SQL functions for games
 * that are over, and a walk over the log for those in progress.
 */
#ifndef PENTAD_DB_SQLITE_REPLAY_H
#define PENTAD_DB_SQLITE_REPLAY_H

#include "db/sqlite/check.h"

#include <sqlite3.h>

/* Gives `db` the functions of db/sqlite/findings.def. Returns an SQLite code. */
int replay__functions_add(sqlite3 *db);

/* Replays the log of every game in progress, by the schema of this version, and tells the listener
 * of faults: at most one for each game. Returns an SQLite code. */
int replay__log_check(sqlite3 *db, int version, const struct store_check_listener *listener);

#endif
