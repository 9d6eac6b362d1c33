/* SPDX-License-Identifier: MIT */
/*
 * How the domain's SQL reaches a database: statements of db/sql/statements.def with their values,
 * and rows with their columns. A connection is used by one thread at a time, and belongs to a
 * driver, which is the only one that knows which database it is.
 */
#ifndef PENTAD_DB_SQL_SQL_H
#define PENTAD_DB_SQL_SQL_H

#include "base/arena.h"
#include "engine/variant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sql_statement {
#define STATEMENT(id, users, sql) SQL_##id,
#include "db/sql/statements.def"
#undef STATEMENT
    SQL_STATEMENT_COUNT
};

/* The connections that prepare a statement. */
enum sql_user {
    SQL_WRITER = 1,
    SQL_READER = 2,
    SQL_LOADER = 4,
};

/* A statement's SQL, and the connections that prepare it, joined by |. */
const char *sql__text_of(enum sql_statement id);
int sql__users_of(enum sql_statement id);

/* ------------------------------------------------------------------ a driver */

/* A value for a parameter. Lends its text or bytes until the statement has ended. */
struct sql_value {
    enum {
        SQL_VALUE_NULL,
        SQL_VALUE_INTEGER,
        SQL_VALUE_TEXT,
        SQL_VALUE_BYTES,
    } kind;
    int64_t integer; /* or the number of bytes */
    const void *bytes;
};

struct sql_connection;

/* A statement that runs. */
struct sql_row {
    const struct sql_driver *driver;
    void *statement; /* the driver's; NULL: it could not begin */
};

struct sql_driver {
    /* The statement with the values of $1, $2 ... */
    struct sql_row (*start)(struct sql_connection *connection, enum sql_statement id,
                            const struct sql_value *values, int count);
    /* 1: there is a row, 0: there are no more, -1: the database failed. */
    int (*step)(struct sql_row *row);
    void (*end)(struct sql_row *row);
    /* Rows that the last statement of the connection changed. */
    int (*changes)(struct sql_connection *connection);
    /* Columns of the row, from 0; those that it does not have are NULL. */
    bool (*is_null)(const struct sql_row *row, int column);
    int64_t (*integer)(const struct sql_row *row, int column);
    /* Text or bytes, lent until the next step; NULL for NULL. */
    const void *(*bytes)(const struct sql_row *row, int column, size_t *size_out);
};

struct sql_connection {
    const struct sql_driver *driver;
};

/* ------------------------------------------------------------------ values */

struct sql_value sql_integer(int64_t integer);
struct sql_value sql_id(uint64_t id); /* 0 becomes NULL */
struct sql_value sql_text(const char *text);
struct sql_value sql_bytes(const void *bytes, size_t size);
struct sql_value sql_variant(enum variant_id variant);
struct sql_value sql_null(void);

/* The values of $1, $2 ... as two arguments. */
#define SQL_VALUES(...)                                                                            \
    (const struct sql_value[]){__VA_ARGS__},                                                       \
        (int)(sizeof((const struct sql_value[]){__VA_ARGS__}) / sizeof(struct sql_value))

/* ------------------------------------------------------------------ statements */

/* Runs a statement that gives no rows. Returns how many rows it changed, or -1. */
int sql__run(struct sql_connection *connection, enum sql_statement id,
             const struct sql_value *values, int count);

/* Begins a statement that gives rows; ask sql__step() until it is not 1, then sql__end(). */
struct sql_row sql__start(struct sql_connection *connection, enum sql_statement id,
                          const struct sql_value *values, int count);
int sql__step(struct sql_row *row);
void sql__end(struct sql_row *row);

/* The first column of the first row; a NULL counts as no row. Returns as sql__step(). */
int sql__get_integer(struct sql_connection *connection, enum sql_statement id,
                     const struct sql_value *values, int count, int64_t *integer_out);

/* ------------------------------------------------------------------ columns */

bool sql__is_null(const struct sql_row *row, int column);
int64_t sql__column(const struct sql_row *row, int column);
uint64_t sql__column_id(const struct sql_row *row, int column);
/* A copy in the arena, NULL for NULL. */
const char *sql__column_text(const struct sql_row *row, int column, struct arena *arena);
/* A row of engine/variants.def, or -1 for a word that this program does not know. */
int sql__column_variant(const struct sql_row *row, int column);

#endif
