/* SPDX-License-Identifier: MIT */
/*
 * The statements: parameters are numbered in the order in which they appear, and what is asked
 * while people wait finds its rows by an index.
 */
#include "db/sql/sql.h"
#include "tests/unit/db/raw_database.h"

#include <stdio.h>
#include <string.h>

struct row {
    const char *name;
    const char *users;
    const char *sql;
};

static const struct row ROWS[] = {
#define STATEMENT(id, users, sql) {#id, #users, sql},
#include "db/sql/statements.def"
#undef STATEMENT
};

#define ROW_COUNT (sizeof(ROWS) / sizeof(ROWS[0]))

static sqlite3 *database_open(struct harness *harness)
{
    char path[RAW_PATH_SIZE];
    sqlite3 *db = NULL;
    raw_path(harness->folder, path);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    return db;
}

#define STORE_TEST(name) TEST_ON(name, struct harness *harness, NULL, NULL)

STORE_TEST(parameters_appear_in_the_order_of_their_numbers)
{
    sqlite3 *db = database_open(harness);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        sqlite3_stmt *statement = NULL;
        assert_int_equal(sqlite3_prepare_v2(db, ROWS[i].sql, -1, &statement, NULL), SQLITE_OK);
        for (int n = 1; n <= sqlite3_bind_parameter_count(statement); n++) {
            char name[16];
            (void)snprintf(name, sizeof(name), "$%d", n);
            assert_string_equal(sqlite3_bind_parameter_name(statement, n), name);
        }
        sqlite3_finalize(statement);
    }
    sqlite3_close(db);
}

/* Statements that may walk over a whole table or sort: done at start, over what is small or in
 * progress (open reports are, and few are looked at), once a month, by moderators about one player,
 * or over the tallies of one player with computers, of whom there are some dozens. */
static bool may_scan(const char *name)
{
    static const char *const NAMES[] = {
        "COUNT_ALL",         "LOAD_LOG",    "LOAD_PLAYERS",     "LOAD_GAMES",
        "LOAD_ROOMS",        "GAMES_OPEN",  "LOG_OF_GAME",      "LOAD_SLEEPERS",
        "COUNT_FILL",        "FINE_LEDGER", "FINE_POINTS",      "FINE_MONTHS_GONE",
        "LOAD_SECRETS",      "POINTS_FROM", "LOAD_ORIGIN_BANS", "REPORTS_OPEN",
        "REPORTS_OPEN_ON",   "CASES",       "REPORT_WEIGHS",    "TALLIES_OF_COMPUTERS",
        "TALLIES_OF_PEOPLE", "FINE_MEMOS",  "FINE_MEMOS_SWEEP", "FINE_MOVES_GONE"};
    for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++)
        if (strcmp(NAMES[i], name) == 0)
            return true;
    return false;
}

static bool is_walk(const char *step)
{
    if (strncmp(step, "SCAN CONSTANT", 13) == 0)
        return false;
    return strncmp(step, "SCAN", 4) == 0 || strstr(step, "TEMP B-TREE") != NULL;
}

STORE_TEST(what_people_wait_for_is_found_by_an_index)
{
    sqlite3 *db = database_open(harness);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        char sql[4096];
        sqlite3_stmt *plan = NULL;
        (void)snprintf(sql, sizeof(sql), "EXPLAIN QUERY PLAN %s", ROWS[i].sql);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &plan, NULL), SQLITE_OK);
        while (sqlite3_step(plan) == SQLITE_ROW) {
            const char *step = (const char *)sqlite3_column_text(plan, 3);
            if (is_walk(step) && !may_scan(ROWS[i].name))
                fail_msg("%s: %s", ROWS[i].name, step);
        }
        sqlite3_finalize(plan);
    }
    sqlite3_close(db);
}

/* The finished games must not be looked at when a server starts. The log is: sweeps keep it short.
 */
STORE_TEST(loading_does_not_walk_over_finished_games)
{
    sqlite3 *db = database_open(harness);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        char sql[4096];
        sqlite3_stmt *plan = NULL;
        if (strstr(ROWS[i].users, "LOADER") == NULL)
            continue;
        (void)snprintf(sql, sizeof(sql), "EXPLAIN QUERY PLAN %s", ROWS[i].sql);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &plan, NULL), SQLITE_OK);
        while (sqlite3_step(plan) == SQLITE_ROW) {
            const char *step = (const char *)sqlite3_column_text(plan, 3);
            bool is_small =
                strstr(step, "game_open") != NULL || strstr(step, "game_slow") != NULL ||
                strstr(step, "room_open") != NULL || strstr(step, "CONSTANT") != NULL ||
                strcmp(step, "SCAN game_log") == 0 || strcmp(step, "SCAN secret") == 0 ||
                strcmp(step, "SCAN origin_ban") == 0;
            if (strncmp(step, "SCAN", 4) == 0 && !is_small)
                fail_msg("%s: %s", ROWS[i].name, step);
        }
        sqlite3_finalize(plan);
    }
    sqlite3_close(db);
}

static bool plan_names(sqlite3 *db, const char *sql, const char *index)
{
    char explain[4096];
    sqlite3_stmt *plan = NULL;
    bool is_named = false;
    (void)snprintf(explain, sizeof(explain), "EXPLAIN QUERY PLAN %s", sql);
    assert_int_equal(sqlite3_prepare_v2(db, explain, -1, &plan, NULL), SQLITE_OK);
    while (sqlite3_step(plan) == SQLITE_ROW)
        is_named |= strstr((const char *)sqlite3_column_text(plan, 3), index) != NULL;
    sqlite3_finalize(plan);
    return is_named;
}

/* The plan would be a search without them as well, but through everything of one player. */
STORE_TEST(ranges_are_found_by_their_own_index)
{
    static const char *const WANTED[][2] = {
        {"HISTORY_BY_SCORE", "history_score"},
        {"HISTORY_BY_OPPONENT", "history_opponent"},
        {"STANDINGS_TIED", "rating_order"},
        {"STANDINGS_BELOW", "rating_order"},
        {"RATING_TIED_AT", "rating_order"},
        {"RATING_TIED_BETWEEN", "rating_order"},
        {"GAMES_OPEN", "game_open"},
        {"LOAD_ROOMS", "room_open"},
        {"SLOW_GAMES_OF", "game_slow_first"},
        {"SLOW_GAMES_OF", "game_slow_second"},
        {"FINES_OF_PLAYER", "ledger_fine"},
        {"THREADS", "thread_order"},
        {"UNREAD_OF", "thread_unread"},
        {"HAVE_MET", "history_opponent"},
        {"LETTER_OPENING", "message_opening"},
        {"KEYS_OF", "PRIMARY KEY"},
        {"KEYED_REPLY", "PRIMARY KEY"},
        {"KEYS_SWEEP", "request_key_uptime"},
        {"ORIGINS_SWEEP", "origin_last"},
        {"RELATED_NEXT", "COVERING INDEX origin_player (origin=? AND player<?)"},
        {"SESSION_SURPLUS", "session_used"},
        {"SESSION_ENDED", "session_end"},
        {"DEVICE_SURPLUS", "device_player"},
        {"DEVICES_SWEEP", "device_end"},
        {"GUESSES_SWEEP", "guess_day"},
        {"HISTORY_ALL", "history_end"},
        {"HISTORY_STARRED", "history_star "},
        {"FORM_WALK", "history_end"},
        {"HISTORY_STARRED_BY_OPPONENT", "history_star_opponent"},
        {"GRAPH_NEXT", "COVERING INDEX ledger_graph"},
        {"GRAPH_GAMES", "COVERING INDEX ledger_graph"},
        {"GRAPH_LAST", "COVERING INDEX ledger_graph"},
        {"SANCTIONS", "account_sanctioned"},
        {"REPORTS_OPEN", "report_open"},
        {"REPORTS_OPEN_ON", "report_case"},
        {"REPORTS_OPEN_ON", "report_judged (reporter=? AND verdict=? AND judged_ms>?)"},
        {"REPORT_WEIGHS", "report_case"},
        {"REPORT_WEIGHS", "report_judged (reporter=? AND verdict=? AND judged_ms>?)"},
        {"REPORTS_TO_JUDGE", "report_case (player=? AND n>? AND n<?)"},
        {"ACTS", "report_act"},
        {"FIND_PLAYERS", "player_name (name_key>? AND name_key<?)"},
    };
    sqlite3 *db = database_open(harness);
    size_t seen = 0;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        for (size_t j = 0; j < sizeof(WANTED) / sizeof(WANTED[0]); j++) {
            if (strcmp(ROWS[i].name, WANTED[j][0]) != 0)
                continue;
            assert_true(plan_names(db, ROWS[i].sql, WANTED[j][1]));
            seen++;
        }
    }
    assert_int_equal(seen, sizeof(WANTED) / sizeof(WANTED[0]));
    sqlite3_close(db);
}

static const char *sql_of(const char *name)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (strcmp(ROWS[i].name, name) == 0)
            return ROWS[i].sql;
    fail_msg("no statement %s", name);
    return NULL;
}

/* The steps that a login makes SQLite do: instructions of its machine, which do not depend on this
 * one. */
static int login_steps(sqlite3 *db, const char *key)
{
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_prepare_v2(db, sql_of("LOGIN"), -1, &statement, NULL), SQLITE_OK);
    sqlite3_bind_int64(statement, 1, 70);                       /* an origin */
    sqlite3_bind_zeroblob(statement, 2, STORE_TOKEN_HASH_SIZE); /* a device, twice */
    sqlite3_bind_zeroblob(statement, 3, STORE_TOKEN_HASH_SIZE);
    sqlite3_bind_text(statement, 4, key, -1, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW); /* it reads one row, somebody's */
    assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
    int steps = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0);
    sqlite3_finalize(statement);
    return steps;
}

#define FEW_STEPS 6 /* that there is no row in `account` is found out, too */
#define LOOK_STEPS 16

STORE_TEST(a_login_does_the_same_whether_or_not_the_name_exists)
{
    char path[RAW_PATH_SIZE];
    raw_path(harness->folder, path);
    raw_run(path, "INSERT INTO player (id, kind, name, name_key, skeleton, "
                  "password_hash, created_ms) VALUES (1, 1, 'boris', 'boris', 'boris', 'hash', 0), "
                  "(2, 0, 'guest', 'guest', 'guest', NULL, 0), "
                  "(3, 1, 'vera', 'vera', 'vera', 'hash', 0)");
    raw_run(path, "INSERT INTO account (player, settings, about, country, role, banned_until_ms, "
                  "ban_reason, muted_until_ms, mute_reason, is_deleted) "
                  "VALUES (1, '', 'plays', '', 0, 0, '', 0, '', 0)");
    sqlite3 *db = database_open(harness);
    int steps = login_steps(db, "boris");
    static const char *const OTHERS[] = {"guest", "vera", "anna", "carla", "nobody", ""};
    for (size_t i = 0; i < sizeof(OTHERS) / sizeof(OTHERS[0]); i++)
        assert_in_range(login_steps(db, OTHERS[i]), steps - FEW_STEPS, steps + FEW_STEPS);
    /* Nobody stands behind it: one look more, for the first of all. */
    assert_in_range(login_steps(db, "zoe"), steps, steps + LOOK_STEPS);
    sqlite3_close(db);
}

int main(void)
{
    return test_run_all(raw_setup, raw_teardown);
}
