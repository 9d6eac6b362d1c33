/* SPDX-License-Identifier: MIT */
/*
 * Migrations: an older file gets the missing steps, all of them or none.
 */
#include "db/sqlite/migrate.h"
#include "tests/unit/db/raw_database.h"

#include <stdio.h>
#include <string.h>

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

#define DATABASE_TEST(name) TEST_ON(name, sqlite3 *db, setup, teardown)

DATABASE_TEST(a_new_file_gets_every_step_and_our_id)
{
    char message[128];
    assert_int_equal(migrate__check(db, 2, message, sizeof(message)), 0);
    assert_int_equal(migrate__run(db, STEPS, 2, message, sizeof(message)), 0);
    assert_int_equal(integer(db, "PRAGMA user_version"), 2);
    assert_int_equal(integer(db, "PRAGMA application_id"), PENTAD_APPLICATION_ID);
    assert_int_equal(integer(db, "SELECT x FROM b"), 2);
    assert_int_equal(migrate__check(db, 2, message, sizeof(message)), 0);
}

DATABASE_TEST(an_older_file_gets_the_missing_steps_only)
{
    char message[128];
    assert_int_equal(migrate__run(db, STEPS, 1, message, sizeof(message)), 0);
    assert_int_equal(sqlite3_exec(db, "UPDATE a SET x = 10", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(migrate__check(db, 2, message, sizeof(message)), 0);
    assert_int_equal(migrate__run(db, STEPS, 2, message, sizeof(message)), 0);
    assert_int_equal(integer(db, "SELECT x FROM b"), 11);
    assert_int_equal(migrate__run(db, STEPS, 2, message, sizeof(message)), 0);
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM b"), 1);
}

DATABASE_TEST(a_step_that_fails_leaves_everything_as_it_was)
{
    char message[128];
    assert_int_equal(migrate__run(db, STEPS, 3, message, sizeof(message)), -1);
    assert_non_null(strstr(message, "0003_c.sql"));
    assert_int_equal(integer(db, "PRAGMA user_version"), 0);
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM sqlite_schema"), 0);
    assert_int_equal(sqlite3_get_autocommit(db), 1);
}

DATABASE_TEST(a_newer_file_is_refused)
{
    char message[128];
    assert_int_equal(migrate__run(db, STEPS, 2, message, sizeof(message)), 0);
    assert_int_equal(migrate__check(db, 1, message, sizeof(message)), -1);
    assert_non_null(strstr(message, "version 2"));
}

DATABASE_TEST(the_built_in_steps_have_names_and_end_in_the_version_of_their_number)
{
    char message[128];
    assert_true(MIGRATION_COUNT >= 1);
    assert_memory_equal(MIGRATIONS[0].name, "0001", 4);
    assert_int_equal(migrate__run(db, MIGRATIONS, MIGRATION_COUNT, message, sizeof(message)), 0);
    assert_int_equal(integer(db, "PRAGMA user_version"), MIGRATION_COUNT);
}

/* Counts the objects of the first database that the second one has otherwise, or not at all. */
static int64_t count_others(sqlite3 *db, const char *path)
{
    char sql[512];
    (void)snprintf(sql, sizeof(sql), "ATTACH '%s' AS other", path);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    return integer(db, "SELECT COUNT(*) FROM (SELECT type, name, tbl_name, sql FROM sqlite_schema "
                       "EXCEPT SELECT type, name, tbl_name, sql FROM other.sqlite_schema)");
}

DATABASE_TEST(a_new_database_is_what_the_steps_lead_to)
{
    char message[128], folder[RAW_PATH_SIZE], path[RAW_PATH_SIZE];
    sqlite3 *stepped = NULL;
    raw_folder_make(folder);
    raw_path(folder, path);
    assert_int_equal(sqlite3_open(path, &stepped), SQLITE_OK);
    assert_int_equal(migrate__run(stepped, MIGRATIONS, MIGRATION_COUNT - 1, message, 128), 0);
    assert_int_equal(migrate__run(stepped, MIGRATIONS, MIGRATION_COUNT, message, 128), 0);
    assert_int_equal(migrate__run(db, MIGRATIONS, MIGRATION_COUNT, message, 128), 0);
    assert_int_equal(count_others(db, path), 0);
    assert_true(integer(stepped, "SELECT COUNT(*) FROM sqlite_schema") > 40);
    assert_int_equal(integer(stepped, "SELECT COUNT(*) FROM sqlite_schema"),
                     integer(db, "SELECT COUNT(*) FROM sqlite_schema"));
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM (SELECT * FROM other.meta EXCEPT "
                                 "SELECT * FROM main.meta)"),
                     0);
    assert_int_equal(integer(db, "PRAGMA user_version"), MIGRATION_COUNT);
    assert_int_equal(sqlite3_exec(db, "DETACH other", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(stepped), SQLITE_OK);
    raw_folder_remove(folder);
}

/* ------------------------------------------------------------------ fines */

/* Two accounts and a guest. Player 1 got the classic rating in March 2026 and played again from the
 * last of April to the first of May (UTC); player 2 the same, and is in the middle of a game in
 * which only the other one has moved, in June. Swap2 and unrated games count for nothing here. */
static const char BEFORE_FINES[] =
    "INSERT INTO player VALUES (1, 1, 'a', 'a', 'a', 'h', 0), (2, 1, 'b', 'b', 'b', 'h', 0), "
    "(3, 0, 'c', 'c', 'c', NULL, 0);"
    "INSERT INTO game (id, variant, rated, first_player, second_player, started_ms, log_after, "
    "ended_ms, result, reason, plies, last_seq, actions) VALUES "
    "(10, 'classic', 1, 1, 2, 1772409600000, 0, 1772409700000, 'first', 'row', 9, 9, ''), "
    "(11, 'classic', 1, 2, 1, 1777593599999, 0, 1777593600000, 'draw', 'agreed', 2, 3, ''), "
    "(12, 'classic', 0, 1, 3, 1783000000000, 0, 1783000000001, 'first', 'row', 9, 9, ''), "
    "(13, 'swap2', 1, 1, 2, 1788000000000, 0, 1788000000001, 'draw', 'agreed', 2, 3, ''), "
    "(14, 'classic', 1, 2, 1, 1780500000000, 0, NULL, NULL, NULL, NULL, NULL, NULL);"
    "INSERT INTO history SELECT first_player, id, second_player, variant, rated, 'won', reason, "
    "NULL, 0, 0, 0, ended_ms FROM game WHERE ended_ms IS NOT NULL;"
    "INSERT INTO history SELECT second_player, id, first_player, variant, rated, 'lost', reason, "
    "NULL, 0, 0, 0, ended_ms FROM game WHERE ended_ms IS NOT NULL;"
    "INSERT INTO game_log VALUES (1, 14, 1, 0, 0, 'h8', 1780500000000);"
    "INSERT INTO rating VALUES (1, 'classic', 1520, 1520, 2), (2, 'classic', 1480, 1500, 2), "
    "(1, 'swap2', 1500, 1500, 1), (2, 'swap2', 1500, 1500, 1);"
    "INSERT INTO ledger (player, variant, game, before, after, at_ms) VALUES "
    "(1, 'classic', 10, 1500, 1520, 1772409700000), (2, 'classic', 10, 1500, 1480, 1772409700000), "
    "(2, 'classic', 11, 1480, 1480, 1777593600000), (1, 'classic', 11, 1520, 1520, 1777593600000), "
    "(1, 'swap2', 13, 1500, 1500, 1788000000001), (2, 'swap2', 13, 1500, 1500, 1788000000001);";

#define MONTH(year, month) ((year)*12 + (month)-1)
#define BIT(year, month) (INT64_C(1) << (MONTH(year, month) % 62))

DATABASE_TEST(ratings_learn_since_when_they_are_and_who_moved)
{
    char message[128];
    assert_int_equal(migrate__run(db, MIGRATIONS, 1, message, sizeof(message)), 0);
    assert_int_equal(sqlite3_exec(db, BEFORE_FINES, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(migrate__run(db, MIGRATIONS, MIGRATION_COUNT, message, sizeof(message)), 0);
    assert_int_equal(integer(db, "SELECT MIN(since_month) FROM rating WHERE variant = 'classic'"),
                     MONTH(2026, 3));
    assert_int_equal(integer(db, "SELECT MAX(since_month) FROM rating WHERE variant = 'classic'"),
                     MONTH(2026, 3));
    assert_int_equal(integer(db, "SELECT since_month FROM rating WHERE variant = 'swap2'"),
                     MONTH(2026, 8));
    const int64_t both = BIT(2026, 3) | BIT(2026, 4) | BIT(2026, 5);
    assert_int_equal(integer(db, "SELECT active_months FROM rating "
                                 "WHERE variant = 'classic' AND player = 1"),
                     both);
    assert_int_equal(integer(db, "SELECT active_months FROM rating "
                                 "WHERE variant = 'classic' AND player = 2"),
                     both | BIT(2026, 6));
    assert_int_equal(integer(db, "SELECT SUM(month) FROM fine_move "
                                 "WHERE variant = 'classic' AND player = 1 AND game = 0"),
                     MONTH(2026, 3) + MONTH(2026, 4) + MONTH(2026, 5));
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM meta WHERE key = 'fined_month'"), 0);
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM sqlite_schema "
                                 "WHERE name = 'ledger_fine'"),
                     1);
}

DATABASE_TEST(months_too_old_to_be_told_apart_are_left_out)
{
    char message[128];
    assert_int_equal(migrate__run(db, MIGRATIONS, 1, message, sizeof(message)), 0);
    assert_int_equal(sqlite3_exec(db, BEFORE_FINES, NULL, NULL, NULL), SQLITE_OK);
    /* 2031-05-15: 62 months after March 2026. */
    assert_int_equal(sqlite3_exec(db, "UPDATE game SET started_ms = 1936612800000 WHERE id = 13",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(migrate__run(db, MIGRATIONS, MIGRATION_COUNT, message, sizeof(message)), 0);
    assert_int_equal(integer(db, "SELECT active_months FROM rating "
                                 "WHERE variant = 'classic' AND player = 1"),
                     BIT(2026, 4) | BIT(2026, 5));
}

/* Step 11 makes the table of acts of order anew. */
DATABASE_TEST(acts_of_order_are_kept_when_profiles_can_be_cleared)
{
    char message[128];
    static const char *const before =
        "INSERT INTO player (id, kind, name, name_key, skeleton, password_hash, created_ms) "
        "VALUES (7, 1, 'Anna', 'anna', 'anna', 'h', 0); "
        "INSERT INTO account (player, settings, about, country, role, banned_until_ms, ban_reason, "
        "muted_until_ms, mute_reason, is_deleted) VALUES (7, '', 'plays', 'KZ', 1, 0, '', 0, '', "
        "0); "
        "INSERT INTO mod_action VALUES (1, 5, 0, NULL, 7, NULL, NULL, 9, 'loud', ''), "
        "(2, 6, 4, 7, 7, NULL, NULL, 0, '', 'Boris')";
    assert_int_equal(migrate__run(db, MIGRATIONS, 10, message, sizeof(message)), 0);
    assert_int_equal(sqlite3_exec(db, before, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(migrate__run(db, MIGRATIONS, 11, message, sizeof(message)), 0);
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM mod_action WHERE player = 7"), 2);
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM mod_action WHERE n = 1 AND at_ms = 5 AND "
                                 "actor IS NULL AND until_ms = 9 AND reason = 'loud'"),
                     1);
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM mod_action WHERE n = 2 AND act = 4 AND "
                                 "actor = 7 AND detail = 'Boris'"),
                     1);
    assert_int_equal(integer(db, "SELECT photo FROM account WHERE about = 'plays'"), 0);
    assert_int_equal(sqlite3_exec(db,
                                  "INSERT INTO mod_action VALUES (3, 7, 9, NULL, 7, NULL, NULL, 0, "
                                  "'', '')",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
}

/* Step 20 makes it anew once more, without a largest act. */
DATABASE_TEST(acts_of_order_are_kept_when_classes_can_be_made)
{
    char message[128];
    static const char *const before =
        "INSERT INTO player (id, kind, name, name_key, skeleton, password_hash, created_ms) "
        "VALUES (7, 1, 'Anna', 'anna', 'anna', 'h', 0); "
        "INSERT INTO mod_action (n, at_ms, act, actor, player, until_ms, reason, detail) "
        "VALUES (1, 5, 0, NULL, 7, 9, 'loud', ''), (2, 6, 9, 7, 7, 0, '', 'Boris')";
    assert_int_equal(migrate__run(db, MIGRATIONS, 19, message, sizeof(message)), 0);
    assert_int_equal(sqlite3_exec(db, before, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(migrate__run(db, MIGRATIONS, 20, message, sizeof(message)), 0);
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM mod_action WHERE player = 7"), 2);
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM mod_action WHERE n = 1 AND at_ms = 5 "
                                 "AND actor IS NULL AND until_ms = 9 AND reason = 'loud'"),
                     1);
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM mod_action WHERE n = 2 AND act = 9 AND "
                                 "actor = 7 AND detail = 'Boris'"),
                     1);
    assert_int_equal(
        sqlite3_exec(db,
                     "INSERT INTO mod_action VALUES (3, 7, 10, NULL, NULL, NULL, NULL, "
                     "0, '', 'Ada, 30')",
                     NULL, NULL, NULL),
        SQLITE_OK);
}

/* Step 27: each of two, and a third one that is open. */
DATABASE_TEST(judged_reports_learn_which_act_that_was)
{
    char message[128];
    static const char *const before =
        "INSERT INTO player (id, kind, name, name_key, skeleton, password_hash, created_ms) "
        "VALUES (7, 1, 'Anna', 'anna', 'anna', 'h', 0), (8, 1, 'Boris', 'boris', 'boris', 'h', 0); "
        "INSERT INTO report (n, at_ms, reporter, player, complaint, text, is_open, verdict) "
        "VALUES (1, 3, 7, 8, 0, '', 0, 1), (2, 4, 7, 8, 0, '', 1, NULL), (3, 5, 8, 7, 0, '', 0, 0);"
        "INSERT INTO mod_action (n, at_ms, act, report, until_ms, reason, detail) "
        "VALUES (1, 6, 8, 3, 0, '', 'upheld'), (2, 9, 8, 1, 0, '', 'dismissed')";
    assert_int_equal(migrate__run(db, MIGRATIONS, 26, message, sizeof(message)), 0);
    assert_int_equal(sqlite3_exec(db, before, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(migrate__run(db, MIGRATIONS, 27, message, sizeof(message)), 0);
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM report WHERE (n = 1 AND act = 2 AND "
                                 "judged_ms = 9) OR (n = 3 AND act = 1 AND judged_ms = 6)"),
                     2);
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM report WHERE is_open = 1 AND act IS "
                                 "NULL AND judged_ms IS NULL"),
                     1);
}

/* Player 1 played 10 games against 3 others, of which the last two were the second and the third
 * opponent; player 2 played 8 against one. */
static const char BEFORE_PROVISIONAL[] =
    "INSERT INTO player VALUES (1, 1, 'a', 'a', 'a', 'h', 0), (2, 1, 'b', 'b', 'b', 'h', 0), "
    "(3, 1, 'c', 'c', 'c', 'h', 0), (4, 1, 'd', 'd', 'd', 'h', 0);"
    "CREATE TEMP TABLE played AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
    "LIMIT 10) SELECT i, CASE WHEN i < 9 THEN 2 ELSE i - 6 END AS opponent FROM n;"
    "INSERT INTO game (id, variant, rated, first_player, second_player, started_ms, log_after, "
    "ended_ms, result, reason, plies, last_seq, actions) SELECT 100 + i, 'classic', 1, 1, "
    "opponent, "
    "i, 0, 1000 * i, 'first', 'row', 9, 9, '' FROM played;"
    "INSERT INTO history SELECT 1, 100 + i, opponent, 'classic', 1, 'won', 'row', 1500, 0, 0, 9, "
    "1000 * i FROM played;"
    "INSERT INTO history SELECT opponent, 100 + i, 1, 'classic', 1, 'lost', 'row', 1500, 0, 0, 9, "
    "1000 * i FROM played;"
    "INSERT INTO rating VALUES (1, 'classic', 1500, 1500, 10), (2, 'classic', 1500, 1500, 8), "
    "(3, 'classic', 1500, 1500, 1), (4, 'classic', 1500, 1500, 1);"
    "INSERT INTO rating_count VALUES ('classic', 1500, 0, 4);";

DATABASE_TEST(ratings_are_judged_by_their_histories)
{
    char message[128];
    assert_int_equal(migrate__run(db, MIGRATIONS, 1, message, sizeof(message)), 0);
    assert_int_equal(sqlite3_exec(db, BEFORE_PROVISIONAL, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(migrate__run(db, MIGRATIONS, MIGRATION_COUNT, message, sizeof(message)), 0);
    assert_int_equal(integer(db, "SELECT established_ms FROM rating WHERE player = 1"), 10000);
    assert_int_equal(integer(db, "SELECT opponents FROM rating WHERE player = 1"), 3);
    assert_int_equal(integer(db, "SELECT MAX(established_ms) FROM rating WHERE player > 1"), 0);
    assert_int_equal(integer(db, "SELECT opponents FROM rating WHERE player = 2"), 1);
    assert_int_equal(integer(db, "SELECT SUM(players) FROM rating_count"), 1);
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM history WHERE provisional = 1"), 20);
}

/* ------------------------------------------------------------------ games against computers */

#define BEFORE_COMPUTERS_SCHEMA 31

/* Player 300000 beat player 300001, then a computer twice, lost to it, and beat player 300001
 * again; player 300001 has lost to the computer alone since. */
static const char BEFORE_COMPUTERS[] =
    "INSERT INTO player (id, kind, name, name_key, skeleton, created_ms) VALUES "
    "(300000, 0, 'a', 'a', 'a', 0), (300001, 0, 'b', 'b', 'b', 0), (130, 0, 'c', 'c', 'c', 0);"
    "CREATE TEMP TABLE played (game, first, second, score, ended_ms);"
    "INSERT INTO played VALUES (1, 300000, 300001, 'won', 1), (2, 300000, 130, 'won', 2), "
    "(3, 300000, 130, 'won', 3), (4, 300000, 130, 'lost', 4), (5, 300000, 300001, 'won', 5), "
    "(6, 300001, 130, 'lost', 6);"
    "INSERT INTO history (player, game, opponent, variant, rated, score, reason, points, "
    "opponent_rank, plies, ended_ms) SELECT first, game, second, 'classic', 0, score, 'row', 0, 0, "
    "9, ended_ms FROM played;"
    "INSERT INTO form VALUES (300000, 'classic', 5, 5, 1, 3, 1, 3, 0, 0), "
    "(300001, 'classic', 6, 6, 0, 0, 0, 0, 0, 0);";

DATABASE_TEST(streaks_against_computers_are_taken_out)
{
    char message[128];
    assert_int_equal(
        migrate__run(db, MIGRATIONS, BEFORE_COMPUTERS_SCHEMA, message, sizeof(message)), 0);
    assert_int_equal(sqlite3_exec(db, BEFORE_COMPUTERS, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(migrate__run(db, MIGRATIONS, MIGRATION_COUNT, message, sizeof(message)), 0);
    assert_int_equal(integer(db, "SELECT SUM(id) FROM player WHERE computer = 1"), 130);
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM history WHERE stake = 2"), 4);
    assert_int_equal(integer(db, "SELECT COUNT(*) FROM form"), 1);
    assert_int_equal(integer(db, "SELECT winning * 1000 + longest_winning * 100 + unbeaten * 10 "
                                 "+ longest_unbeaten FROM form"),
                     2222);
    assert_int_equal(integer(db, "SELECT last_game FROM form"), 5);
}
