/* SPDX-License-Identifier: MIT */
/*
 * Appeals: added, judged and read. An appeal is against an act, so the act's number is its key, and
 * nobody answers the same act twice.
 */
#include "db/sql/appeal.h"

#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/memo.h"
#include "db/sql/operation.h"

_Static_assert(MOD_MUTE == 0 && MOD_BAN == 2 && MOD_WARN == 12 && MOD_ANSWER == 17,
               "the statements have these numbers");
_Static_assert(APPEAL_NONE == 0 && APPEAL_OPEN == 1 && APPEAL_DISMISSED == 2 && APPEAL_UPHELD == 3,
               "and these");

/* The verdict by which an appeal is upheld, as for reports. */
#define UPHELD 0

int write__appeal_add(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_appeal *appeal = &op->as.appeal_add;
    struct sql_value at_ms = sql_integer(appeal->at_ms);
    int64_t act = 0;
    int64_t other = 0;
    int found = sql__get_integer(
        writer->sql, SQL_ACT_APPEALED,
        SQL_VALUES(sql_id(appeal->player), sql_integer((int64_t)appeal->against), at_ms, at_ms),
        &act);
    if (found != 1)
        return found < 0 ? OP_REFUSED : OP_CONFLICT;
    int is_known =
        sql__get_integer(writer->sql, SQL_APPEAL_GET, SQL_VALUES(sql_integer(act)), &other);
    if (is_known != 0)
        return is_known < 0 ? OP_REFUSED : OP_ALREADY;
    return writer__save(writer, SQL_APPEAL_INSERT, FIELDS(appeal, appeal),
                        SQL_VALUES(sql_integer(act)));
}

int appeal__judge(struct sql_writer *writer, const struct store_act *act)
{
    int64_t against = 0;
    int found =
        sql__get_integer(writer->sql, SQL_APPEAL_OPEN,
                         SQL_VALUES(sql_integer(act->appeal), sql_id(act->player)), &against);
    const struct store_memo memo = {.player = act->player,
                                    .id = act->memo,
                                    .at_ms = act->at_ms,
                                    .kind = act->verdict == UPHELD ? MEMO_APPEAL_UPHELD
                                                                   : MEMO_APPEAL_REFUSED,
                                    .number = against,
                                    .text = act->reason};
    if (found != 1)
        return found < 0 ? OP_REFUSED : OP_CONFLICT;
    if (writer__send(writer, SQL_APPEAL_JUDGE,
                     SQL_VALUES(sql_integer(act->verdict), sql_integer(act->appeal))) != OP_DONE)
        return OP_REFUSED;
    return memo__add(writer, &memo);
}

int answer__appeals(struct sql_connection *sql, struct work_query *question)
{
    const struct store_appeal_page *asked = &question->query.as.appeals;
    struct sql_value at_ms = sql_integer(asked->at_ms);
    return answer__list(
        question,
        sql__start(sql, SQL_APPEALS_OPEN,
                   SQL_VALUES(at_ms, at_ms, sql_integer((int64_t)(asked->from & INT64_MAX)),
                              sql_integer((int64_t)asked->judge), sql_integer(asked->below),
                              answer__limit(asked->limit))),
        asked->limit);
}
