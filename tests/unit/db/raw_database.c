/* SPDX-License-Identifier: MIT */
/*
 * The database file by hand. Each call opens a connection of its own and closes it again.
 */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "tests/unit/db/raw_database.h"

#include "db/sqlite/store.h"
#include "tests/support/memory_store.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void raw_path(const char *folder, char path_out[RAW_PATH_SIZE])
{
    (void)snprintf(path_out, RAW_PATH_SIZE, "%s/pentad.db", folder);
}

void raw_folder_make(char folder_out[RAW_PATH_SIZE])
{
    const char *parent = getenv("TMPDIR");
    (void)snprintf(folder_out, RAW_PATH_SIZE, "%s/pentad-raw-XXXXXX",
                   parent != NULL ? parent : "/tmp");
    assert_non_null(mkdtemp(folder_out));
}

void raw_folder_remove(const char *folder)
{
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory))
        (void)unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
    assert_int_equal(rmdir(folder), 0);
}

static struct store *sqlite_open(const char *folder, store_wake_fn *wake, void *wake_ctx)
{
    char path[RAW_PATH_SIZE];
    char message[256];
    raw_path(folder, path);
    const struct store_sqlite_options options = {.path = path, .sync = STORE_SYNC_FULL};
    memory_store_save(path); /* where there is none: migrating takes longer than most tests */
    struct store *store = store_sqlite_open(&options, wake, wake_ctx, message, sizeof(message));
    if (store == NULL)
        print_error("%s\n", message);
    return store;
}

const struct harness_backend RAW_SQLITE_BACKEND = {
    .name = "sqlite",
    .open = sqlite_open,
    .keeps = true,
};

bool raw_accepts(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return code == SQLITE_OK;
}

void raw_run(const char *path, const char *sql)
{
    assert_true(raw_accepts(path, sql));
}

int64_t raw_integer(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(statement, 0);
    assert_int_equal(sqlite3_finalize(statement), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return value;
}

int raw_setup(void **state)
{
    struct harness *harness = calloc(1, sizeof(*harness));
    if (harness == NULL)
        return -1;
    harness_init(harness, &RAW_SQLITE_BACKEND);
    *state = harness;
    return 0;
}

int raw_teardown(void **state)
{
    harness_deinit(*state);
    free(*state);
    return 0;
}
