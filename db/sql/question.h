/* SPDX-License-Identifier: MIT */
/*
 * Questions: each has its row in db/queries.def, and a function that answers it (answer.h).
 */
#ifndef PENTAD_DB_SQL_QUESTION_H
#define PENTAD_DB_SQL_QUESTION_H

#include "db/sql/sql.h"
#include "db/work.h"

/* Fills in question->answer and returns a store_status. A question that makes no sense is not
 * found. */
int question__answer(struct sql_connection *sql, struct work_query *question);

#endif
