/* SPDX-License-Identifier: MIT */
/*
 * Annulled games: lines of the ledger that reverse theirs take their points back, and everything
 * that is derived from games is as if they had not been played.
 */
#ifndef PENTAD_DB_SQL_ANNUL_H
#define PENTAD_DB_SQL_ANNUL_H

#include "db/sql/writer.h"

/* Annuls the games of an act, in order, and notes the ratings that moved in writer->moved. Returns
 * OP_DONE, OP_ALREADY if one of the games is annulled, or OP_REFUSED if one moved no ratings. */
int annul__games(struct sql_writer *writer, const struct store_act *act);

#endif
