/* SPDX-License-Identifier: MIT */
/* Databases made from SQL texts; see the header. */
#include "tests/migration/fixture.h"

#include "db/sqlite/check.h"
#include "db/sqlite/store.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <sqlite3.h>

const int FIXTURE_SCHEMAS[] = {1, 0};

/* Tests run in the folder of the sources. */
char *fixture_read(int schema, const char *ending)
{
    char path[64];
    char *text = NULL;
    size_t size = 0;
    (void)snprintf(path, sizeof(path), "tests/migration/schema_%04d.%s", schema, ending);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(getdelim(&text, &size, '\0', file) > 0);
    (void)fclose(file);
    return text;
}

void fixture_make(int schema, const char *path)
{
    sqlite3 *db = NULL;
    char *sql = fixture_read(schema, "sql");
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(db));
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    free(sql);
}

static void wake(void *ctx)
{
    (void)ctx;
}

void fixture_migrate(const char *path)
{
    char message[256] = "";
    const struct store_sqlite_options options = {.path = path, .sync = STORE_SYNC_FULL};
    struct store *store = store_sqlite_open(&options, wake, NULL, message, sizeof(message));
    if (store == NULL)
        fail_msg("%s", message);
    store_close(store);
}

static struct {
    char *bytes;
    size_t size;
} newest;

static void newest_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    newest.size = (size_t)ftell(file);
    rewind(file);
    newest.bytes = malloc(newest.size);
    assert_non_null(newest.bytes);
    assert_int_equal(fread(newest.bytes, 1, newest.size, file), newest.size);
    assert_int_equal(fclose(file), 0);
}

void fixture_make_newest(const char *path)
{
    if (newest.bytes == NULL) {
        fixture_make(1, path);
        fixture_migrate(path);
        newest_read(path);
        return;
    }
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(newest.bytes, 1, newest.size, file), newest.size);
    assert_int_equal(fclose(file), 0);
}

static void note_finding(void *ctx, const struct store_finding *finding)
{
    (void)fprintf(ctx, "%s %s: %s\n", finding->kind, finding->id, finding->what);
}

static bool never(void *ctx)
{
    (void)ctx;
    return false;
}

char *fixture_check(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    char message[256] = "";
    struct store_check_counts counts;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    const struct store_check_listener listener = {file, note_finding, never};
    if (store_sqlite_check(path, &listener, &counts, message, sizeof(message)) != 0)
        (void)fprintf(file, "cannot: %s\n", message);
    assert_int_equal(fclose(file), 0);
    return text;
}
