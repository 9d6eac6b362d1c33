/* SPDX-License-Identifier: MIT */
/*
 * Sessions in SQLite: what the writer does for operations on them, and a player's list. Each
 * function runs inside the transaction, on the thread, of its connection.
 */
#include <string.h>

#include "db/sql/private.h"

int sqlite__session_add(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_session *session = &op->as.session;
    int changed = sql__run(&writer->sql, SQL_SESSION_INSERT,
                           SQL_VALUES(sql_bytes(session->token_hash, STORE_TOKEN_HASH_SIZE),
                                      sql_id(session->player), sql_integer(session->created_ms),
                                      sql_text(session->client != NULL ? session->client : "")));
    return changed == 1 ? OP_DONE : OP_REFUSED;
}

int sqlite__session_remove(struct sqlite_writer *writer, const struct store_op *op)
{
    int changed = sql__run(&writer->sql, SQL_SESSION_DELETE,
                           SQL_VALUES(sql_bytes(op->as.session.token_hash, STORE_TOKEN_HASH_SIZE)));
    return changed < 0 ? OP_REFUSED : OP_DONE;
}

int sqlite__sessions_remove(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_session *kept = &op->as.session;
    int changed = sql__run(
        &writer->sql, SQL_SESSIONS_DELETE,
        SQL_VALUES(sql_id(kept->player), sql_bytes(kept->token_hash, STORE_TOKEN_HASH_SIZE)));
    return changed < 0 ? OP_REFUSED : OP_DONE;
}

static bool row_session(sqlite3_stmt *row, uint64_t player, struct arena *arena,
                        struct store_session *session_out)
{
    *session_out = (struct store_session){
        .player = player,
        .created_ms = sqlite3_column_int64(row, 1),
        .client = sql__column_text(row, 2, arena),
    };
    if (sqlite3_column_bytes(row, 0) != STORE_TOKEN_HASH_SIZE)
        return false;
    memcpy(session_out->token_hash, sqlite3_column_blob(row, 0), STORE_TOKEN_HASH_SIZE);
    return true;
}

int sqlite__answer_sessions(struct sql_connection *sql, struct work_query *question)
{
    struct store_answer *answer = &question->answer;
    const struct store_query *query = &question->query;
    int found = sqlite__player_exists(sql, query->player);
    if (found != 1)
        return sqlite__status(found);
    struct store_session *rows =
        arena_alloc(&question->arena, ((size_t)query->limit + 1) * sizeof(*rows));
    sqlite3_stmt *row =
        sql__start(sql, SQL_SESSIONS_OF_PLAYER,
                   SQL_VALUES(sql_id(query->player), sql_integer((int64_t)query->limit + 1)));
    int result = sql__step(row);
    size_t count = 0;
    for (; result == 1; result = sql__step(row))
        if (!row_session(row, query->player, &question->arena, &rows[count++]))
            break;
    sql__end(row);
    answer->sessions = rows;
    answer->has_more = count > query->limit;
    answer->sessions_count = answer->has_more ? query->limit : count;
    return result == 0 ? STORE_OK : STORE_UNAVAILABLE;
}
