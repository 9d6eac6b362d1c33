/* SPDX-License-Identifier: MIT */
/*
 * Private to the SQLite back-end: one connection with its prepared statements, and how a statement
 * gets its values and gives its rows. A connection is used by one thread at a time.
 */
#ifndef PENTAD_DB_SQLITE_SQL_H
#define PENTAD_DB_SQLITE_SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

#include "base/arena.h"
#include "db/sqlite/store.h"

/* Who prepares a statement. */
enum sql_user {
    SQL_WRITER = 1,
    SQL_READER = 2,
    SQL_LOADER = 4,
    SQL_CHECKER = 8, /* prepares none of them; reads, and never checkpoints, as the two before */
    SQL_INLINE = 16, /* does what the first three do, and prepares each when it is first used */
};

enum sql_statement {
#define STATEMENT(id, users, sql) SQL_##id,
#include "db/sql/statements.def"
#undef STATEMENT
    SQL_STATEMENT_COUNT
};

struct sql_connection {
    sqlite3 *db;
    enum sql_user user; /* whose statements it has */
    bool is_in_memory;
    sqlite3_stmt *begin;
    sqlite3_stmt *commit;
    sqlite3_stmt *rollback;
    sqlite3_stmt *statements[SQL_STATEMENT_COUNT]; /* NULL: not prepared */
};

/* Opens `path`, which exists, and changes nothing in it. Returns an SQLite code, as the next
 * three do; the connection has to be closed even after a failure. */
int sql__open(struct sql_connection *connection, const char *path, enum sql_user user);
/* Makes the settings of `user`: db/sqlite/open.c says which. `sync` is the writer's. */
int sql__configure(struct sql_connection *connection, enum sql_user user, enum store_sync sync);
/* When the writer's commits are synced. Outside transactions. */
int sql__set_sync(struct sql_connection *connection, enum store_sync sync);
/* Prepares the statements of `user`; the schema is there by now. */
int sql__prepare(struct sql_connection *connection, enum sql_user user);
void sql__close(struct sql_connection *connection);

/* Each returns 0, or -1 when the database failed. */
int sql__begin(struct sql_connection *connection);
int sql__commit(struct sql_connection *connection);
/* Never fails: a transaction that SQLite has already rolled back is gone, too. */
void sql__rollback(struct sql_connection *connection);

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

struct sql_value sql_integer(int64_t integer);
struct sql_value sql_id(uint64_t id); /* 0 becomes NULL */
struct sql_value sql_text(const char *text);
struct sql_value sql_bytes(const void *bytes, size_t size);
struct sql_value sql_null(void);

/* The values of $1, $2 ... as the last two arguments of the functions below. */
#define SQL_VALUES(...)                                                                            \
    (const struct sql_value[]){__VA_ARGS__},                                                       \
        (int)(sizeof((const struct sql_value[]){__VA_ARGS__}) / sizeof(struct sql_value))

/* Runs a statement that gives no rows. Returns how many rows it changed, or -1. */
int sql__run(struct sql_connection *connection, enum sql_statement id,
             const struct sql_value *values, int count);
/* The statement; NULL if the database failed while it was prepared. */
sqlite3_stmt *sql__statement(struct sql_connection *connection, enum sql_statement id);
/* Begins a statement that gives rows; ask sql__step() until it is not 1, then sql__end(). */
sqlite3_stmt *sql__start(struct sql_connection *connection, enum sql_statement id,
                         const struct sql_value *values, int count);
/* 1: there is a row, 0: there are no more, -1: the database failed. */
int sql__step(sqlite3_stmt *statement);
void sql__end(sqlite3_stmt *statement);
/* The first column of the first row; a NULL counts as no row. Returns as sql__step(). */
int sql__get_integer(struct sql_connection *connection, enum sql_statement id,
                     const struct sql_value *values, int count, int64_t *integer_out);

/* A copy in the arena, NULL for NULL. */
const char *sql__column_text(sqlite3_stmt *statement, int column, struct arena *arena);
uint64_t sql__column_id(sqlite3_stmt *statement, int column);
/* A row of engine/variants.def, or -1 for a word that this program does not know. */
int sql__column_variant(sqlite3_stmt *statement, int column);
/* False for a text that is no time control. */
bool sql__column_clock(sqlite3_stmt *statement, int column, struct time_control *clock_out);

#endif
