/* SPDX-License-Identifier: MIT */
/*
 * Answers, a function for each row of this table: it fills in question->answer from the snapshot
 * that the transaction on `sql` sees, and returns a store_status. Each is in the file for its
 * subject.
 */
#ifndef PENTAD_DB_SQL_ANSWER_H
#define PENTAD_DB_SQL_ANSWER_H

#include "db/sql/sql.h"
#include "db/work.h"

#define QUERY(ID, id, record, answer, about, cost, doc)                                            \
    int answer__##id(struct sql_connection *sql, struct work_query *question);
#include "db/queries.def"
#undef QUERY

/* Answers a question: fills in question->answer and returns a store_status. A question that makes
 * no sense finds nothing (STORE_NOT_FOUND). */
int question__answer(struct sql_connection *sql, struct work_query *question);

/* The status of an answer whose subject sql__step() or its like has `found`. */
int answer__status(int found);

/* Looks for a player; returns as sql__step(). */
int answer__player_exists(struct sql_connection *sql, uint64_t player);
/* 1 for a registered player, 0 for others, -1 if the database failed. */
int answer__is_registered(struct sql_connection *sql, uint64_t player);

/* The number of rows to ask for if `limit` are wanted: one more, which shows that there are
 * more. */
struct sql_value answer__limit(uint32_t limit);
/* Makes an answer that is a list: the rows of a statement that begins, at most `limit`, and if
 * there are more. */
int answer__list(struct work_query *question, struct sql_row row, size_t limit);

#endif
