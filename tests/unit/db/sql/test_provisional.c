/* SPDX-License-Identifier: MIT */
/*
 * Provisional ratings as they are stored: counted by nobody until they are established, and moving
 * those that are by few points a day. Terms here: 3 games, 2 opponents, 20 points.
 */
#include "db/sql/rating.h"
#include "tests/unit/db/sql/sql_rig.h"

#define MAY (2026 * 12 + 4)
#define DAY_MS STORE_PROVISIONAL_MS
#define BEGIN_MS (100 * DAY_MS)

/* Players 1 to 9, who are a hundred days old; 1 has an established rating. */
static int players_setup(void **state)
{
    if (sql_rig_setup(state) != 0)
        return -1;
    sql_rig_run(*state, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9) "
                        "INSERT INTO player (id, kind, name, name_key, skeleton, password_hash, "
                        "created_ms) SELECT i, 1, 'p' || i, 'p' || i, 'p' || i, 'h', 0 FROM n");
    sql_rig_run(*state, "INSERT INTO rating (variant, points, peak, games, since_month, "
                        "active_months, established_ms, player) "
                        "VALUES ('classic', 1600, 1600, 50, 0, 0, 5, 1)");
    sql_rig_run(*state, "INSERT INTO rating_count VALUES ('classic', 1600, 0, 1)");
    sql_rig_read_cache(*state);
    return 0;
}

/* A game that `winner` wins against `loser`, so long after the beginning. */
static void won(struct sql_rig *rig, uint64_t winner, uint64_t loser, int64_t after_ms)
{
    static const struct store_rating_terms terms = {
        .games = 3, .opponents = 2, .points = 20, .related_ms = 7 * DAY_MS};
    uint64_t id = 1000 + (uint64_t)sql_rig_integer(rig, "SELECT COUNT(*) FROM game");
    const struct store_op start = {
        .kind = STORE_GAME_START,
        .as.game_start = {.id = id, .rated = true, .players = {winner, loser}}};
    const struct store_op end = {.kind = STORE_GAME_END,
                                 .as.game_end = {.id = id,
                                                 .ended_ms = BEGIN_MS + after_ms,
                                                 .outcome = {RESULT_FIRST, REASON_ROW},
                                                 .actions = "",
                                                 .spent = "",
                                                 .lags = "",
                                                 .planned = "",
                                                 .moves_ratings = true,
                                                 .month = MAY,
                                                 .terms = terms}};
    assert_int_equal(sql_rig_do(rig, start), OP_DONE);
    assert_int_equal(sql_rig_do(rig, end), OP_DONE);
}

static struct rating_now rating_of(struct sql_rig *rig, uint64_t player)
{
    struct rating_now now;
    assert_int_equal(rating__get(&rig->writer, player, VARIANT_CLASSIC, &now), OP_DONE);
    return now;
}

#define PLAYERS_TEST(name) TEST_ON(name, struct sql_rig *rig, players_setup, sql_rig_teardown)

PLAYERS_TEST(a_rating_is_counted_when_it_is_established)
{
    won(rig, 2, 3, 1);
    won(rig, 2, 3, 2);
    won(rig, 2, 3, 3); /* enough games, one opponent */
    assert_int_equal(rating_of(rig, 2).rating.established_ms, 0);
    assert_int_equal(rating_of(rig, 2).rating.opponents, 1);
    assert_int_equal(rating_of(rig, 2).rank, 0);
    assert_int_equal(sql_rig_integer(rig, "SELECT SUM(players) FROM rating_count"), 1);
    won(rig, 2, 4, 4);
    assert_int_equal(rating_of(rig, 2).rating.established_ms, BEGIN_MS + 4);
    assert_int_equal(rating_of(rig, 2).rating.opponents, 2);
    assert_int_equal(sql_rig_integer(rig, "SELECT SUM(players) FROM rating_count"), 2);
    won(rig, 2, 5, 5); /* for good, and nobody counts any more */
    assert_int_equal(rating_of(rig, 2).rating.established_ms, BEGIN_MS + 4);
    assert_int_equal(rating_of(rig, 2).rating.opponents, 2);
    assert_true(rating_of(rig, 2).rank > 0);
}

PLAYERS_TEST(the_history_says_who_was_provisional)
{
    won(rig, 1, 2, 1);
    assert_int_equal(sql_rig_integer(rig, "SELECT provisional FROM history WHERE player = 1"), 0);
    assert_int_equal(sql_rig_integer(rig, "SELECT provisional FROM history WHERE player = 2"), 1);
    assert_int_equal(sql_rig_integer(rig, "SELECT provisional FROM ledger WHERE player = 1"), 1);
    assert_int_equal(sql_rig_integer(rig, "SELECT provisional FROM ledger WHERE player = 2"), 0);
    assert_int_equal(sql_rig_integer(rig, "SELECT opponent_rank FROM history WHERE player = 1"), 0);
}

/* 20 * (1 - 1 / (1 + 10^(-100/400))) = 7.2: seven points a win, and less each time. */
PLAYERS_TEST(provisional_opponents_move_few_points_a_day)
{
    for (uint64_t player = 2; player <= 9; player++)
        won(rig, 1, player, (int64_t)player);
    assert_int_equal(rating_of(rig, 1).rating.points, 1620);
    assert_int_equal(sql_rig_integer(rig, "SELECT SUM(after - before) FROM ledger "
                                          "WHERE player = 1 AND provisional = 1"),
                     20);
    assert_true(sql_rig_integer(rig, "SELECT SUM(cut) FROM ledger WHERE player = 1") > 20);
    won(rig, 9, 1, 100); /* down again, by as much as it costs */
    assert_in_range(rating_of(rig, 1).rating.points, 1600, 1612);
    won(rig, 8, 1, 200);
    won(rig, 7, 1, 300);
    won(rig, 6, 1, 400);
    won(rig, 5, 1, 500);
    assert_int_equal(rating_of(rig, 1).rating.points, 1580);
    assert_int_equal(rating_of(rig, 1).rating.peak, 1620);
}

PLAYERS_TEST(after_a_day_they_move_it_again)
{
    for (uint64_t player = 2; player <= 9; player++)
        won(rig, 1, player, (int64_t)player);
    won(rig, 1, 2, DAY_MS);
    assert_int_equal(rating_of(rig, 1).rating.points, 1620);
    won(rig, 1, 2, DAY_MS + 10);
    assert_in_range(rating_of(rig, 1).rating.points, 1621, 1627);
}

PLAYERS_TEST(the_provisional_one_moves_as_ever)
{
    for (int i = 0; i < 3; i++)
        won(rig, 2, 1, i);
    assert_int_equal(rating_of(rig, 1).rating.points, 1580);
    /* 40 * (1 - 0.36) = 25.6, then less each time */
    assert_in_range(rating_of(rig, 2).rating.points, 1565, 1578);
}

PLAYERS_TEST(what_moved_it_while_it_was_provisional_is_not_in_the_sum)
{
    won(rig, 2, 3, 1);
    won(rig, 2, 4, 2);
    won(rig, 2, 5, 3);
    int before = rating_of(rig, 2).rating.points;
    assert_true(before > 1540);
    won(rig, 2, 6, 4);
    assert_in_range(rating_of(rig, 2).rating.points, before + 5, before + 20);
}

/* Players 2, 3 and 4 come from one network; 4 is as old as that does not matter. */
PLAYERS_TEST(a_common_origin_vouches_for_nobody_while_an_account_is_young)
{
    sql_rig_run(rig, "INSERT INTO origin (player, origin, last_ms) VALUES (2, 77, 0), (3, 77, 0), "
                     "(4, 77, 0), (4, 78, 0)");
    sql_rig_run(rig, "UPDATE player SET created_ms = 93 * 86400000 WHERE id IN (2, 4)");
    sql_rig_run(rig, "UPDATE player SET created_ms = 94 * 86400000 WHERE id = 3");
    won(rig, 2, 3, 0);
    assert_int_equal(rating_of(rig, 2).rating.opponents, 0);
    assert_int_equal(rating_of(rig, 3).rating.opponents, 0);
    won(rig, 2, 4, 1);
    assert_int_equal(rating_of(rig, 2).rating.opponents, 1);
    won(rig, 2, 3, DAY_MS); /* a week old */
    assert_int_equal(rating_of(rig, 2).rating.opponents, 2);
    won(rig, 3, 5, 0); /* who comes from elsewhere */
    assert_int_equal(rating_of(rig, 3).rating.opponents, 2);
}

PLAYERS_TEST(who_deletes_the_account_takes_the_opponents_along)
{
    won(rig, 2, 3, 1);
    assert_int_equal(rating__remove_all(&rig->writer, 2), OP_DONE);
    assert_int_equal(sql_rig_integer(rig, "SELECT COUNT(*) FROM rating_opponent WHERE player = 2"),
                     0);
    assert_int_equal(sql_rig_integer(rig, "SELECT COUNT(*) FROM rating_opponent WHERE player = 3"),
                     1);
}
