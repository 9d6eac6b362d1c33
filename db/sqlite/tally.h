/* SPDX-License-Identifier: MIT */
/*
 * Private to the check of a database file: whether the forms of players are what their histories
 * add up to. (Tallies are questions of db/sqlite/findings.def.)
 */
#ifndef PENTAD_DB_SQLITE_TALLY_H
#define PENTAD_DB_SQLITE_TALLY_H

#include "db/sqlite/check.h"

#include <sqlite3.h>

/* Walks over all histories, player by player, and tells the listener where a form differs.
 * `version` is that of its schema; a file of one that has no forms is passed over. Returns an
 * SQLite code. */
int tally__forms_check(sqlite3 *db, int version, const struct store_check_listener *listener);

#endif
