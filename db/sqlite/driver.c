/* SPDX-License-Identifier: MIT */
/*
 * Statements on SQLite: given values, stepped, read and reset.
 */
#include "db/sqlite/driver.h"

#include "db/sqlite/connection.h"

#include <stdlib.h>

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

/* Binding into a statement that is not running only fails for want of memory. */
static struct sql_row driver_start(struct sql_connection *base, enum sql_statement id,
                                   const struct sql_value *values, int count)
{
    sqlite3_stmt *statement = connection__statement((struct sqlite_connection *)base, id);
    struct sql_row row = {.driver = &SQLITE_DRIVER, .statement = statement};
    int code = SQLITE_OK;
    for (int i = 0; i < count && statement != NULL; i++)
        code |= value_bind(statement, i + 1, &values[i]);
    if (code != SQLITE_OK)
        abort();
    return row;
}

static int driver_step(struct sql_row *row)
{
    int code = sqlite3_step(row->statement);
    if (code == SQLITE_ROW)
        return 1;
    return code == SQLITE_DONE ? 0 : -1;
}

static void driver_end(struct sql_row *row)
{
    (void)sqlite3_reset(row->statement);
}

static int driver_changes(struct sql_connection *base)
{
    return sqlite3_changes(((struct sqlite_connection *)base)->db);
}

static bool driver_is_null(const struct sql_row *row, int column)
{
    return sqlite3_column_type(row->statement, column) == SQLITE_NULL;
}

static int64_t driver_integer(const struct sql_row *row, int column)
{
    return sqlite3_column_int64(row->statement, column);
}

/* As text, whatever it is, there is a NUL behind it. */
static const void *driver_bytes(const struct sql_row *row, int column, size_t *size_out)
{
    sqlite3_stmt *statement = row->statement;
    const void *bytes = NULL;
    if (sqlite3_column_type(statement, column) == SQLITE_BLOB)
        bytes = sqlite3_column_blob(statement, column);
    else
        bytes = sqlite3_column_text(statement, column);
    *size_out = (size_t)sqlite3_column_bytes(statement, column);
    return bytes;
}

const struct sql_driver SQLITE_DRIVER = {
    .start = driver_start,
    .step = driver_step,
    .end = driver_end,
    .changes = driver_changes,
    .is_null = driver_is_null,
    .integer = driver_integer,
    .bytes = driver_bytes,
};
