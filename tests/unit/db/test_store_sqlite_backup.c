/* SPDX-License-Identifier: MIT */
/*
 * Backups: what is in them, in which order the system is asked to keep them, and that whatever
 * fails leaves the backup before it and nothing else. fsync() and rename() are those of this
 * program, which watch and fail.
 */
#define _DEFAULT_SOURCE /* flock, syscall */
#include "db/sqlite/backup.h"
#include "tests/conformance/store_samples.h"
#include "tests/migration/fixture.h"
#include "tests/unit/db/raw_database.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ANNA "56991987785269248"
#define OLD_BACKUP "the backup of yesterday"
#define PATH_SIZE (2 * RAW_PATH_SIZE)

/* ------------------------------------------------------------------ the system, watched */

static struct {
    char calls[256]; /* "fsync file, rename, fsync folder" */
    const char *failing;
} system_calls;

static int note_call(const char *call)
{
    size_t len = strlen(system_calls.calls);
    (void)snprintf(system_calls.calls + len, sizeof(system_calls.calls) - len, "%s%s",
                   len == 0 ? "" : ", ", call);
    if (system_calls.failing == NULL || strcmp(system_calls.failing, call) != 0)
        return 0;
    errno = EIO;
    return -1;
}

int fsync(int file)
{
    struct stat about;
    assert_int_equal(fstat(file, &about), 0);
    if (note_call(S_ISDIR(about.st_mode) ? "fsync folder" : "fsync file") != 0)
        return -1;
    return (int)syscall(SYS_fsync, file);
}

int rename(const char *from, const char *to)
{
    return note_call("rename") != 0 ? -1 : (int)syscall(SYS_rename, from, to);
}

/* ------------------------------------------------------------------ a place */

struct place {
    char folder[RAW_PATH_SIZE];
    char database[RAW_PATH_SIZE];
    char target[PATH_SIZE];
    char part[PATH_SIZE + 8];
    bool is_cancelled;
    uint64_t findings;
    char message[STORE_BACKUP_MESSAGE_SIZE];
    struct store_check_counts counts;
};

static void file_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* The bytes of a file; the caller frees them. */
static char *file_read(const char *path, size_t *size_out)
{
    struct stat about;
    int file = open(path, O_RDONLY);
    assert_int_equal(fstat(file, &about), 0);
    char *bytes = malloc((size_t)about.st_size + 1);
    assert_non_null(bytes);
    assert_int_equal(read(file, bytes, (size_t)about.st_size), about.st_size);
    assert_int_equal(close(file), 0);
    bytes[about.st_size] = '\0';
    *size_out = (size_t)about.st_size;
    return bytes;
}

static int setup(void **state)
{
    struct place *place = calloc(1, sizeof(*place));
    if (place == NULL)
        return -1;
    system_calls.failing = NULL;
    raw_folder_make(place->folder);
    raw_path(place->folder, place->database);
    (void)snprintf(place->target, sizeof(place->target), "%s/backup.db", place->folder);
    (void)snprintf(place->part, sizeof(place->part), "%s.part", place->target);
    fixture_make(1, place->database);
    fixture_migrate(place->database);
    memset(&system_calls, 0, sizeof(system_calls)); /* migrating makes a copy, too */
    file_write(place->target, OLD_BACKUP);
    *state = place;
    return 0;
}

static int teardown(void **state)
{
    struct place *place = *state;
    raw_folder_remove(place->folder);
    free(place);
    return 0;
}

static void on_finding(void *ctx, const struct store_finding *finding)
{
    struct place *place = ctx;
    (void)finding;
    place->findings++;
}

static bool is_cancelled(void *ctx)
{
    const struct place *place = ctx;
    return place->is_cancelled;
}

static int back_up_to(struct place *place, const char *target)
{
    const struct store_check_listener listener = {place, on_finding, is_cancelled};
    place->message[0] = '\0';
    return store_sqlite_backup(place->database, target, &listener, &place->counts, place->message);
}

static void assert_made(struct place *place)
{
    int result = back_up_to(place, place->target);
    if (result != STORE_BACKUP_MADE)
        fail_msg("%s", place->message);
    assert_int_not_equal(access(place->part, F_OK), 0);
}

static void assert_old_backup(const struct place *place)
{
    size_t size;
    char *text = file_read(place->target, &size);
    assert_string_equal(text, OLD_BACKUP);
    assert_int_not_equal(access(place->part, F_OK), 0);
    free(text);
}

/* It cannot be done, for that reason, and the old backup is there. */
static void assert_impossible(struct place *place, const char *why)
{
    assert_int_equal(back_up_to(place, place->target), STORE_BACKUP_IMPOSSIBLE);
    if (strstr(place->message, why) == NULL)
        fail_msg("\"%s\" is not in: %s", why, place->message);
    assert_old_backup(place);
}

static void assert_refused(struct place *place, const char *target, const char *why)
{
    assert_int_equal(back_up_to(place, target), STORE_BACKUP_IMPOSSIBLE);
    if (strstr(place->message, why) == NULL)
        fail_msg("\"%s\" is not in: %s", why, place->message);
}

#define PLACE_TEST(name) TEST_ON(name, struct place *place, setup, teardown)

/* ------------------------------------------------------------------ backups */

PLACE_TEST(a_backup_takes_the_place_of_the_one_before)
{
    struct stat about;
    assert_made(place);
    char *told = fixture_check(place->target);
    assert_string_equal(told, "");
    free(told);
    assert_int_equal(raw_integer(place->target, "SELECT COUNT(*) FROM game"), 18);
    assert_int_equal(place->counts.games_over, 11);
    assert_int_equal(stat(place->target, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
}

PLACE_TEST(a_backup_is_one_file_that_needs_no_other)
{
    char path[PATH_SIZE + 8];
    assert_made(place);
    (void)snprintf(path, sizeof(path), "%s-wal", place->target);
    assert_int_not_equal(access(path, F_OK), 0);
    (void)snprintf(path, sizeof(path), "%s-shm", place->target);
    assert_int_not_equal(access(path, F_OK), 0);
}

PLACE_TEST(it_is_synced_before_it_gets_its_name_and_the_folder_after)
{
    assert_made(place);
    assert_string_equal(system_calls.calls, "fsync file, rename, fsync folder");
}

/* With a store that has committed and not checkpointed. */
PLACE_TEST(a_running_server_is_backed_up_and_its_file_not_touched)
{
    struct harness *harness = calloc(1, sizeof(*harness));
    struct sample_names names;
    size_t before_size;
    size_t after_size;
    harness_init_in(harness, &RAW_SQLITE_BACKEND, place->folder);
    assert_int_equal(harness_do(harness, sample_register(7, "Late", &names)), STORE_OK);
    char *before = file_read(place->database, &before_size);
    assert_made(place);
    char *after = file_read(place->database, &after_size);
    assert_int_equal(after_size, before_size);
    assert_memory_equal(after, before, before_size);
    assert_int_equal(raw_integer(place->target, "SELECT COUNT(*) FROM player WHERE id = 7"), 1);
    assert_int_equal(harness_do(harness, sample_session(9, 7)), STORE_OK);
    free(before);
    free(after);
    harness_leave(harness);
    free(harness);
}

PLACE_TEST(what_a_killed_backup_left_is_taken_over)
{
    char journal[PATH_SIZE + 16];
    (void)snprintf(journal, sizeof(journal), "%s-journal", place->part);
    file_write(place->part, "half a copy");
    file_write(journal, "half a journal");
    assert_made(place);
    assert_int_not_equal(access(journal, F_OK), 0);
}

PLACE_TEST(a_link_is_followed)
{
    char link[PATH_SIZE];
    struct stat about;
    (void)snprintf(link, sizeof(link), "%s/latest.db", place->folder);
    assert_int_equal(symlink(place->target, link), 0);
    assert_int_equal(back_up_to(place, link), STORE_BACKUP_MADE);
    assert_int_equal(lstat(link, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(raw_integer(place->target, "SELECT COUNT(*) FROM game"), 18);
}

/* ------------------------------------------------------------------ what is refused */

PLACE_TEST(the_database_and_its_files_are_no_targets)
{
    static const char *const SUFFIXES[] = {"", "-wal", "-shm", "-journal", ".lock"};
    char path[PATH_SIZE];
    for (size_t i = 0; i < sizeof(SUFFIXES) / sizeof(SUFFIXES[0]); i++) {
        (void)snprintf(path, sizeof(path), "%s/./pentad.db%s", place->folder, SUFFIXES[i]);
        assert_refused(place, path, "it belongs to the database itself");
    }
    (void)snprintf(path, sizeof(path), "%s/link", place->folder);
    assert_int_equal(symlink("pentad.db", path), 0);
    assert_refused(place, path, "it belongs to the database itself");
    assert_int_equal(raw_integer(place->database, "SELECT COUNT(*) FROM game"), 18);
}

PLACE_TEST(what_is_no_file_is_no_target)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof(path), "%s/pipe", place->folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_refused(place, path, "it is there and not a file");
    assert_refused(place, place->folder, "it is there and not a file");
    assert_refused(place, "/dev/null", "it is there and not a file");
    (void)snprintf(path, sizeof(path), "%s/missing/backup.db", place->folder);
    assert_refused(place, path, "its folder cannot be used: No such file or directory");
    (void)snprintf(path, sizeof(path), "%s/backup.db/", place->folder);
    assert_refused(place, path, "it is not the name of a file");
}

PLACE_TEST(a_link_in_the_place_of_the_part_is_not_followed)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof(path), "%s/precious", place->folder);
    file_write(path, "precious");
    assert_int_equal(symlink(path, place->part), 0);
    assert_refused(place, place->target, "symbolic links");
    size_t size;
    char *text = file_read(path, &size);
    assert_string_equal(text, "precious");
    free(text);
}

/* It gets the mode of a part: nobody else reads the hashes of passwords in it. */
PLACE_TEST(a_part_that_all_may_read_makes_no_backup_that_all_may_read)
{
    struct stat about;
    file_write(place->part, "made beforehand");
    assert_int_equal(chmod(place->part, 0666), 0);
    assert_made(place);
    assert_int_equal(stat(place->target, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0600);
}

PLACE_TEST(a_part_with_a_second_name_is_refused)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof(path), "%s/second", place->folder);
    file_write(place->part, "made beforehand");
    assert_int_equal(link(place->part, path), 0);
    assert_refused(place, place->target, "it is there and not ours alone");
    size_t size;
    char *text = file_read(path, &size);
    assert_string_equal(text, "made beforehand");
    free(text);
}

/* ------------------------------------------------------------------ what fails */

PLACE_TEST(an_unsound_copy_does_not_replace_a_backup)
{
    raw_run(place->database, "UPDATE rating SET points = points + 1 WHERE player = " ANNA);
    assert_int_equal(back_up_to(place, place->target), STORE_BACKUP_UNSOUND);
    assert_string_equal(place->message, "the copy is not sound");
    assert_true(place->findings > 0);
    assert_old_backup(place);
}

PLACE_TEST(a_database_that_is_not_ours_is_not_backed_up)
{
    raw_run(place->database, "PRAGMA application_id = 7");
    assert_impossible(place, "another program");
    raw_run(place->database, "PRAGMA application_id = 1347310660; PRAGMA user_version = 99");
    assert_impossible(place, "version 99");
    assert_int_equal(unlink(place->database), 0);
    assert_impossible(place, "No such file");
    assert_string_equal(system_calls.calls, ""); /* before anything was copied */
}

PLACE_TEST(a_sync_or_a_rename_that_fails_leaves_the_old_backup)
{
    system_calls.failing = "fsync file";
    assert_impossible(place, "Input/output error");
    system_calls.failing = "rename";
    assert_impossible(place, "it cannot be replaced: Input/output error");
    system_calls.failing = "fsync folder";
    assert_refused(place, place->target, "whole and in its place, but its folder cannot be synced");
    assert_int_equal(raw_integer(place->target, "SELECT COUNT(*) FROM game"), 18);
}

/* As on a full disk. */
PLACE_TEST(no_room_leaves_the_old_backup)
{
    struct rlimit before;
    struct rlimit small;
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 40960;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_impossible(place, "copying failed: ");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_made(place);
}

PLACE_TEST(cancelling_leaves_the_old_backup)
{
    raw_run(place->database,
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 50000) "
            "INSERT INTO game_log (id, game, seq, kind, seat, action, at_ms) "
            "SELECT 1000 + i, 5, i, 0, 0, 'a1', 1 FROM n");
    place->is_cancelled = true;
    assert_impossible(place, "interrupted");
    assert_string_equal(system_calls.calls, ""); /* while it was copied */
}

PLACE_TEST(two_backups_to_one_file_do_not_meet)
{
    file_write(place->part, "the other one's");
    int other = open(place->part, O_RDWR);
    assert_int_equal(flock(other, LOCK_EX | LOCK_NB), 0);
    assert_refused(place, place->target, "another copy is being made");
    assert_int_equal(access(place->part, F_OK), 0);
    assert_int_equal(close(other), 0);
    assert_made(place);
}
