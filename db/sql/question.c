/* SPDX-License-Identifier: MIT */
/*
 * The dispatch of questions.
 */
#include "db/check.h"
#include "db/record.h"
#include "db/sql/answer.h"

typedef int answer_fn(struct sql_connection *sql, struct work_query *question);

static answer_fn *const ANSWERS[STORE_QUERY_COUNT] = {
#define QUERY(ID, id, record, answer, about, cost, doc) [STORE_##ID] = answer__##id,
#include "db/queries.def"
#undef QUERY
};

int question__answer(struct sql_connection *sql, struct work_query *question)
{
    const struct store_query *query = &question->query;
    if (!check__query(query))
        return STORE_NOT_FOUND;
    int found = 1;
    if (query__row(query->kind)->is_about_player) /* they all begin with the player */
        found = answer__player_exists(sql, query->as.fines.player);
    return found == 1 ? ANSWERS[query->kind](sql, question) : answer__status(found);
}
