/* SPDX-License-Identifier: MIT */
/*
 * Memos: added, by whatever operation, seen, and read.
 */
#include "db/sql/memo.h"

#include "base/memory.h"
#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/operation.h"

#include <stdio.h>

/* Reads the player's present name. Returns 0 or -1. */
static int name_read(struct sql_writer *writer, uint64_t player, char name_out[STORE_NAME_SIZE])
{
    struct sql_row row = sql__start(writer->sql, SQL_PLAYER_NAME, SQL_VALUES(sql_id(player)));
    int found = sql__step(&row);
    size_t size = 0;
    const char *name = found == 1 ? row.driver->bytes(&row, 0, &size) : NULL;
    if (name != NULL)
        (void)snprintf(name_out, STORE_NAME_SIZE, "%.*s", (int)size, name);
    sql__end(&row);
    return name != NULL ? 0 : -1;
}

static int note(struct sql_writer *writer, const struct store_memo *memo)
{
    if (writer->memos_count == writer->memos_cap) {
        writer->memos_cap = writer->memos_cap == 0 ? 4 : 2 * writer->memos_cap;
        writer->memos = mem_grow(writer->memos, writer->memos_cap * sizeof(*writer->memos));
    }
    struct store_memo *noted = &writer->memos[writer->memos_count++];
    *noted = *memo;
    noted->about_name[0] = '\0';
    return memo->about == 0 || name_read(writer, memo->about, noted->about_name) == 0 ? OP_DONE
                                                                                      : OP_REFUSED;
}

int memo__add(struct sql_writer *writer, const struct store_memo *memo)
{
    struct sql_value player = sql_id(memo->player);
    if (writer__save(writer, SQL_MEMO_INSERT, FIELDS(memo, memo), FIELDS_ONLY) != OP_DONE ||
        writer__send(writer, SQL_MEMOS_SWEEP,
                     SQL_VALUES(player, player, sql_integer(STORE_MEMOS_MAX))) != OP_DONE)
        return OP_REFUSED;
    return note(writer, memo);
}

int write__memo_add(struct sql_writer *writer, const struct store_op *op)
{
    return memo__add(writer, &op->as.memo_add);
}

int answer__memos(struct sql_connection *sql, struct work_query *question)
{
    return answer__list(
        question, sql__start(sql, SQL_MEMOS_OF, SQL_VALUES(sql_id(question->query.as.memos.id))),
        STORE_MEMOS_MAX);
}
