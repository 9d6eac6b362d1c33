/* SPDX-License-Identifier: MIT */
/*
 * See the header. Reading needs no lock: it is one statement, of one snapshot.
 */
#include "db/sqlite/experience.h"

#include "base/memory.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/lock.h"
#include "db/sqlite/migrate.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct visit {
    struct sqlite_connection connection;
    char *message;
    size_t message_size;
};

static int say(struct visit *visit, const char *reason)
{
    (void)snprintf(visit->message, visit->message_size, "%s", reason);
    return -1;
}

static int open_file(struct visit *visit, const char *path, enum connection_user user)
{
    struct sqlite_connection *connection = &visit->connection;
    struct stat about;
    int version;
    if (stat(path, &about) != 0)
        return say(visit, strerror(errno));
    if (!S_ISREG(about.st_mode))
        return say(visit, "it is not a file");
    if (connection__open(connection, path, user) != SQLITE_OK ||
        connection__configure(connection, user, STORE_SYNC_FULL) != SQLITE_OK)
        return say(visit, sqlite3_errmsg(connection->db));
    if (migrate__check(connection->db, MIGRATION_COUNT, visit->message, visit->message_size) != 0)
        return -1;
    if (migrate__version(connection->db, &version) != SQLITE_OK)
        return say(visit, sqlite3_errmsg(connection->db));
    return version == MIGRATION_COUNT ? 0 : say(visit, "no server of this version has used it");
}

static int read_text(struct visit *visit, char **text_out)
{
    sqlite3_stmt *row = NULL;
    sqlite3 *db = visit->connection.db;
    int code = sqlite3_prepare_v2(db, "SELECT text FROM experience", -1, &row, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(row);
    bool is_read = code == SQLITE_ROW || code == SQLITE_DONE;
    if (is_read)
        *text_out = mem_text(code == SQLITE_ROW ? (const char *)sqlite3_column_text(row, 0) : "");
    else
        (void)say(visit, sqlite3_errmsg(db));
    (void)sqlite3_finalize(row);
    return is_read ? 0 : -1;
}

int store_sqlite_experience(const char *path, char **text_out, char *message_out,
                            size_t message_size)
{
    struct visit visit = {.message = message_out, .message_size = message_size};
    int result = lock__see_name(path, message_out, message_size);
    if (result == 0)
        result = open_file(&visit, path, CONNECTION_CHECKER);
    if (result == 0)
        result = read_text(&visit, text_out);
    connection__close(&visit.connection);
    return result;
}

static int forget(struct visit *visit, const char *path)
{
    if (open_file(visit, path, CONNECTION_WRITER) != 0)
        return -1;
    if (sqlite3_exec(visit->connection.db, "DELETE FROM experience", NULL, NULL, NULL) != SQLITE_OK)
        return say(visit, sqlite3_errmsg(visit->connection.db));
    return 0;
}

int store_sqlite_experience_reset(const char *path, char *message_out, size_t message_size)
{
    struct visit visit = {.message = message_out, .message_size = message_size};
    char *real = NULL;
    if (access(path, F_OK) != 0) /* the lock would make it */
        return say(&visit, strerror(errno));
    struct lock lock;
    if (lock__take(&lock, path, &real, message_out, message_size) != 0)
        return -1;
    int result = forget(&visit, real);
    connection__close(&visit.connection);
    lock__release(&lock);
    free(real);
    return result;
}
