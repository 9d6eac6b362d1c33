/* SPDX-License-Identifier: MIT */
/*
 * Memos: what players are to be told at their next login. Other operations add them, too.
 */
#ifndef PENTAD_DB_SQL_MEMO_H
#define PENTAD_DB_SQL_MEMO_H

#include "db/sql/writer.h"

/* Adds a memo for a player and notes it in writer->memos, for the report of the batch. The text is
 * borrowed until the operation is done. Returns OP_DONE or OP_REFUSED. */
int memo__add(struct sql_writer *writer, const struct store_memo *memo);

#endif
