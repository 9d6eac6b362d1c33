/* SPDX-License-Identifier: MIT */
/*
 * Statements of the SQLite back-end: prepared once, given values, stepped and reset. Owns the
 * prepared statements through their connection; runs on the connection's thread.
 */
#include "db/sqlite/sql.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct statement_row {
    int users;
    const char *sql;
};

static const struct statement_row STATEMENTS[SQL_STATEMENT_COUNT] = {
#define WRITER SQL_WRITER
#define READER SQL_READER
#define LOADER SQL_LOADER
#define STATEMENT(id, users, sql) [SQL_##id] = {users, sql},
#include "db/sql/statements.def"
#undef STATEMENT
#undef LOADER
#undef READER
#undef WRITER
};

static int prepare_one(sqlite3 *db, const char *sql, sqlite3_stmt **statement_out)
{
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement_out, NULL);
}

int sql__prepare(struct sql_connection *connection, enum sql_user user)
{
    sqlite3 *db = connection->db;
    /* What writes says so at once: a transaction that starts reading could not go on to write. */
    bool writes = user == SQL_WRITER || user == SQL_INLINE;
    connection->user = user;
    int code = prepare_one(db, writes ? "BEGIN IMMEDIATE" : "BEGIN", &connection->begin);
    if (code == SQLITE_OK)
        code = prepare_one(db, "COMMIT", &connection->commit);
    if (code == SQLITE_OK)
        code = prepare_one(db, "ROLLBACK", &connection->rollback);
    for (int i = 0; i < SQL_STATEMENT_COUNT && code == SQLITE_OK; i++) {
        if ((STATEMENTS[i].users & (int)user) != 0)
            code = prepare_one(db, STATEMENTS[i].sql, &connection->statements[i]);
    }
    return code;
}

void sql__close(struct sql_connection *connection)
{
    sqlite3_finalize(connection->begin);
    sqlite3_finalize(connection->commit);
    sqlite3_finalize(connection->rollback);
    for (int i = 0; i < SQL_STATEMENT_COUNT; i++)
        sqlite3_finalize(connection->statements[i]);
    sqlite3_close(connection->db);
    *connection = (struct sql_connection){0};
}

static int run_once(sqlite3_stmt *statement)
{
    int result = sql__step(statement);
    sql__end(statement);
    return result;
}

int sql__begin(struct sql_connection *connection)
{
    return run_once(connection->begin);
}

int sql__commit(struct sql_connection *connection)
{
    return run_once(connection->commit);
}

void sql__rollback(struct sql_connection *connection)
{
    if (sqlite3_get_autocommit(connection->db) == 0)
        (void)run_once(connection->rollback);
}

/* ------------------------------------------------------------------ values */

struct sql_value sql_integer(int64_t integer)
{
    return (struct sql_value){.kind = SQL_VALUE_INTEGER, .integer = integer};
}

struct sql_value sql_id(uint64_t id)
{
    return id == 0 ? sql_null() : sql_integer((int64_t)id);
}

struct sql_value sql_text(const char *text)
{
    if (text == NULL)
        return sql_null();
    return (struct sql_value){
        .kind = SQL_VALUE_TEXT, .integer = (int64_t)strlen(text), .bytes = text};
}

struct sql_value sql_bytes(const void *bytes, size_t size)
{
    return (struct sql_value){.kind = SQL_VALUE_BYTES, .integer = (int64_t)size, .bytes = bytes};
}

struct sql_value sql_null(void)
{
    return (struct sql_value){.kind = SQL_VALUE_NULL};
}

static int value_bind(sqlite3_stmt *statement, int at, const struct sql_value *value)
{
    switch (value->kind) {
    case SQL_VALUE_INTEGER:
        return sqlite3_bind_int64(statement, at, value->integer);
    case SQL_VALUE_TEXT:
        return sqlite3_bind_text64(statement, at, value->bytes, (sqlite3_uint64)value->integer,
                                   SQLITE_STATIC, SQLITE_UTF8);
    case SQL_VALUE_BYTES:
        return sqlite3_bind_blob64(statement, at, value->bytes, (sqlite3_uint64)value->integer,
                                   SQLITE_STATIC);
    case SQL_VALUE_NULL:
        break;
    }
    return sqlite3_bind_null(statement, at);
}

/* ------------------------------------------------------------------ statements */

sqlite3_stmt *sql__statement(struct sql_connection *connection, enum sql_statement id)
{
    assert(connection->user == SQL_INLINE || (STATEMENTS[id].users & (int)connection->user) != 0);
    if (connection->statements[id] == NULL)
        (void)prepare_one(connection->db, STATEMENTS[id].sql, &connection->statements[id]);
    return connection->statements[id];
}

/* Binding into a statement that is not running only fails for want of memory. */
sqlite3_stmt *sql__start(struct sql_connection *connection, enum sql_statement id,
                         const struct sql_value *values, int count)
{
    sqlite3_stmt *statement = sql__statement(connection, id);
    if (statement == NULL)
        return NULL; /* as if its first step failed */
    for (int i = 0; i < count; i++) {
        if (value_bind(statement, i + 1, &values[i]) != SQLITE_OK)
            abort();
    }
    return statement;
}

int sql__step(sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return 1;
    return code == SQLITE_DONE ? 0 : -1;
}

void sql__end(sqlite3_stmt *statement)
{
    (void)sqlite3_reset(statement);
}

int sql__run(struct sql_connection *connection, enum sql_statement id,
             const struct sql_value *values, int count)
{
    int result = run_once(sql__start(connection, id, values, count));
    return result < 0 ? -1 : sqlite3_changes(connection->db);
}

int sql__get_integer(struct sql_connection *connection, enum sql_statement id,
                     const struct sql_value *values, int count, int64_t *integer_out)
{
    sqlite3_stmt *statement = sql__start(connection, id, values, count);
    int result = sql__step(statement);
    if (result == 1 && sqlite3_column_type(statement, 0) == SQLITE_NULL)
        result = 0;
    if (result == 1)
        *integer_out = sqlite3_column_int64(statement, 0);
    sql__end(statement);
    return result;
}

/* ------------------------------------------------------------------ columns */

const char *sql__column_text(sqlite3_stmt *statement, int column, struct arena *arena)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    if (text == NULL)
        return NULL;
    return arena_text(arena, text, (size_t)sqlite3_column_bytes(statement, column));
}

uint64_t sql__column_id(sqlite3_stmt *statement, int column)
{
    return (uint64_t)sqlite3_column_int64(statement, column);
}

int sql__column_variant(sqlite3_stmt *statement, int column)
{
    const char *key = (const char *)sqlite3_column_text(statement, column);
    if (key == NULL)
        return -1;
    const struct variant *variant = variant_find(key, strlen(key));
    return variant == NULL ? -1 : (int)variant->id;
}

bool sql__column_clock(sqlite3_stmt *statement, int column, struct time_control *clock_out)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text != NULL && time_control_parse(text, strlen(text), clock_out);
}
