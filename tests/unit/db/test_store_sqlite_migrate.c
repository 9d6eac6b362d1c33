/* SPDX-License-Identifier: MIT */
/*
 * Migrations: an older file gets the missing steps, each whole or not at all.
 */
#include "db/store_sqlite_migrate.h"

#include <string.h>

#include "tests/unit/db/raw_database.h"

static const struct migration STEPS[] = {
    {"0001_a.sql", "CREATE TABLE a (x INTEGER); INSERT INTO a VALUES (1);"},
    {"0002_b.sql", "CREATE TABLE b (x INTEGER); INSERT INTO b SELECT x + 1 FROM a;"},
    {"0003_c.sql", "CREATE TABLE c (x INTEGER); INSERT INTO nowhere VALUES (1);"},
};

static int64_t integer(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

static int setup(void **state)
{
    sqlite3 *db = NULL;
    int code = sqlite3_open(":memory:", &db);
    *state = db;
    return code;
}

static int teardown(void **state)
{
    return sqlite3_close(*state);
}

static void a_new_file_gets_every_step_and_our_id(void **state)
{
    char message[128];
    assert_int_equal(migrate__check(*state, 2, message, sizeof(message)), 0);
    assert_int_equal(migrate__run(*state, STEPS, 2, message, sizeof(message)), 0);
    assert_int_equal(integer(*state, "PRAGMA user_version"), 2);
    assert_int_equal(integer(*state, "PRAGMA application_id"), PENTAD_APPLICATION_ID);
    assert_int_equal(integer(*state, "SELECT x FROM b"), 2);
    assert_int_equal(migrate__check(*state, 2, message, sizeof(message)), 0);
}

static void an_older_file_gets_the_missing_steps_only(void **state)
{
    char message[128];
    assert_int_equal(migrate__run(*state, STEPS, 1, message, sizeof(message)), 0);
    assert_int_equal(sqlite3_exec(*state, "UPDATE a SET x = 10", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(migrate__check(*state, 2, message, sizeof(message)), 0);
    assert_int_equal(migrate__run(*state, STEPS, 2, message, sizeof(message)), 0);
    assert_int_equal(integer(*state, "SELECT x FROM b"), 11);
    assert_int_equal(migrate__run(*state, STEPS, 2, message, sizeof(message)), 0);
    assert_int_equal(integer(*state, "SELECT COUNT(*) FROM b"), 1);
}

static void a_step_that_fails_leaves_the_version_before_it(void **state)
{
    char message[128];
    assert_int_equal(migrate__run(*state, STEPS, 3, message, sizeof(message)), -1);
    assert_non_null(strstr(message, "0003_c.sql"));
    assert_int_equal(integer(*state, "PRAGMA user_version"), 2);
    assert_int_equal(integer(*state, "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'c'"), 0);
    assert_int_equal(sqlite3_get_autocommit(*state), 1);
}

static void a_newer_file_is_refused(void **state)
{
    char message[128];
    assert_int_equal(migrate__run(*state, STEPS, 2, message, sizeof(message)), 0);
    assert_int_equal(migrate__check(*state, 1, message, sizeof(message)), -1);
    assert_non_null(strstr(message, "version 2"));
}

static void the_built_in_steps_have_names_and_end_in_the_version_of_their_number(void **state)
{
    char message[128];
    assert_true(MIGRATION_COUNT >= 1);
    assert_memory_equal(MIGRATIONS[0].name, "0001", 4);
    assert_int_equal(migrate__run(*state, MIGRATIONS, MIGRATION_COUNT, message, sizeof(message)),
                     0);
    assert_int_equal(integer(*state, "PRAGMA user_version"), MIGRATION_COUNT);
}

#define WITH_DATABASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_DATABASE(a_new_file_gets_every_step_and_our_id),
        WITH_DATABASE(an_older_file_gets_the_missing_steps_only),
        WITH_DATABASE(a_step_that_fails_leaves_the_version_before_it),
        WITH_DATABASE(a_newer_file_is_refused),
        WITH_DATABASE(the_built_in_steps_have_names_and_end_in_the_version_of_their_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
