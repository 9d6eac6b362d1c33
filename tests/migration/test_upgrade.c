/* SPDX-License-Identifier: MIT */
/*
 * Databases of old schemas are opened by today's program: they tell the same, they are sound, what
 * stops in the middle leaves a whole schema, and the old file is kept. The steps of the future are
 * played by one more step than there are.
 *
 *   migration_upgrade SCHEMA    prints what a fixture tells, for its .txt (README.md)
 */
#include "db/sqlite/migrate.h"
#include "db/sqlite/store.h"
#include "tests/migration/fixture.h"
#include "tests/migration/world_text.h"
#include "tests/unit/db/raw_database.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define STEPS_MAX 64
#define SQL_MAX 65536

struct place {
    char folder[RAW_PATH_SIZE];
    char path[RAW_PATH_SIZE];
};

static int setup(void **state)
{
    struct place *place = calloc(1, sizeof(*place));
    if (place == NULL)
        return -1;
    raw_folder_make(place->folder);
    raw_path(place->folder, place->path);
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

static void place_empty(const struct place *place)
{
    raw_folder_remove(place->folder);
    assert_int_equal(mkdir(place->folder, 0700), 0);
}

/* ------------------------------------------------------------------ what is told */

/* Names the first line that differs. */
static void assert_same_text(const char *told, const char *expected)
{
    size_t line = 0;
    for (size_t i = 0; told[i] == expected[i]; i++) {
        if (told[i] == '\0')
            return;
        if (told[i] == '\n')
            line = i + 1;
    }
    fail_msg("told:     %.*s\nexpected: %.*s", (int)strcspn(told + line, "\n"), told + line,
             (int)strcspn(expected + line, "\n"), expected + line);
}

static void assert_sound(const char *path)
{
    char *told = fixture_check(path);
    assert_string_equal(told, "");
    free(told);
}

/* Opened by a server, it tells what it told its own version; and so it does the next time. */
static void assert_serves(const struct place *place, int schema)
{
    char *expected = fixture_read(schema, "txt");
    for (int i = 0; i < 2; i++) {
        char *told = world_text(place->folder);
        assert_same_text(told, expected);
        free(told);
        assert_sound(place->path);
    }
    assert_int_equal(raw_integer(place->path, "PRAGMA user_version"), MIGRATION_COUNT);
    free(expected);
}

static void every_old_database_tells_the_same_today_and_is_kept(void **state)
{
    const struct place *place = *state;
    for (const int *schema = FIXTURE_SCHEMAS; *schema != 0; schema++) {
        char kept[RAW_PATH_SIZE + 16];
        place_empty(place);
        fixture_make(*schema, place->path);
        assert_serves(place, *schema);
        (void)snprintf(kept, sizeof(kept), "%s.schema-%d", place->path, *schema);
        assert_int_equal(access(kept, F_OK) == 0, *schema < MIGRATION_COUNT);
    }
}

static void an_old_database_is_sound_before_it_is_migrated(void **state)
{
    const struct place *place = *state;
    for (const int *schema = FIXTURE_SCHEMAS; *schema != 0; schema++) {
        place_empty(place);
        fixture_make(*schema, place->path);
        assert_sound(place->path);
    }
}

/* ------------------------------------------------------------------ steps that stop */

/* Changes that a large step might make: a new column, every row written, a table made and one
 * rebuilt. */
static const char FUTURE[] = "ALTER TABLE player ADD COLUMN future INTEGER NOT NULL DEFAULT 0;"
                             "UPDATE player SET future = created_ms;"
                             "CREATE TABLE novelty (id INTEGER PRIMARY KEY) STRICT;"
                             "INSERT INTO novelty SELECT id FROM game;"
                             "DELETE FROM chat;";

struct steps {
    struct migration list[STEPS_MAX];
    int count;
    char sql[SQL_MAX];
};

/* All that there are and one of the future; `ending` is added to the step that leads to the schema
 * `last`, and there are no more behind it. */
static void steps_make(struct steps *steps, int last, const char *ending)
{
    assert_in_range(MIGRATION_COUNT + 1, 1, STEPS_MAX);
    memcpy(steps->list, MIGRATIONS, (size_t)MIGRATION_COUNT * sizeof(*MIGRATIONS));
    steps->list[MIGRATION_COUNT] = (struct migration){"9999_future.sql", FUTURE};
    steps->count = last;
    (void)snprintf(steps->sql, sizeof(steps->sql), "%s\n;%s", steps->list[last - 1].sql, ending);
    steps->list[last - 1].sql = steps->sql;
}

static void die(sqlite3_context *sql, int count, sqlite3_value **values)
{
    (void)sql;
    (void)count;
    (void)values;
    (void)raise(SIGKILL);
}

/* A connection as the server's writer has it. */
static int upgrade(const char *path, const struct steps *steps, char message_out[512])
{
    sqlite3 *db = NULL;
    message_out[0] = '\0';
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_create_function(db, "die", 0, SQLITE_UTF8, NULL, die, NULL, NULL),
                     SQLITE_OK);
    int result = migrate__upgrade(db, steps->list, steps->count, message_out, 512);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return result;
}

static void upgrade_killed(const char *path, const struct steps *steps)
{
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        char message[512];
        (void)upgrade(path, steps, message);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGKILL);
}

/* Every step is tried, from the newest to the fixture's; some of them where a sanitizer makes each
 * slow. */
#ifdef __SANITIZE_ADDRESS__
#define STEPS_APART 4
#else
#define STEPS_APART 1
#endif

/* Killed just before the commit. */
static void a_kill_in_a_step_leaves_the_schema_before_it(void **state)
{
    const struct place *place = *state;
    struct steps *steps = calloc(1, sizeof(*steps));
    for (const int *schema = FIXTURE_SCHEMAS; *schema != 0; schema++) {
        for (int last = MIGRATION_COUNT + 1; last > *schema; last -= STEPS_APART) {
            place_empty(place);
            fixture_make(*schema, place->path);
            steps_make(steps, last, "SELECT die();");
            upgrade_killed(place->path, steps);
            assert_int_equal(raw_integer(place->path, "PRAGMA user_version"), *schema);
            assert_sound(place->path);
            assert_serves(place, *schema);
        }
    }
    free(steps);
}

static void a_step_that_fails_leaves_the_schema_before_it(void **state)
{
    const struct place *place = *state;
    struct steps *steps = calloc(1, sizeof(*steps));
    for (const int *schema = FIXTURE_SCHEMAS; *schema != 0; schema++) {
        for (int last = MIGRATION_COUNT + 1; last > *schema; last -= STEPS_APART) {
            char message[512];
            place_empty(place);
            fixture_make(*schema, place->path);
            steps_make(steps, last, "INSERT INTO nowhere VALUES (1);");
            assert_int_equal(upgrade(place->path, steps, message), -1);
            assert_non_null(strstr(message, steps->list[last - 1].name));
            assert_int_equal(raw_integer(place->path, "PRAGMA user_version"), *schema);
            assert_serves(place, *schema);
        }
    }
    free(steps);
}

/* ------------------------------------------------------------------ the way back */

static void the_old_file_is_kept_as_it_was(void **state)
{
    const struct place *place = *state;
    struct steps *steps = calloc(1, sizeof(*steps));
    char message[512];
    char kept[RAW_PATH_SIZE + 16];
    for (const int *schema = FIXTURE_SCHEMAS; *schema != 0; schema++) {
        place_empty(place);
        fixture_make(*schema, place->path);
        (void)snprintf(kept, sizeof(kept), "%s.schema-%d", place->path, *schema);
        steps_make(steps, MIGRATION_COUNT + 1, "");
        assert_int_equal(upgrade(place->path, steps, message), 0);
        assert_int_equal(raw_integer(place->path, "PRAGMA user_version"), MIGRATION_COUNT + 1);
        assert_int_equal(raw_integer(place->path, "SELECT COUNT(*) FROM chat"), 0);
        assert_int_equal(raw_integer(kept, "PRAGMA user_version"), *schema);
        assert_sound(kept);
        assert_int_equal(rename(kept, place->path), 0);
        assert_serves(place, *schema);
    }
    free(steps);
}

static void no_migration_runs_if_the_copy_fails(void **state)
{
    const struct place *place = *state;
    struct steps *steps = calloc(1, sizeof(*steps));
    char message[512];
    char kept[RAW_PATH_SIZE + 16];
    fixture_make(1, place->path);
    (void)snprintf(kept, sizeof(kept), "%s.schema-1", place->path);
    assert_int_equal(mkdir(kept, 0700), 0);
    steps_make(steps, MIGRATION_COUNT + 1, "");
    assert_int_equal(upgrade(place->path, steps, message), -1);
    assert_non_null(strstr(message, "has to be kept as "));
    assert_non_null(strstr(message, "pentad.db.schema-1: it is there and not a file"));
    assert_int_equal(raw_integer(place->path, "PRAGMA user_version"), 1);
    assert_int_equal(rmdir(kept), 0);
    free(steps);
}

static void a_new_database_and_one_of_today_are_not_copied(void **state)
{
    const struct place *place = *state;
    fixture_migrate(place->path);
    fixture_migrate(place->path);
    for (int version = 0; version <= MIGRATION_COUNT; version++) {
        char kept[RAW_PATH_SIZE + 32];
        (void)snprintf(kept, sizeof(kept), "%s.schema-%d", place->path, version);
        assert_int_not_equal(access(kept, F_OK), 0);
    }
}

/* ------------------------------------------------------------------ tomorrow's */

static void wake(void *ctx)
{
    (void)ctx;
}

static void a_newer_database_is_refused_and_left_untouched(void **state)
{
    const struct place *place = *state;
    static char before[1 << 20];
    static char after[1 << 20];
    char message[512] = "";
    const struct store_sqlite_options options = {.path = place->path, .sync = STORE_SYNC_FULL};
    fixture_make(1, place->path);
    raw_run(place->path, "PRAGMA user_version = 1000");
    int file = open(place->path, O_RDONLY);
    ssize_t size = pread(file, before, sizeof(before), 0);
    assert_null(store_sqlite_open(&options, wake, NULL, message, sizeof(message)));
    assert_non_null(strstr(message, "it has version 1000, and this program knows versions up to "));
    assert_non_null(strstr(message, "use a newer program"));
    assert_int_equal(pread(file, after, sizeof(after), 0), size);
    assert_memory_equal(before, after, (size_t)size);
    assert_int_equal(close(file), 0);
}

/* ------------------------------------------------------------------ recording */

static int record(int schema)
{
    struct place *place = NULL;
    if (setup((void **)&place) != 0)
        return 1;
    fixture_make(schema, place->path);
    char *text = world_text(place->folder);
    (void)fputs(text, stdout);
    free(text);
    return teardown((void **)&place);
}

#define WITH_PLACE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        WITH_PLACE(every_old_database_tells_the_same_today_and_is_kept),
        WITH_PLACE(an_old_database_is_sound_before_it_is_migrated),
        WITH_PLACE(a_kill_in_a_step_leaves_the_schema_before_it),
        WITH_PLACE(a_step_that_fails_leaves_the_schema_before_it),
        WITH_PLACE(the_old_file_is_kept_as_it_was),
        WITH_PLACE(no_migration_runs_if_the_copy_fails),
        WITH_PLACE(a_new_database_and_one_of_today_are_not_copied),
        WITH_PLACE(a_newer_database_is_refused_and_left_untouched),
    };
    if (argc == 2)
        return record((int)strtol(argv[1], NULL, 10));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
