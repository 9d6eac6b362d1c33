/* SPDX-License-Identifier: MIT */
/*
 * Sweeping the log: a little in each transaction, what games in progress need stays in its order,
 * and a short log is left alone.
 */
#include "db/sql/sweep.h"
#include "tests/unit/db/sql/sql_rig.h"

#include <stdio.h>

#define SLACK 16384 /* entries that are not worth a sweep */

/* Game 10 is in progress and has the entries 1, 101, 201 ...; all others are of games that are
 * over. */
static void log_make(struct sql_rig *rig, int entries)
{
    char sql[400];
    sql_rig_run(rig,
                "INSERT INTO player (id, kind, name, name_key, skeleton, password_hash, "
                "created_ms) VALUES (1, 1, 'a', 'a', 'a', 'h', 0), (2, 1, 'b', 'b', 'b', 'h', 0); "
                "INSERT INTO game (id, variant, rated, first_player, second_player, started_ms, "
                "log_after) VALUES (10, 'classic', 0, 1, 2, 0, 0)");
    (void)snprintf(sql, sizeof(sql),
                   "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < %d) "
                   "INSERT INTO game_log (id, game, seq, kind, seat, action, at_ms) "
                   "SELECT n, iif(n %% 100 = 1, 10, 7), (n + 99) / 100, 0, 0, 'h8', n FROM c",
                   entries);
    sql_rig_run(rig, sql);
    sql_rig_read_cache(rig);
}

/* A transaction that appends one entry to the log of game 10. */
static void entry_append(struct sql_rig *rig, uint32_t seq)
{
    rig->writer.cache.log.appended = 0;
    assert_int_equal(sql_rig_do(rig, (struct store_op){.kind = STORE_GAME_LOG,
                                                       .as.game_log = {.game = 10,
                                                                       .seq = seq,
                                                                       .action = "h9",
                                                                       .at_ms = 100000 + seq}}),
                     OP_DONE);
    assert_int_equal(sweep__go_on(&rig->writer), 0);
}

static int64_t length(struct sql_rig *rig)
{
    return sql_rig_integer(rig, "SELECT COUNT(*) FROM game_log");
}

#define RIG_TEST(name) TEST_ON(name, struct sql_rig *rig, sql_rig_setup, sql_rig_teardown)

RIG_TEST(a_short_log_is_left_alone)
{
    log_make(rig, SLACK - 1);
    entry_append(rig, 500);
    assert_int_equal(length(rig), SLACK);
}

RIG_TEST(what_appends_nothing_sweeps_nothing)
{
    log_make(rig, SLACK + 100);
    assert_int_equal(sweep__go_on(&rig->writer), 0);
    assert_int_equal(length(rig), SLACK + 100);
}

RIG_TEST(a_sweep_keeps_what_games_in_progress_need_in_its_order)
{
    const int64_t rescued = (SLACK + 100 + 99) / 100;
    uint32_t seq = 499;
    log_make(rig, SLACK + 100);
    entry_append(rig, ++seq);
    assert_int_equal(length(rig), SLACK + 101 - 256 + 3); /* 1, 101, 201 were appended again */
    while (rig->writer.cache.log.goal != 0)
        entry_append(rig, ++seq);
    assert_int_equal(length(rig), rescued + seq - 499);
    assert_int_equal(sql_rig_integer(rig, "SELECT COUNT(*) FROM game_log WHERE game <> 10"), 0);
    assert_int_equal(sql_rig_integer(rig, "SELECT COUNT(DISTINCT seq) FROM game_log"), length(rig));
    assert_int_equal(sql_rig_integer(rig, "SELECT SUM(at_ms <> seq * 100 - 99) FROM game_log "
                                          "WHERE seq < 500"),
                     0);
    assert_int_equal(rig->writer.cache.log.first,
                     sql_rig_integer(rig, "SELECT MIN(id) FROM game_log"));
    assert_int_equal(rig->writer.cache.log.last,
                     sql_rig_integer(rig, "SELECT MAX(id) FROM game_log"));
}

/* Twice what the last one kept, and the slack. */
RIG_TEST(the_next_sweep_waits_until_it_is_worth_it)
{
    struct cache_log *log = &rig->writer.cache.log;
    uint32_t seq = 499;
    log_make(rig, SLACK + 100);
    do
        entry_append(rig, ++seq);
    while (log->goal != 0);
    assert_int_equal(log->kept, length(rig));
    log->last = log->first + 2 * log->kept + SLACK - 2;
    entry_append(rig, ++seq);
    assert_int_equal(log->goal, 0);
    entry_append(rig, ++seq);
    assert_int_not_equal(log->goal, 0);
}

RIG_TEST(a_large_transaction_sweeps_a_larger_stretch)
{
    log_make(rig, SLACK + 100);
    rig->writer.cache.log.appended = 1000;
    assert_int_equal(sweep__go_on(&rig->writer), 0);
    assert_int_equal(rig->writer.cache.log.first, 4001);
}
