/* SPDX-License-Identifier: MIT */
/*
 * Keys that requests bore. The table is bounded: a player has a fixed number of slots, and each key
 * that comes takes two old ones along, so those of players who never come back go, too.
 */
#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/operation.h"

#define SWEPT_AT_ONCE 2

int write__key_put(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_keyed_answer *answer = &op->as.key_put;
    struct sql_value oldest = sql_integer(answer->used.uptime_ms - STORE_KEYS_MS);
    if (!writer->was_applied)
        return OP_CONFLICT;
    if (writer__send(writer, SQL_KEYS_SWEEP, SQL_VALUES(oldest, sql_integer(SWEPT_AT_ONCE))) !=
        OP_DONE)
        return OP_REFUSED;
    return writer__save(writer, SQL_KEY_PUT, FIELDS(keyed_answer, answer), FIELDS_ONLY);
}

int answer__keyed_reply(struct sql_connection *sql, struct work_query *question)
{
    const struct store_key_place *place = &question->query.as.keyed_reply;
    return answer__status(
        fields__get(sql__start(sql, SQL_KEYED_REPLY,
                               SQL_VALUES(sql_id(place->player), sql_integer(place->slot),
                                          sql_integer((int64_t)place->key))),
                    FIELDS_INTO(keyed_reply, &question->answer.as.keyed_reply, &question->arena)));
}
