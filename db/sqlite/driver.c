/* SPDX-License-Identifier: MIT */
/*
 * SQLite as the domain's SQL sees it: a file with its lock, connections, transactions, and
 * statements that run at once: given values, stepped, read and reset.
 */
#include "db/sqlite/driver.h"

#include "base/memory.h"
#include "db/sqlite/lock.h"
#include "db/sqlite/migrate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ transactions */

static struct sqlite_connection *own(struct sql_connection *base)
{
    return (struct sqlite_connection *)base;
}

static void driver_close(struct sql_connection *base)
{
    connection__close(own(base));
    free(base);
}

static bool driver_error(const struct sql_connection *base, char *text_out, size_t text_size)
{
    const struct sqlite_connection *connection = (const struct sqlite_connection *)base;
    int code = sqlite3_extended_errcode(connection->db);
    if (connection->commit_error[0] != '\0')
        (void)snprintf(text_out, text_size, "%s", connection->commit_error);
    else if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW)
        (void)snprintf(text_out, text_size, "%s (%d)", sqlite3_errmsg(connection->db), code);
    else
        return false;
    return true;
}

static int run_once(sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    (void)sqlite3_reset(statement);
    return code == SQLITE_DONE ? 0 : -1;
}

static int driver_begin(struct sql_connection *base)
{
    own(base)->commit_error[0] = '\0';
    return run_once(own(base)->begin);
}

/* SQLite has rolled some transactions back by itself. */
static void driver_rollback(struct sql_connection *base)
{
    if (sqlite3_get_autocommit(own(base)->db) == 0)
        (void)run_once(own(base)->rollback);
}

/* True where a COMMIT that failed so surely left nothing that a later start could take for
 * committed: it did not get to write all of its frames. Any other failure may come behind them. */
static bool commit_left_nothing(int code)
{
    return code == SQLITE_FULL || code == SQLITE_IOERR_WRITE || (code & 0xff) == SQLITE_BUSY;
}

/* The frames of a failed COMMIT may all lie in the WAL, and a start after a crash would apply them.
 * Another transaction takes their place: frames count only as far as their checksums, each made
 * with the one before, go on. Synced whatever the setting, for the disk may have the old ones.
 * Returns 0, or -1 if that fails, too. */
static int commit_bury(struct sqlite_connection *connection)
{
    if (connection__set_sync(connection, STORE_SYNC_FULL) != SQLITE_OK)
        return -1;
    bool is_buried = run_once(connection->begin) == 0 &&
                     sql__run(&connection->base, SQL_PROBE, NULL, 0) == 1 &&
                     run_once(connection->commit) == 0;
    driver_rollback(&connection->base);
    return is_buried && connection__set_sync(connection, connection->sync) == SQLITE_OK ? 0 : -1;
}

static enum sql_outcome driver_commit(struct sql_connection *base)
{
    struct sqlite_connection *connection = own(base);
    if (run_once(connection->commit) == 0)
        return SQL_STORED;
    int code = sqlite3_extended_errcode(connection->db);
    (void)driver_error(base, connection->commit_error, sizeof(connection->commit_error));
    driver_rollback(base);
    return commit_left_nothing(code) || commit_bury(connection) == 0 ? SQL_NOT_STORED
                                                                     : SQL_IN_DOUBT;
}

/* ------------------------------------------------------------------ statements */

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
    sqlite3_stmt *statement = connection__statement(own(base), id);
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

static int driver_end(struct sql_row *row)
{
    (void)sqlite3_reset(row->statement);
    return sqlite3_changes(sqlite3_db_handle(row->statement));
}

static int driver_send(struct sql_connection *base, enum sql_statement id,
                       const struct sql_value *values, int count)
{
    int changed = sql__run(base, id, values, count);
    return changed < 0 || ((sql__users_of(id) & SQL_ONE_ROW) != 0 && changed != 1) ? -1 : 0;
}

/* Nothing waits. */
static int driver_settle(struct sql_connection *base)
{
    (void)base;
    return 0;
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
    .close = driver_close,
    .error = driver_error,
    .begin = driver_begin,
    .commit = driver_commit,
    .rollback = driver_rollback,
    .send = driver_send,
    .settle = driver_settle,
    .start = driver_start,
    .step = driver_step,
    .end = driver_end,
    .is_null = driver_is_null,
    .integer = driver_integer,
    .bytes = driver_bytes,
};

/* ------------------------------------------------------------------ a database */

struct sqlite_database {
    struct sql_database base;
    struct store_sqlite_options options; /* without their path */
    char *path;                          /* its real one, once it is locked */
    struct lock lock;
};

static int database_lock(struct sql_database *base, char *reason_out, size_t reason_size)
{
    struct sqlite_database *database = (struct sqlite_database *)base;
    char *real = NULL;
    if (lock__take(&database->lock, database->path, &real, reason_out, reason_size) != 0)
        return -1;
    free(database->path);
    database->path = real;
    return 0;
}

/* SQLite owns the copy, and frees it. */
static int image_take(sqlite3 *db, const void *image, size_t image_size)
{
    sqlite3_int64 size = (sqlite3_int64)image_size;
    unsigned char *copy = sqlite3_malloc64(image_size);
    if (copy == NULL)
        return SQLITE_NOMEM;
    memcpy(copy, image, image_size);
    return sqlite3_deserialize(db, "main", copy, size, size,
                               SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
}

static int say_sqlite(const struct sqlite_connection *connection, char *reason_out,
                      size_t reason_size)
{
    (void)snprintf(reason_out, reason_size, "%s", sqlite3_errmsg(connection->db));
    return -1;
}

/* A file that is not ours is refused before anything in it is touched. */
static int parts_open(struct sqlite_connection *connection, enum connection_user user,
                      const struct sqlite_database *database, char *reason_out, size_t reason_size)
{
    const struct store_sqlite_options *options = &database->options;
    bool writes = (user & CONNECTION_WRITER) != 0;
    connection->prepares_late = options->prepares_late;
    if (connection__open(connection, database->path, user) != SQLITE_OK ||
        (writes && options->image != NULL &&
         image_take(connection->db, options->image, options->image_size) != SQLITE_OK))
        return say_sqlite(connection, reason_out, reason_size);
    if (writes && migrate__check(connection->db, MIGRATION_COUNT, reason_out, reason_size) != 0)
        return -1;
    if (connection__configure(connection, user, options->sync) != SQLITE_OK)
        return say_sqlite(connection, reason_out, reason_size);
    if (writes &&
        migrate__upgrade(connection->db, MIGRATIONS, MIGRATION_COUNT, reason_out, reason_size) != 0)
        return -1;
    return connection__prepare(connection, user) == SQLITE_OK
               ? 0
               : say_sqlite(connection, reason_out, reason_size);
}

static struct sql_connection *database_open(struct sql_database *base, enum sql_user user,
                                            char *reason_out, size_t reason_size)
{
    struct sqlite_connection *connection = mem_zero(sizeof(*connection));
    if (parts_open(connection, (enum connection_user)user, (struct sqlite_database *)base,
                   reason_out, reason_size) == 0)
        return &connection->base;
    driver_close(&connection->base);
    return NULL;
}

static void database_free(struct sql_database *base)
{
    struct sqlite_database *database = (struct sqlite_database *)base;
    lock__release(&database->lock);
    free(database->path);
    free(database);
}

struct sql_database *driver__database(const struct store_sqlite_options *options)
{
    struct sqlite_database *database = mem_alloc(sizeof(*database));
    *database = (struct sqlite_database){
        .base = {.lock = database_lock, .open = database_open, .free = database_free},
        .path = mem_text(options->path),
        .options = *options,
        .lock = LOCK_NONE,
    };
    return &database->base;
}
