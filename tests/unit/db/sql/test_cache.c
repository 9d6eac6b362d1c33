/* SPDX-License-Identifier: MIT */
/*
 * The writer's memory: ranks from a Fenwick tree are those of counting, games in progress are found
 * until they are over, and what is read is what is stored.
 */
#include "db/sql/cache.h"
#include "tests/support/random.h"
#include "tests/unit/db/sql/sql_rig.h"

/* ------------------------------------------------------------------ ranks */

TEST(ranks_are_those_of_counting)
{
    static int64_t counts[STORE_POINTS_MAX + 1];
    struct sql_cache cache = {0};
    uint64_t random = 5;
    int64_t above = 0;
    for (int i = 0; i < 5000; i++) {
        int64_t points = (int64_t)random_below(&random, i % 2 == 0 ? 40 : STORE_POINTS_MAX + 1);
        int64_t players = counts[points] > 0 && random_below(&random, 3) == 0 ? -1 : 1;
        counts[points] += players;
        cache__count_add(&cache, VARIANT_CLASSIC, points, players);
    }
    for (int64_t points = STORE_POINTS_MAX; points >= 0; points--) {
        assert_int_equal(cache__count_above(&cache, VARIANT_CLASSIC, points), above);
        above += counts[points];
    }
    cache__deinit(&cache);
}

TEST(both_ends_of_the_points_count)
{
    struct sql_cache cache = {0};
    assert_int_equal(cache__count_above(&cache, VARIANT_MINI, 0), 0); /* nobody has a rating */
    cache__count_add(&cache, VARIANT_MINI, 0, 1);
    cache__count_add(&cache, VARIANT_MINI, STORE_POINTS_MAX, 2);
    assert_int_equal(cache__count_above(&cache, VARIANT_MINI, STORE_POINTS_MAX), 0);
    assert_int_equal(cache__count_above(&cache, VARIANT_MINI, STORE_POINTS_MAX - 1), 2);
    assert_int_equal(cache__count_above(&cache, VARIANT_MINI, 0), 2);
    assert_int_equal(cache__count_above(&cache, VARIANT_CLASSIC, 0), 0);
    cache__deinit(&cache);
}

/* ------------------------------------------------------------------ games */

TEST(a_game_is_found_until_it_is_over)
{
    struct sql_cache cache = {0};
    for (uint64_t id = 1; id <= 1000; id++)
        cache__game_add(&cache, &(struct cache_game){.id = id, .players = {id + 1, id + 2}});
    cache__game_remove(&cache, 500);
    cache__game_remove(&cache, 500);
    assert_null(cache__game_find(&cache, 500));
    assert_null(cache__game_find(&cache, 1001));
    assert_int_equal(cache__game_find(&cache, 1000)->players[SEAT_SECOND], 1002);
    cache__deinit(&cache);
    assert_null(cache__game_find(&cache, 1));
}

/* ------------------------------------------------------------------ reading */

static const char PLAYERS[] =
    "INSERT INTO player (id, kind, name, name_key, skeleton, password_hash, created_ms) VALUES "
    "(1, 1, 'a', 'a', 'a', 'h', 0), (2, 1, 'b', 'b', 'b', 'h', 0)";

#define GAME_ROW "INSERT INTO game (id, variant, rated, first_player, second_player, started_ms, "

#define RIG_TEST(name) TEST_ON(name, struct sql_rig *rig, sql_rig_setup, sql_rig_teardown)

RIG_TEST(it_is_what_is_stored)
{
    struct sql_cache *cache = &rig->writer.cache;
    sql_rig_run(rig, PLAYERS);
    sql_rig_run(rig, GAME_ROW "log_after) VALUES (10, 'classic', 1, 1, 2, 0, 7)");
    sql_rig_run(rig, GAME_ROW "log_after, due_ms) VALUES (11, 'mini', 0, 2, 1, 0, 3, 99)");
    sql_rig_run(rig,
                GAME_ROW "log_after, ended_ms, result, reason, plies, last_seq, actions) "
                         "VALUES (12, 'mini', 0, 2, 1, 0, 100, 5, 'draw', 'agreed', 2, 3, '')");
    sql_rig_run(rig, "INSERT INTO rating_count VALUES ('classic', 1500, 0, 3)");
    cache__game_add(cache, &(struct cache_game){.id = 77});
    cache__count_add(cache, VARIANT_CLASSIC, 9, 1);
    sql_rig_read_cache(rig);
    const struct cache_game *game = cache__game_find(cache, 10);
    assert_int_equal(game->variant, VARIANT_CLASSIC);
    assert_true(game->rated);
    assert_int_equal(game->players[SEAT_SECOND], 2);
    assert_false(game->is_slow);
    assert_true(cache__game_find(cache, 11)->is_slow);
    assert_null(cache__game_find(cache, 12));
    assert_null(cache__game_find(cache, 77));
    assert_int_equal(cache__count_above(cache, VARIANT_CLASSIC, 0), 3);
    assert_int_equal(cache__count_above(cache, VARIANT_CLASSIC, 1500), 0);
    assert_int_equal(cache->log.last,
                     7); /* the log is empty, and that game must find its entries */
    assert_int_equal(cache->log.first, 8);
}

RIG_TEST(the_log_begins_and_ends_with_its_entries)
{
    sql_rig_run(rig, "INSERT INTO game_log (id, game, seq, kind, seat, action, at_ms) VALUES "
                     "(20, 1, 1, 0, 0, 'h8', 0), (25, 1, 2, 0, 1, 'h9', 0)");
    rig->writer.cache.log.goal = 5;
    sql_rig_read_cache(rig);
    assert_int_equal(rig->writer.cache.log.first, 20);
    assert_int_equal(rig->writer.cache.log.last, 25);
    assert_int_equal(rig->writer.cache.log.goal, 0);
}

RIG_TEST(what_it_cannot_hold_makes_it_invalid)
{
    struct sql_cache *cache = &rig->writer.cache;
    assert_true(cache->is_valid);
    sql_rig_run(rig, "INSERT INTO rating_count VALUES ('classic', 70000, 0, 3)");
    assert_int_equal(cache__read(cache, rig->writer.sql), -1);
    assert_false(cache->is_valid);
    sql_rig_run(rig, "UPDATE rating_count SET variant = 'chess', points = 1");
    assert_int_equal(cache__read(cache, rig->writer.sql), -1);
    sql_rig_run(rig, "DELETE FROM rating_count");
    sql_rig_read_cache(rig);
    assert_true(cache->is_valid);
}
