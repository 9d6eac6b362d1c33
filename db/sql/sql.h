/* SPDX-License-Identifier: MIT */
/*
 * The way from the domain's SQL to a database: transactions of statements of db/sql/statements.def
 * with their values, and rows with their columns. A connection is used by one thread at a time, and
 * belongs to a driver, which is the only one that knows which database it is.
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
    SQL_ALONE = SQL_WRITER | SQL_READER | SQL_LOADER, /* the only connection does everything */
};

#define SQL_ONE_ROW 16 /* added to them: if sent, it has to change exactly one row */

/* The SQL of a statement; the connections that prepare it, joined by |, and SQL_ONE_ROW if it is
 * set. */
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

/* A running statement, and its current row. */
struct sql_row {
    const struct sql_driver *driver;
    void *statement; /* the driver's; NULL: it could not begin */
};

/* The end of a transaction. */
enum sql_outcome {
    SQL_STORED,     /* all of it, as durably as the settings promise */
    SQL_NOT_STORED, /* no later start can find any of it */
    SQL_IN_DOUBT,   /* neither is sure */
};

/* The functions of a connection. A driver may keep statements that were sent, and run them together
 * with the next one whose rows are asked for, or when they are settled. */
struct sql_driver {
    void (*close)(struct sql_connection *connection);
    /* Writes for the operator why the last call failed. False if the database did not fail. */
    bool (*error)(const struct sql_connection *connection, char *text_out, size_t text_size);

    /* Begins a transaction; only a writer's may write. Returns 0 or -1. */
    int (*begin)(struct sql_connection *connection);
    /* Ends it in any case; everything that was sent is settled. */
    enum sql_outcome (*commit)(struct sql_connection *connection);
    /* Never fails, and does nothing outside a transaction. */
    void (*rollback)(struct sql_connection *connection);

    /* Sends a statement that gives no rows; its values are copied if it waits. It fails if it has
     * to change one row (SQL_ONE_ROW) and does not. Returns 0, or -1 if a failure is already
     * known. */
    int (*send)(struct sql_connection *connection, enum sql_statement id,
                const struct sql_value *values, int count);
    /* Waits for all that was sent in the transaction. Returns 0, or -1 if one of them failed. */
    int (*settle)(struct sql_connection *connection);

    /* Starts a statement with the values of $1, $2 ..., after all that was sent. */
    struct sql_row (*start)(struct sql_connection *connection, enum sql_statement id,
                            const struct sql_value *values, int count);
    /* 1: there is a row, 0: there are no more, -1: the database failed. */
    int (*step)(struct sql_row *row);
    /* Returns the number of rows that it changed; meaningless if it gives rows. */
    int (*end)(struct sql_row *row);
    /* Columns of the row, from 0; those that it does not have are NULL. */
    bool (*is_null)(const struct sql_row *row, int column);
    int64_t (*integer)(const struct sql_row *row, int column);
    /* Text or bytes, lent until the next step; NULL for NULL. */
    const void *(*bytes)(const struct sql_row *row, int column, size_t *size_out);
};

struct sql_connection {
    const struct sql_driver *driver;
};

/* A database as its driver knows it. Its functions are called on one thread; those that can fail
 * give the reason as the end of a sentence. */
struct sql_database {
    /* Takes the lock, before any connection, for as long as the database lives: nobody else writes.
     * Returns 0, or -1 if somebody else has it. */
    int (*lock)(struct sql_database *database, char *reason_out, size_t reason_size);
    /* Opens a connection that can run the statements of `user`. The writer's (or the only one) is
     * the first: it brings the schema to the newest version. NULL if it does not open. */
    struct sql_connection *(*open)(struct sql_database *database, enum sql_user user,
                                   char *reason_out, size_t reason_size);
    /* Releases the lock, after all connections were closed, the writer's last. */
    void (*free)(struct sql_database *database);
};

/* ------------------------------------------------------------------ values */

struct sql_value sql_integer(int64_t integer);
struct sql_value sql_id(uint64_t id); /* 0 becomes NULL */
struct sql_value sql_text(const char *text);
struct sql_value sql_bytes(const void *bytes, size_t size);
struct sql_value sql_variant(enum variant_id variant);
struct sql_value sql_null(void);

/* The values of $1, $2 ... as two arguments of a call. */
#define SQL_VALUES(...)                                                                            \
    (const struct sql_value[]){__VA_ARGS__},                                                       \
        (int)(sizeof((const struct sql_value[]){__VA_ARGS__}) / sizeof(struct sql_value))

/* ------------------------------------------------------------------ statements */

/* Sends a statement that gives no rows and whose result is not needed at once, as the driver's
 * function does. */
int sql__send(struct sql_connection *connection, enum sql_statement id,
              const struct sql_value *values, int count);
/* Runs a statement that gives no rows. Returns the number of rows that it changed, or -1. */
int sql__run(struct sql_connection *connection, enum sql_statement id,
             const struct sql_value *values, int count);

/* Begins a statement that gives rows; ask sql__step() until it is not 1, then sql__end(), which
 * returns the number of rows that it changed. */
struct sql_row sql__start(struct sql_connection *connection, enum sql_statement id,
                          const struct sql_value *values, int count);
int sql__step(struct sql_row *row);
int sql__end(struct sql_row *row);

/* Gives the first column of the first row; a NULL counts as no row. Returns as sql__step(). */
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
