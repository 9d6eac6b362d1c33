/* SPDX-License-Identifier: MIT */
/*
 * Statements, values and columns over a driver.
 */
#include "db/sql/sql.h"

#include <string.h>

static const struct {
    int users;
    const char *sql;
} STATEMENTS[SQL_STATEMENT_COUNT] = {
#define WRITER SQL_WRITER
#define READER SQL_READER
#define LOADER SQL_LOADER
#define ONE SQL_ONE_ROW
#define STATEMENT(id, users, sql) [SQL_##id] = {users, sql},
#include "db/sql/statements.def"
#undef STATEMENT
#undef ONE
#undef LOADER
#undef READER
#undef WRITER
};

const char *sql__text_of(enum sql_statement id)
{
    return STATEMENTS[id].sql;
}

int sql__users_of(enum sql_statement id)
{
    return STATEMENTS[id].users;
}

/* ------------------------------------------------------------------ values */

struct sql_value sql_null(void)
{
    return (struct sql_value){.kind = SQL_VALUE_NULL};
}

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

struct sql_value sql_variant(enum variant_id variant)
{
    return sql_text(variant_get(variant)->key);
}

/* ------------------------------------------------------------------ statements */

int sql__send(struct sql_connection *connection, enum sql_statement id,
              const struct sql_value *values, int count)
{
    return connection->driver->send(connection, id, values, count);
}

struct sql_row sql__start(struct sql_connection *connection, enum sql_statement id,
                          const struct sql_value *values, int count)
{
    return connection->driver->start(connection, id, values, count);
}

int sql__step(struct sql_row *row)
{
    return row->statement != NULL ? row->driver->step(row) : -1;
}

int sql__end(struct sql_row *row)
{
    return row->statement != NULL ? row->driver->end(row) : -1;
}

int sql__run(struct sql_connection *connection, enum sql_statement id,
             const struct sql_value *values, int count)
{
    struct sql_row row = sql__start(connection, id, values, count);
    int result = sql__step(&row);
    int changed = sql__end(&row);
    return result < 0 ? -1 : changed;
}

int sql__get_integer(struct sql_connection *connection, enum sql_statement id,
                     const struct sql_value *values, int count, int64_t *integer_out)
{
    struct sql_row row = sql__start(connection, id, values, count);
    int result = sql__step(&row);
    if (result == 1 && sql__is_null(&row, 0))
        result = 0;
    if (result == 1)
        *integer_out = sql__column(&row, 0);
    sql__end(&row);
    return result;
}

/* ------------------------------------------------------------------ columns */

bool sql__is_null(const struct sql_row *row, int column)
{
    return row->driver->is_null(row, column);
}

int64_t sql__column(const struct sql_row *row, int column)
{
    return row->driver->integer(row, column);
}

uint64_t sql__column_id(const struct sql_row *row, int column)
{
    return (uint64_t)sql__column(row, column);
}

const char *sql__column_text(const struct sql_row *row, int column, struct arena *arena)
{
    size_t size = 0;
    const char *text = row->driver->bytes(row, column, &size);
    return text != NULL ? arena_text(arena, text, size) : NULL;
}

int sql__column_variant(const struct sql_row *row, int column)
{
    size_t size = 0;
    const char *key = row->driver->bytes(row, column, &size);
    const struct variant *variant = key != NULL ? variant_find(key, size) : NULL;
    return variant != NULL ? (int)variant->id : -1;
}
