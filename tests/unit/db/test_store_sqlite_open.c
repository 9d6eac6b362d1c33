/* SPDX-License-Identifier: MIT */
/*
 * Opening the SQLite file: the settings of each connection, who may open it, and what the operator
 * is told when it is refused.
 */
#define _DEFAULT_SOURCE /* seteuid */
#include "db/sqlite/backup.h"
#include "db/sqlite/check.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/experience.h"
#include "tests/unit/db/raw_database.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void never_woken(void *ctx)
{
    (void)ctx;
}

static struct store *try_open(const char *path, char message_out[256])
{
    const struct store_sqlite_options options = {.path = path, .sync = STORE_SYNC_FULL};
    message_out[0] = '\0';
    return store_sqlite_open(&options, never_woken, NULL, message_out, 256);
}

static void refused_with(const char *path, const char *words)
{
    char message[256];
    assert_null(try_open(path, message));
    if (strstr(message, words) == NULL || strstr(message, path) == NULL)
        fail_msg("the message is: %s", message);
}

static int folder_setup(void **state)
{
    *state = test_malloc(RAW_PATH_SIZE);
    raw_folder_make(*state);
    return 0;
}

static int folder_teardown(void **state)
{
    raw_folder_remove(*state);
    test_free(*state);
    return 0;
}

#define FOLDER_TEST(name) TEST_ON(name, char *folder, folder_setup, folder_teardown)

/* ------------------------------------------------------------------ settings */

static int64_t setting(struct sqlite_connection *sql, const char *name)
{
    char pragma[64];
    sqlite3_stmt *statement = NULL;
    (void)snprintf(pragma, sizeof(pragma), "PRAGMA %s", name);
    assert_int_equal(sqlite3_prepare_v2(sql->db, pragma, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(statement, 0);
    if (sqlite3_column_type(statement, 0) == SQLITE_TEXT)
        value = strcmp((const char *)sqlite3_column_text(statement, 0), "wal") == 0;
    sqlite3_finalize(statement);
    return value;
}

static int db_config(struct sqlite_connection *sql, int option)
{
    int value = -1;
    assert_int_equal(sqlite3_db_config(sql->db, option, -1, &value), SQLITE_OK);
    return value;
}

static void all_are_careful(struct sqlite_connection *sql)
{
    assert_int_equal(setting(sql, "journal_mode"), 1);
    assert_int_equal(setting(sql, "trusted_schema"), 0);
    assert_int_equal(setting(sql, "cell_size_check"), 1);
    assert_int_equal(db_config(sql, SQLITE_DBCONFIG_DEFENSIVE), 1);
    sqlite3_stmt *statement = NULL; /* gives no row where mapping is not compiled in */
    assert_int_equal(sqlite3_prepare_v2(sql->db, "PRAGMA mmap_size", -1, &statement, NULL), 0);
    if (sqlite3_step(statement) == SQLITE_ROW)
        assert_int_equal(sqlite3_column_int64(statement, 0), 0);
    sqlite3_finalize(statement);
}

#define STORE_TEST(name) TEST_ON(name, struct harness *harness, raw_setup, raw_teardown)

STORE_TEST(the_writer_is_configured)
{
    char path[RAW_PATH_SIZE];
    raw_path(harness->folder, path);
    for (int sync = STORE_SYNC_FULL; sync <= STORE_SYNC_NORMAL; sync++) {
        struct sqlite_connection sql = {0};
        assert_int_equal(connection__open(&sql, path, CONNECTION_WRITER), SQLITE_OK);
        assert_int_equal(connection__configure(&sql, CONNECTION_WRITER, (enum store_sync)sync),
                         SQLITE_OK);
        all_are_careful(&sql);
        assert_int_equal(setting(&sql, "synchronous"), sync == STORE_SYNC_FULL ? 2 : 1);
        assert_int_equal(setting(&sql, "foreign_keys"), 1);
        assert_int_equal(setting(&sql, "query_only"), 0);
        assert_int_equal(setting(&sql, "cache_size"), -2048); /* it fills with every guest */
        assert_true(setting(&sql, "wal_autocheckpoint") > 0);
        connection__close(&sql);
    }
}

STORE_TEST(readers_neither_write_nor_checkpoint)
{
    char path[RAW_PATH_SIZE];
    raw_path(harness->folder, path);
    const enum connection_user users[] = {CONNECTION_READER, CONNECTION_LOADER};
    for (size_t i = 0; i < 2; i++) {
        struct sqlite_connection sql = {0};
        assert_int_equal(connection__open(&sql, path, users[i]), SQLITE_OK);
        assert_int_equal(connection__configure(&sql, users[i], STORE_SYNC_FULL), SQLITE_OK);
        all_are_careful(&sql);
        assert_int_equal(setting(&sql, "wal_autocheckpoint"), 0);
        assert_int_equal(setting(&sql, "query_only"), 1);
        assert_int_equal(setting(&sql, "cache_size"), -8192);
        assert_int_equal(db_config(&sql, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE), 1);
        assert_int_equal(sqlite3_db_readonly(sql.db, "main"), 1);
        connection__close(&sql);
    }
}

FOLDER_TEST(a_new_file_is_its_owners_alone)
{
    char path[RAW_PATH_SIZE];
    char message[256];
    struct stat file;
    raw_path(folder, path);
    struct store *store = try_open(path, message);
    assert_non_null(store);
    store_close(store);
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_mode & 077, 0);
}

/* ------------------------------------------------------------------ who may open it */

STORE_TEST(a_second_opener_is_refused)
{
    char path[RAW_PATH_SIZE];
    char link_path[RAW_PATH_SIZE];
    raw_path(harness->folder, path);
    (void)snprintf(link_path, sizeof(link_path), "%.150s/other.db", harness->folder);
    assert_int_equal(symlink(path, link_path), 0);
    refused_with(path, "another server has it open");
    refused_with(link_path, "another server has it open");
    harness_reopen(harness); /* and it is free again afterwards */
}

/* A server in a process of its own, and how it is told to end. */
struct other {
    pid_t process;
    int end;
};

static struct other other_start(const char *path)
{
    char message[256];
    int ready[2];
    int end[2];
    char byte = 0;
    assert_int_equal(pipe(ready) | pipe(end), 0);
    pid_t child = fork();
    if (child == 0) {
        struct store *store = try_open(path, message);
        byte = store != NULL;
        (void)!write(ready[1], &byte, 1);
        close(end[1]);
        (void)!read(end[0], &byte, 1); /* until the parent closes its end or is gone */
        _exit(0);                      /* without closing the store */
    }
    close(end[0]);
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(byte, 1);
    close(ready[0]);
    return (struct other){.process = child, .end = end[1]};
}

static void other_end(const struct other *other)
{
    close(other->end);
    assert_int_equal(waitpid(other->process, NULL, 0), other->process);
}

static void opens(const char *path)
{
    char message[256];
    struct store *store = try_open(path, message);
    if (store == NULL)
        fail_msg("the message is: %s", message);
    store_close(store);
}

FOLDER_TEST(a_second_process_is_refused)
{
    char path[RAW_PATH_SIZE];
    raw_path(folder, path);
    const struct other other = other_start(path);
    refused_with(path, "another server has it open");
    other_end(&other);
    opens(path);
}

static bool is_never_cancelled(void *ctx)
{
    (void)ctx;
    return false;
}

static void nothing_found(void *ctx, const struct store_finding *finding)
{
    (void)ctx;
    (void)finding;
    fail();
}

static void readers_are_refused(const char *path, const char *target)
{
    const struct store_check_listener listener = {NULL, nothing_found, is_never_cancelled};
    struct store_check_counts counts;
    char message[STORE_BACKUP_MESSAGE_SIZE] = "";
    char *text = NULL;
    assert_int_not_equal(store_sqlite_check(path, &listener, &counts, message, sizeof(message)), 0);
    assert_string_equal(message, "another server has it open by another name");
    message[0] = '\0';
    assert_int_not_equal(store_sqlite_backup(path, target, &listener, &counts, message), 0);
    assert_string_equal(message, "another server has it open by another name");
    message[0] = '\0';
    assert_int_not_equal(store_sqlite_experience(path, &text, message, sizeof(message)), 0);
    assert_string_equal(message, "another server has it open by another name");
}

/* A file that is mounted twice is the same: one database, and another file for the lock beside. */
FOLDER_TEST(another_name_of_the_same_file_is_refused)
{
    char path[RAW_PATH_SIZE];
    char other_folder[RAW_PATH_SIZE];
    char hard[RAW_PATH_SIZE];
    char target[RAW_PATH_SIZE];
    raw_path(folder, path);
    raw_folder_make(other_folder);
    raw_path(other_folder, hard);
    (void)snprintf(target, sizeof(target), "%.200s/backup.db", other_folder);
    const struct other other = other_start(path);
    assert_int_equal(link(path, hard), 0);
    refused_with(hard, "another server has it open by another name");
    readers_are_refused(hard, target);
    refused_with(path, "another server has it open (process"); /* SQLite's locks are still there */
    other_end(&other);
    opens(hard);
    opens(path);
    raw_folder_remove(other_folder);
}

/* Its server goes on with the file that has no name any more, so nobody makes another one. */
FOLDER_TEST(a_file_that_was_removed_under_its_server_is_not_made_anew)
{
    char path[RAW_PATH_SIZE];
    raw_path(folder, path);
    const struct other other = other_start(path);
    assert_int_equal(unlink(path), 0);
    refused_with(path, "another server has it open");
    other_end(&other);
    opens(path);
}

/* ------------------------------------------------------------------ what may not be written */

/* Root may write everything; so this is tried as somebody else. */
static int nobody_setup(void **state)
{
    (void)folder_setup(state);
    return geteuid() != 0 ? 0 : chown(*state, 65534, 65534) | seteuid(65534);
}

static int nobody_teardown(void **state)
{
    (void)chmod(*state, 0700);
    if (getuid() == 0 && seteuid(0) != 0)
        return -1;
    return folder_teardown(state);
}

TEST_ON(what_cannot_be_written_is_refused_and_named, char *folder, nobody_setup, nobody_teardown)
{
    static const char *const SUFFIXES[] = {"", "-wal", "-shm", ".lock"};
    char path[RAW_PATH_SIZE];
    char file[RAW_PATH_SIZE + 8];
    raw_path(folder, path);
    opens(path);
    for (size_t i = 0; i < sizeof(SUFFIXES) / sizeof(SUFFIXES[0]); i++) {
        (void)snprintf(file, sizeof(file), "%s%s", path, SUFFIXES[i]);
        int fd = open(file, O_WRONLY | O_CREAT, 0600);
        assert_true(fd >= 0);
        close(fd);
        assert_int_equal(chmod(file, 0400), 0);
        refused_with(path, "Permission denied (owner ");
        refused_with(path, file);
        assert_int_equal(chmod(file, 0600), 0);
        opens(path); /* nothing was left behind that is in the way */
    }
    assert_int_equal(chmod(folder, 0500), 0);
    refused_with(path, "Permission denied (owner ");
}

/* ------------------------------------------------------------------ what is refused */

FOLDER_TEST(another_programs_database_is_refused_and_left_alone)
{
    char path[RAW_PATH_SIZE];
    raw_path(folder, path);
    raw_run(path, "CREATE TABLE cheese (name TEXT)");
    refused_with(path, "another program");
    raw_run(path, "PRAGMA application_id = 1234");
    refused_with(path, "another program");
    assert_int_equal(raw_integer(path, "SELECT COUNT(*) FROM sqlite_schema"), 1);
    assert_int_equal(raw_integer(path, "PRAGMA user_version"), 0);
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA journal_mode", -1, &statement, NULL), 0);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(statement, 0), "delete");
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

FOLDER_TEST(what_is_no_database_is_refused_and_left_alone)
{
    char path[RAW_PATH_SIZE];
    char text[64] = "";
    raw_path(folder, path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < 200; i++)
        assert_true(fputs("these are notes about cheese\n", file) >= 0);
    assert_int_equal(fclose(file), 0);
    refused_with(path, "not a database");
    file = fopen(path, "r");
    assert_non_null(fgets(text, sizeof(text), file));
    assert_int_equal(fclose(file), 0);
    assert_string_equal(text, "these are notes about cheese\n");
}

FOLDER_TEST(a_newer_file_is_refused_and_left_alone)
{
    char path[RAW_PATH_SIZE];
    char message[256];
    raw_path(folder, path);
    struct store *store = try_open(path, message);
    assert_non_null(store);
    store_close(store);
    raw_run(path, "PRAGMA user_version = 1000");
    refused_with(path, "it has version 1000");
    assert_int_equal(raw_integer(path, "PRAGMA user_version"), 1000);
}

FOLDER_TEST(a_folder_that_is_missing_is_named)
{
    char path[RAW_PATH_SIZE];
    (void)snprintf(path, sizeof(path), "%.150s/nowhere/pentad.db", folder);
    refused_with(path, "No such file or directory");
}
