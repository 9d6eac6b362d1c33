/* SPDX-License-Identifier: MIT */
/*
 * The dispatch of questions.
 */
#include "db/sql/question.h"

#include "db/check.h"
#include "db/sql/answer.h"

typedef int answer_fn(struct sql_connection *sql, struct work_query *question);

static answer_fn *const ANSWERS[STORE_QUERY_COUNT] = {
#define QUERY(ID, id, record, answer, cost, doc) [STORE_##ID] = answer__##id,
#include "db/queries.def"
#undef QUERY
};

int question__answer(struct sql_connection *sql, struct work_query *question)
{
    return check__query(&question->query) ? ANSWERS[question->query.kind](sql, question)
                                          : STORE_NOT_FOUND;
}
