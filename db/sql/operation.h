/* SPDX-License-Identifier: MIT */
/*
 * Operations, a function for each row of this table, inside the writer's transaction. Each is in
 * the file for its subject: players, sessions, accounts, rooms, games, ratings, fines, letters,
 * moderation.
 */
#ifndef PENTAD_DB_SQL_OPERATION_H
#define PENTAD_DB_SQL_OPERATION_H

#include "db/check.h"
#include "db/sql/writer.h"

/* Carries out one operation. Returns an enum op_outcome; a database that failed is OP_REFUSED as
 * well, since the batch fails either way. */
int operation__apply(struct sql_writer *writer, const struct store_op *op);

/* Reads what an operation returns after its batch, with all that the batch did: `known` of the
 * writer, until the next call. False if there is nothing, or it cannot be read; then the caller
 * asks a query. */
bool operation__tell(struct sql_writer *writer, const struct store_op *op);

/* Checks before a batch that its lease is still the newest of its shard, which nobody can change
 * until the transaction ends. Returns STORE_OK, STORE_FENCED or STORE_UNAVAILABLE. */
int operation__fence(struct sql_writer *writer, const struct store_lease *lease);

#define OPERATION(ID, id, record, how, doc)                                                        \
    int write__##id(struct sql_writer *writer, const struct store_op *op);
#include "db/operations.def"
#undef OPERATION

#endif
