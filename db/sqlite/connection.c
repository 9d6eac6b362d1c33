/* SPDX-License-Identifier: MIT */
/*
 * Connections to an SQLite file: the settings that every one gets, and those of the writer and of
 * the others (docs/adr/0003-what-is-stored.md says why each of them); statements.
 */
#include "db/sqlite/connection.h"

#include "db/sqlite/driver.h"

#include <assert.h>
#include <string.h>

/* ------------------------------------------------------------------ settings */

/* Waiting for a short transaction of an operator's own tools, before writing fails. */
#define BUSY_MS 5000

static const char *const SETTINGS_OF_ALL = "PRAGMA trusted_schema = OFF;"
                                           "PRAGMA cell_size_check = ON;"
                                           "PRAGMA mmap_size = 0;"
                                           "PRAGMA temp_store = MEMORY;";

/* Of the caches (KiB, at the most): behind them is the system's, from which a page comes in about a
 * microsecond, so they need hold no more than what is looked at again and again, the upper pages of
 * each tree. The writer's fills with all that players write, half a KiB for each guest: larger than
 * this it writes no faster, with 60,000 players rated at random. The reader's: of 200,000 players,
 * twenty around anybody take 470 us with 8 MiB as with 32, 660 with 4 and 860 with 1; a page of
 * favourites 260 us and not 160, all else the same (docs/PERFORMANCE.md). */

/* A checkpoint each 8 MiB of log: smaller ones copy the same hot pages again and again, larger ones
 * keep more moves waiting. The growth of the log after a burst or a long read is given back. */
static const char *const SETTINGS_OF_WRITER = "PRAGMA foreign_keys = ON;"
                                              "PRAGMA cache_size = -2048;"
                                              "PRAGMA wal_autocheckpoint = 2048;"
                                              "PRAGMA journal_size_limit = 67108864;";

/* Nobody but the writer checkpoints. */
static const char *const SETTINGS_OF_READERS = "PRAGMA query_only = ON;"
                                               "PRAGMA cache_size = -8192;"
                                               "PRAGMA wal_autocheckpoint = 0;";

static int option_on(sqlite3 *db, int option)
{
    return sqlite3_db_config(db, option, 1, (int *)NULL);
}

/* A file system without shared memory makes SQLite keep the old journal and say so, no more. */
static int journal_make_wal(sqlite3 *db)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, "PRAGMA journal_mode = WAL", -1, &statement, NULL);
    if (code != SQLITE_OK)
        return code;
    code = sqlite3_step(statement);
    bool is_wal =
        code == SQLITE_ROW && strcmp((const char *)sqlite3_column_text(statement, 0), "wal") == 0;
    int final_code = sqlite3_finalize(statement);
    if (final_code != SQLITE_OK)
        return final_code;
    return is_wal ? SQLITE_OK : SQLITE_CANTOPEN;
}

int connection__set_sync(struct sqlite_connection *connection, enum store_sync sync)
{
    const char *setting =
        sync == STORE_SYNC_FULL ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL";
    return sqlite3_exec(connection->db, setting, NULL, NULL, NULL);
}

static int writer_configure(struct sqlite_connection *connection, enum store_sync sync)
{
    if (connection->is_in_memory) /* nobody is beside it, and nothing outlives it */
        return sqlite3_exec(connection->db, "PRAGMA foreign_keys = ON", NULL, NULL, NULL);
    int code = journal_make_wal(connection->db);
    if (code == SQLITE_OK)
        code = sqlite3_exec(connection->db, SETTINGS_OF_WRITER, NULL, NULL, NULL);
    return code == SQLITE_OK ? connection__set_sync(connection, sync) : code;
}

static int reader_configure(sqlite3 *db)
{
    int code = option_on(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE);
    if (code != SQLITE_OK)
        return code;
    return sqlite3_exec(db, SETTINGS_OF_READERS, NULL, NULL, NULL);
}

int connection__configure(struct sqlite_connection *connection, enum connection_user user,
                          enum store_sync sync)
{
    connection->sync = sync;
    int code = sqlite3_exec(connection->db, SETTINGS_OF_ALL, NULL, NULL, NULL);
    if (code != SQLITE_OK)
        return code;
    return user == CONNECTION_WRITER || user == CONNECTION_INLINE
               ? writer_configure(connection, sync)
               : reader_configure(connection->db);
}

/* SQLite forgets CHECK constraints where it opens read-only, so the checker, who asks for them, is
 * kept from writing by query_only alone. A file that may not be written is opened read-only. */
int connection__open(struct sqlite_connection *connection, const char *path,
                     enum connection_user user)
{
    bool is_writable =
        user == CONNECTION_WRITER || user == CONNECTION_CHECKER || user == CONNECTION_INLINE;
    int flags = is_writable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    flags |= SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int code = sqlite3_open_v2(path, &connection->db, flags, NULL);
    connection->base.driver = &SQLITE_DRIVER;
    connection->is_in_memory = strcmp(path, STORE_IN_MEMORY) == 0;
    if (code == SQLITE_OK)
        code = sqlite3_busy_timeout(connection->db, BUSY_MS);
    if (code == SQLITE_OK)
        code = option_on(connection->db, SQLITE_DBCONFIG_DEFENSIVE);
    return code;
}

/* ------------------------------------------------------------------ statements */

static int prepare_one(sqlite3 *db, const char *sql, sqlite3_stmt **statement_out)
{
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement_out, NULL);
}

int connection__prepare(struct sqlite_connection *connection, enum connection_user user)
{
    sqlite3 *db = connection->db;
    /* A writing transaction says so at once: one that starts reading could not go on to write. */
    bool writes = user == CONNECTION_WRITER || user == CONNECTION_INLINE;
    bool prepares_late = connection->prepares_late || user == CONNECTION_INLINE;
    connection->user = user;
    int code = prepare_one(db, writes ? "BEGIN IMMEDIATE" : "BEGIN", &connection->begin);
    if (code == SQLITE_OK)
        code = prepare_one(db, "COMMIT", &connection->commit);
    if (code == SQLITE_OK)
        code = prepare_one(db, "ROLLBACK", &connection->rollback);
    for (int i = 0; i < SQL_STATEMENT_COUNT && code == SQLITE_OK && !prepares_late; i++) {
        enum sql_statement id = (enum sql_statement)i;
        if ((sql__users_of(id) & (int)user) != 0)
            code = prepare_one(db, sql__text_of(id), &connection->statements[i]);
    }
    return code;
}

sqlite3_stmt *connection__statement(struct sqlite_connection *connection, enum sql_statement id)
{
    assert((sql__users_of(id) & (int)connection->user) != 0);
    if (connection->statements[id] == NULL)
        (void)prepare_one(connection->db, sql__text_of(id), &connection->statements[id]);
    return connection->statements[id];
}

void connection__close(struct sqlite_connection *connection)
{
    sqlite3_finalize(connection->begin);
    sqlite3_finalize(connection->commit);
    sqlite3_finalize(connection->rollback);
    for (int i = 0; i < SQL_STATEMENT_COUNT; i++)
        sqlite3_finalize(connection->statements[i]);
    sqlite3_close(connection->db);
    *connection = (struct sqlite_connection){0};
}
