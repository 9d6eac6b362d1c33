/* SPDX-License-Identifier: MIT */
/*
 * Private to db/sqlite. A connection to a database: its settings and its prepared statements. Used
 * by one thread at a time.
 */
#ifndef PENTAD_DB_SQLITE_CONNECTION_H
#define PENTAD_DB_SQLITE_CONNECTION_H

#include "db/sql/sql.h"
#include "db/sqlite/store.h"

#include <stdbool.h>

#include <sqlite3.h>

/* The purpose of a connection. */
enum connection_user {
    CONNECTION_WRITER = SQL_WRITER,
    CONNECTION_READER = SQL_READER,
    CONNECTION_LOADER = SQL_LOADER,
    CONNECTION_INLINE = SQL_ALONE, /* always prepares late */
    CONNECTION_CHECKER = 8, /* prepares nothing; reads, and never checkpoints, like two of them */
};

struct sqlite_connection {
    struct sql_connection base;
    sqlite3 *db;
    enum connection_user user; /* whose statements it has */
    bool is_in_memory;
    enum store_sync sync; /* the writer's */
    bool prepares_late;   /* each statement when it is first used */
    sqlite3_stmt *begin;
    sqlite3_stmt *commit;
    sqlite3_stmt *rollback;
    sqlite3_stmt *statements[SQL_STATEMENT_COUNT]; /* NULL: not prepared */
    char commit_error[STORE_ERROR_SIZE];           /* why the last COMMIT failed; else empty */
};

/* Opens `path`, which exists, and changes nothing in it. Returns an SQLite code, as the next
 * three do; the connection has to be closed even after a failure. */
int connection__open(struct sqlite_connection *connection, const char *path,
                     enum connection_user user);
/* Makes the settings of `user`. `sync` is the writer's. */
int connection__configure(struct sqlite_connection *connection, enum connection_user user,
                          enum store_sync sync);
/* Sets when the writer's commits are synced. Call it outside transactions. */
int connection__set_sync(struct sqlite_connection *connection, enum store_sync sync);
/* Prepares the statements of `user`, unless the connection prepares late. The schema has to
 * exist. */
int connection__prepare(struct sqlite_connection *connection, enum connection_user user);
void connection__close(struct sqlite_connection *connection);

/* The statement; NULL if the database failed while it was prepared. */
sqlite3_stmt *connection__statement(struct sqlite_connection *connection, enum sql_statement id);

#endif
