/* SPDX-License-Identifier: MIT */
/*
 * Looks with plain SQLite at what is stored after lives of a store, and makes the file by hand.
 */
#include "tests/unit/db/durability_private.h"

#include <string.h>

/* ------------------------------------------------------------------ what is there */

#define TRACES                                                                                     \
    "SELECT created_ms AS n FROM player UNION ALL SELECT created_ms FROM session "                 \
    "UNION ALL SELECT at_ms FROM chat UNION ALL SELECT started_ms FROM game "                      \
    "UNION ALL SELECT ended_ms FROM history UNION ALL SELECT at_ms FROM ledger "                   \
    "UNION ALL SELECT l.at_ms FROM game_log l JOIN game g ON g.id = l.game "                       \
    "WHERE g.ended_ms IS NULL"

static int wrong(const char *what, int64_t n)
{
    print_error("%s: %d\n", what, (int)n);
    return 1;
}

/* With sync = normal the last batches of a life may be lost. */
static bool may_be_lost(const struct trial *trial, const int *rows, int n)
{
    bool may = trial->sync == STORE_SYNC_NORMAL && n > trial->settled;
    for (int i = n + 1; i <= trial->batches && trial->lives[i] == trial->lives[n]; i++)
        may = may && rows[i] == 0;
    return may;
}

static int batch_audit(const struct trial *trial, const int *rows, int n)
{
    int faults = 0;
    if (rows[n] != 0 && rows[n] != durability__rows(trial, n))
        faults += wrong("a batch is there in part", n);
    if (trial->fates[n] == BATCH_DURABLE && rows[n] == 0 && !may_be_lost(trial, rows, n))
        faults += wrong("a durable batch is not there", n);
    if (trial->fates[n] == BATCH_FAILED && rows[n] != 0)
        faults += wrong("a failed batch is there", n);
    if (trial->fates[n] == BATCH_DURABLE && trial->missed[n])
        faults += wrong("an answer left out a durable batch", n);
    return faults;
}

static int batches_audit(struct trial *trial, sqlite3 *db)
{
    static int rows[DURABILITY_BATCHES];
    sqlite3_stmt *row = NULL;
    int faults = 0;
    memset(rows, 0, sizeof(rows));
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT n, COUNT(*) FROM (" TRACES ") GROUP BY n", -1, &row, NULL),
        SQLITE_OK);
    while (sqlite3_step(row) == SQLITE_ROW)
        rows[sqlite3_column_int(row, 0)] = sqlite3_column_int(row, 1);
    assert_int_equal(sqlite3_finalize(row), SQLITE_OK);
    for (int n = 1; n <= trial->batches; n++)
        faults += batch_audit(trial, rows, n);
    for (int n = 1; n <= trial->batches; n++)
        trial->fates[n] = rows[n] != 0 ? BATCH_DURABLE : BATCH_FAILED;
    memset(trial->missed, 0, sizeof(trial->missed));
    trial->settled = trial->batches;
    if (trial->lies > 0)
        faults += wrong("what was loaded left out what is durable", trial->lies);
    return faults;
}

static int64_t integer_of(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) != SQLITE_OK ||
        sqlite3_step(row) != SQLITE_ROW) {
        print_error("%s: %s\n", sql, sqlite3_errmsg(db));
        (void)sqlite3_finalize(row);
        return -1;
    }
    int64_t value = sqlite3_column_int64(row, 0);
    (void)sqlite3_finalize(row);
    return value;
}

static const struct {
    const char *what;
    const char *sql; /* counts what must not be */
} FAULTS[] = {
    {"integrity", "SELECT COUNT(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"},
    {"foreign keys", "SELECT COUNT(*) FROM pragma_foreign_key_check"},
    {"the log of the long game has no gaps",
     "SELECT MAX(seq) - COUNT(*) FROM game_log WHERE game = 3 HAVING COUNT(*) > 0 "
     "UNION ALL SELECT 0 LIMIT 1"},
    {"the log is in order",
     "SELECT COUNT(*) FROM (SELECT at_ms, LAG(at_ms, 1, 0) OVER (ORDER BY seq) AS last "
     "FROM game_log WHERE game = 3) WHERE at_ms < last"},
    {"ratings are their ledger",
     "SELECT COUNT(*) FROM rating r WHERE points <> 1500 + (SELECT TOTAL(after - before) "
     "FROM ledger l WHERE l.player = r.player AND l.variant = r.variant)"},
    {"the counted ratings are the ratings",
     "SELECT (SELECT COUNT(*) FROM rating) - (SELECT TOTAL(players) FROM rating_count)"},
};

static int file_audit(struct trial *trial)
{
    sqlite3 *db = NULL;
    char path[RAW_PATH_SIZE];
    durability__path(path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    int faults = batches_audit(trial, db);
    for (size_t i = 0; i < sizeof(FAULTS) / sizeof(FAULTS[0]); i++) {
        int64_t count = integer_of(db, FAULTS[i].sql);
        faults += count == 0 ? 0 : wrong(FAULTS[i].what, count);
    }
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return faults;
}

int trial_audit(struct trial *trial)
{
    disk_power_on(&trial->disk);
    trial->on_failure = LIFE_GOES_ON;
    if (!trial_live(trial, 0))
        return wrong("the store does not open", 0);
    return file_audit(trial);
}

/* ------------------------------------------------------------------ by hand */

static sqlite3 *open_by_hand(void)
{
    sqlite3 *db = NULL;
    char path[RAW_PATH_SIZE];
    durability__path(path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    return db;
}

void trial_run(struct trial *trial, const char *sql)
{
    sqlite3 *db = open_by_hand();
    (void)trial;
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

void trial_grow_wal(struct trial *trial, int frames)
{
    sqlite3 *db = open_by_hand();
    assert_int_equal(sqlite3_exec(db, "PRAGMA wal_autocheckpoint = 0", NULL, NULL, NULL), 0);
    for (int i = 0; i < frames; i++)
        assert_int_equal(sqlite3_exec(db, "UPDATE meta SET value = value + 1", NULL, NULL, NULL),
                         SQLITE_OK);
    disk_kill(&trial->disk);
    (void)sqlite3_close(db);
    disk_power_on(&trial->disk);
}
