/* SPDX-License-Identifier: MIT */
/*
 * Forward migrations of the SQLite schema, and the refusal of files that are not ours or too new.
 * All steps and the new user_version are one transaction: a crash leaves the old schema whole.
 */
#include "db/sqlite/migrate.h"

#include "base/memory.h"
#include "db/sqlite/copy.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int query_integer(sqlite3 *db, const char *sql, int *value_out)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        *value_out = sqlite3_column_int(statement, 0);
    int final_code = sqlite3_finalize(statement);
    return code == SQLITE_OK ? final_code : code;
}

static int say_error(sqlite3 *db, char *message_out, size_t message_size)
{
    (void)snprintf(message_out, message_size, "%s", sqlite3_errmsg(db));
    return -1;
}

int migrate__version(sqlite3 *db, int *version_out)
{
    return query_integer(db, "PRAGMA user_version", version_out);
}

int migrate__check(sqlite3 *db, int count, char *message_out, size_t message_size)
{
    int application = 0;
    int version = 0;
    int objects = 0;
    if (query_integer(db, "PRAGMA application_id", &application) != SQLITE_OK ||
        migrate__version(db, &version) != SQLITE_OK ||
        query_integer(db, "SELECT COUNT(*) FROM sqlite_schema", &objects) != SQLITE_OK)
        return say_error(db, message_out, message_size);
    if (application == 0 && version == 0 && objects == 0)
        return 0;
    if (application != PENTAD_APPLICATION_ID) {
        (void)snprintf(message_out, message_size, "it is the database of another program");
        return -1;
    }
    if (version > count) {
        (void)snprintf(message_out, message_size,
                       "it has version %d, and this program knows versions up to %d: use a newer "
                       "program",
                       version, count);
        return -1;
    }
    return 0;
}

static int version_set(sqlite3 *db, int version)
{
    char pragmas[96];
    (void)snprintf(pragmas, sizeof(pragmas), "PRAGMA application_id = %d; PRAGMA user_version = %d",
                   PENTAD_APPLICATION_ID, version);
    return sqlite3_exec(db, pragmas, NULL, NULL, NULL);
}

/* The name of the step that failed, or of what follows the last one; NULL if none did. */
static const char *steps_run(sqlite3 *db, const struct migration *steps, int version, int count)
{
    if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
        return "begin";
    bool is_new = version == 0 && steps == MIGRATIONS && count == MIGRATION_COUNT;
    if (is_new && sqlite3_exec(db, NEWEST_SCHEMA, NULL, NULL, NULL) != SQLITE_OK)
        return "newest";
    for (int i = is_new ? count : version; i < count; i++)
        if (sqlite3_exec(db, steps[i].sql, NULL, NULL, NULL) != SQLITE_OK)
            return steps[i].name;
    if (version_set(db, count) != SQLITE_OK ||
        sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        return "commit";
    return NULL;
}

int migrate__run(sqlite3 *db, const struct migration *steps, int count, char *message_out,
                 size_t message_size)
{
    int version = 0;
    if (migrate__version(db, &version) != SQLITE_OK)
        return say_error(db, message_out, message_size);
    if (version >= count)
        return 0;
    const char *failed = steps_run(db, steps, version, count);
    if (failed == NULL)
        return 0;
    (void)snprintf(message_out, message_size, "migration %s: %s", failed, sqlite3_errmsg(db));
    (void)sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return -1;
}

/* ------------------------------------------------------------------ the way back */

/* Keeps the file as it is under another name. */
static int old_schema_keep(sqlite3 *db, const char *path, int version, char *message_out,
                           size_t message_size)
{
    char reason[256] = "";
    size_t size = strlen(path) + 32;
    char *target = mem_alloc(size);
    (void)snprintf(target, size, "%s.schema-%d", path, version);
    int result = copy__make(&(struct copy_order){.db = db, .source = path, .target = target},
                            reason, sizeof(reason));
    if (result != 0)
        (void)snprintf(message_out, message_size,
                       "before it is migrated it has to be kept as %s: %s", target, reason);
    free(target);
    return result;
}

int migrate__upgrade(sqlite3 *db, const struct migration *steps, int count, char *message_out,
                     size_t message_size)
{
    int version = 0;
    if (migrate__version(db, &version) != SQLITE_OK)
        return say_error(db, message_out, message_size);
    if (version > 0 && version < count &&
        old_schema_keep(db, sqlite3_db_filename(db, "main"), version, message_out, message_size) !=
            0)
        return -1;
    return migrate__run(db, steps, count, message_out, message_size);
}
