/* SPDX-License-Identifier: MIT */
/*
 * A backup: a read-only connection's snapshot as a file, looked at by the check before it gets its
 * name. The connection lives as long as the copying and not as long as the check: as long as a
 * snapshot is held the writer's log cannot begin anew.
 */
#define _DEFAULT_SOURCE /* realpath */
#include "db/sqlite/backup.h"

#include "db/sqlite/connection.h"
#include "db/sqlite/copy.h"
#include "db/sqlite/lock.h"
#include "db/sqlite/migrate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Steps of SQLite's machine between two looks at is_cancelled(): some milliseconds. */
#define STEPS_A_LOOK 100000

struct backup {
    struct sqlite_connection connection;
    const struct store_check_listener *listener;
    struct store_check_counts *counts_out;
    uint64_t findings;
    char *message;
    size_t message_size;
};

static int say(struct backup *backup, const char *reason)
{
    (void)snprintf(backup->message, backup->message_size, "%s", reason);
    return STORE_BACKUP_IMPOSSIBLE;
}

static int on_progress(void *ctx)
{
    const struct backup *backup = ctx;
    return backup->listener->is_cancelled(backup->listener->ctx);
}

/* ------------------------------------------------------------------ looking at the copy */

static void on_finding(void *ctx, const struct store_finding *finding)
{
    struct backup *backup = ctx;
    backup->findings++;
    backup->listener->found(backup->listener->ctx, finding);
}

static bool is_cancelled(void *ctx)
{
    return on_progress(ctx) != 0;
}

static int copy_verify(void *ctx, const char *path)
{
    struct backup *backup = ctx;
    const struct store_check_listener listener = {backup, on_finding, is_cancelled};
    connection__close(&backup->connection);
    if (check__copy(path, &listener, backup->counts_out, backup->message, backup->message_size) !=
        0)
        return STORE_BACKUP_IMPOSSIBLE;
    if (backup->findings == 0)
        return 0;
    (void)say(backup, "the copy is not sound");
    return STORE_BACKUP_UNSOUND;
}

/* ------------------------------------------------------------------ copying */

/* query_only forbids VACUUM INTO as well; that the file was opened read-only stays. */
static int source_open(struct backup *backup, const char *path)
{
    int version = 0;
    struct stat about;
    struct sqlite_connection *connection = &backup->connection;
    if (stat(path, &about) != 0)
        return say(backup, strerror(errno));
    if (!S_ISREG(about.st_mode))
        return say(backup, "it is not a file");
    if (lock__see_name(path, backup->message, backup->message_size) != 0)
        return STORE_BACKUP_IMPOSSIBLE;
    if (connection__open(connection, path, CONNECTION_READER) != SQLITE_OK ||
        connection__configure(connection, CONNECTION_READER, STORE_SYNC_FULL) != SQLITE_OK ||
        sqlite3_exec(connection->db, "PRAGMA query_only = OFF", NULL, NULL, NULL) != SQLITE_OK)
        return say(backup, sqlite3_errmsg(connection->db));
    sqlite3_progress_handler(connection->db, STEPS_A_LOOK, on_progress, backup);
    if (migrate__check(connection->db, MIGRATION_COUNT, backup->message, backup->message_size) != 0)
        return STORE_BACKUP_IMPOSSIBLE;
    if (migrate__version(connection->db, &version) != SQLITE_OK)
        return say(backup, sqlite3_errmsg(connection->db));
    return version > 0 ? 0 : say(backup, "it is empty");
}

static int backup_run(struct backup *backup, const char *path, const char *target)
{
    char *source = realpath(path, NULL);
    if (source == NULL)
        return say(backup, strerror(errno));
    int result = source_open(backup, source);
    if (result == 0)
        result = copy__make(&(struct copy_order){.db = backup->connection.db,
                                                 .source = source,
                                                 .target = target,
                                                 .verify = copy_verify,
                                                 .ctx = backup},
                            backup->message, backup->message_size);
    free(source);
    return result;
}

int store_sqlite_backup(const char *path, const char *target,
                        const struct store_check_listener *listener,
                        struct store_check_counts *counts_out,
                        char message_out[STORE_BACKUP_MESSAGE_SIZE])
{
    struct backup backup = {.listener = listener,
                            .counts_out = counts_out,
                            .message = message_out,
                            .message_size = STORE_BACKUP_MESSAGE_SIZE};
    *counts_out = (struct store_check_counts){0};
    int result = backup_run(&backup, path, target);
    connection__close(&backup.connection);
    return result;
}
