/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine with the real programs: a database in which months are due is made with plain
 * SQLite while the server is down; the server settles them once, whenever it is killed.
 */
#include "tests/support/person.h"
#include "tests/support/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sqlite3.h>

#define CROWD 20000

/* ---------------------------------------------------------------- the database by hand */

static sqlite3 *database_open(const struct scene *scene)
{
    char path[FOLDER_PATH_SIZE];
    sqlite3 *db = NULL;
    folder_path(server_folder(scene->server), "pentad.db", path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    return db;
}

static void database_run(const struct scene *scene, const char *sql)
{
    sqlite3 *db = database_open(scene);
    char *problem = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &problem) != SQLITE_OK)
        fail_msg("%s", problem);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static int64_t database_ask(const struct scene *scene, const char *sql)
{
    sqlite3 *db = database_open(scene);
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(statement, 0);
    assert_int_equal(sqlite3_finalize(statement), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return value;
}

/* The present month in UTC, as a number. */
static int present_month(void)
{
    time_t now = time(NULL);
    struct tm tm;
    assert_non_null(gmtime_r(&now, &tm));
    return (tm.tm_year + 1900) * 12 + tm.tm_mon;
}

/* Whether the fine for the month before this one has fallen: its first working day is here. */
static bool last_month_is_due(void)
{
    static const int first_working_day[] = {2, 1, 1, 1, 1, 1, 3}; /* by the weekday of the first */
    time_t now = time(NULL);
    struct tm tm;
    assert_non_null(gmtime_r(&now, &tm));
    return tm.tm_mday >= first_working_day[(tm.tm_wday - (tm.tm_mday - 1) % 7 + 7) % 7];
}

/* All ratings are a year old and idle, and the last settled month lies so far back that `count` are
 * due. Returns the last one of them. */
static int months_make_due(const struct scene *scene, int count)
{
    char sql[256];
    int last = present_month() - (last_month_is_due() ? 1 : 2);
    (void)snprintf(sql, sizeof(sql),
                   "UPDATE rating SET since_month = %d, active_months = 0;"
                   "INSERT INTO meta (key, value) VALUES ('fined_month', %d) "
                   "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                   last - 12, last - count);
    database_run(scene, sql);
    return last;
}

static void wait_for_month(const struct scene *scene, int month)
{
    char line[64];
    (void)snprintf(line, sizeof(line), "month_settled month=%04d-%02d", month / 12, month % 12 + 1);
    server_find_log(scene->server, line);
}

/* Very many accounts with 1500 points: settling them takes a while. */
static void crowd_make(const struct scene *scene)
{
    char sql[2048];
    (void)snprintf(
        sql, sizeof(sql),
        "BEGIN;"
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
        "INSERT INTO player (id, kind, name, name_key, skeleton, password_hash, created_ms) "
        "SELECT i, 1, 'p' || i, 'p' || i, 'p' || i, 'h', 0 FROM n;"
        "INSERT INTO rating (player, variant, points, peak, games, established_ms) "
        "SELECT id, 'classic', 1500, 1500, 1, 1 FROM player WHERE id <= %d;"
        "INSERT INTO rating_count SELECT 'classic', 1500, (CASE block WHEN 0 THEN 0 ELSE "
        "MIN(player) END), COUNT(*) FROM (SELECT player, player / 1000 AS block FROM rating) "
        "GROUP BY block;"
        "COMMIT",
        CROWD, CROWD);
    database_run(scene, sql);
}

/* ---------------------------------------------------------------- one pair */

static void play_rated(struct scene *scene)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8 a1 h9 a2 h10");
    peer_ask(table.joiner, "game.resign", "{s:s}", "game", table.game);
    table_ended(&table, "first", "resign");
}

static int count_of(const char *text, const char *what)
{
    int count = 0;
    for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what))
        count++;
    return count;
}

static int settled_of_run(const struct scene *scene)
{
    char *log = server_log(scene->server);
    int count = count_of(log, "month_settled");
    free(log);
    return count;
}

static int rating_of(struct scene *scene, const char *name)
{
    json_t *page =
        peer_ask(scene_stranger(scene, "a stranger"), "player.get", "{s:s}", "name", name);
    return (int)int_at(page, "ratings.0.rating");
}

/* The fines of Anna as penta lists them, and as the server tells them. */
static void assert_two_fines(struct scene *scene)
{
    static struct said said; /* large */
    struct person reader;
    person_init(&reader, scene, "reader");
    assert_int_equal(person_run(&reader, PENTA("fines", "Anna", "--json"), &said), 0);
    assert_int_equal(count_of(said.out, "\n"), 2);
    assert_non_null(strstr(said.out, "\"before\":1420,\"after\":1320"));
    assert_int_equal(person_run(&reader, PENTA("fines", "Anna"), &said), 0);
    assert_non_null(strstr(said.out, "-100   1420 -> 1320"));
    assert_non_null(strstr(said.out, "-100   1520 -> 1420"));
    json_t *fines =
        peer_ask(scene_stranger(scene, "a stranger"), "rating.fines", "{s:s}", "name", "Anna");
    assert_int_equal(count_at(fines, "rows"), 2);
    assert_int_equal(int_at(fines, "rows.0.after"), 1320);
}

SCENE(what_is_due_at_the_start_is_settled_once)
{
    play_rated(scene);
    scene_stop(scene);
    int last = months_make_due(scene, 2);
    server_start(scene->server);
    wait_for_month(scene, last - 1);
    wait_for_month(scene, last);
    assert_int_equal(rating_of(scene, "Anna"), 1320);
    assert_int_equal(rating_of(scene, "Boris"), 1280);
    assert_two_fines(scene);
    scene_crash(scene);
    assert_int_equal(rating_of(scene, "Anna"), 1320);
    scene_restart(scene);
    assert_int_equal(rating_of(scene, "Anna"), 1320);
    assert_int_equal(settled_of_run(scene), 0);
    assert_two_fines(scene);
}

/* ---------------------------------------------------------------- killed */

static int settled_month(const struct scene *scene)
{
    return (int)database_ask(scene, "SELECT value FROM meta WHERE key = 'fined_month'");
}

static void assert_tables_agree(const struct scene *scene, int months)
{
    char sql[128];
    assert_int_equal(database_ask(scene, "SELECT COUNT(*) FROM ledger"), months * CROWD);
    assert_int_equal(database_ask(scene, "SELECT COUNT(DISTINCT month) FROM ledger"), months);
    (void)snprintf(sql, sizeof(sql), "SELECT COUNT(*) FROM rating WHERE points = %d",
                   1500 - 100 * months);
    assert_int_equal(database_ask(scene, sql), CROWD);
    (void)snprintf(sql, sizeof(sql), "SELECT SUM(players) FROM rating_count WHERE points = %d",
                   1500 - 100 * months);
    assert_int_equal(database_ask(scene, sql), CROWD);
}

/* Killed at once, when the next month has only begun, and as soon as each month is settled, when
 * the one after it has begun. */
SCENE(killed_in_the_middle_every_month_costs_once)
{
    enum { MONTHS = 6 };
    scene_stop(scene);
    crowd_make(scene);
    int last = months_make_due(scene, MONTHS);
    int settled = settled_month(scene);
    while (settled < last) {
        server_start(scene->server);
        server_kill(scene->server);
        int before = settled_month(scene);
        server_start(scene->server);
        if (before < last)
            wait_for_month(scene, before + 1);
        server_kill(scene->server);
        settled = settled_month(scene);
        assert_in_range(settled, before, last);
        assert_tables_agree(scene, MONTHS - (last - settled));
    }
    server_start(scene->server);
    assert_int_equal(rating_of(scene, "p7"), 900);
    scene_stop(scene);
    assert_tables_agree(scene, MONTHS);
    server_start(scene->server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(what_is_due_at_the_start_is_settled_once),
        SCENE_TEST(killed_in_the_middle_every_month_costs_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
