/* SPDX-License-Identifier: MIT */
/*
 * The contents of the tables after the store has worked: strict types, ratings that equal their
 * ledger, counts that equal the ratings, also after fines, a log that does not grow for ever.
 */
#include "tests/conformance/store_samples.h"
#include "tests/support/random.h"
#include "tests/unit/db/raw_database.h"

#include <stdio.h>

#define PLAYERS 4000
#define JANUARY 24000 /* 2000-01 */

#define STORE_TEST(name) TEST_ON(name, struct harness *harness, raw_setup, raw_teardown)

STORE_TEST(every_table_is_strict)
{
    char path[RAW_PATH_SIZE];
    raw_path(harness->folder, path);
    assert_int_equal(raw_integer(path, "SELECT COUNT(*) FROM pragma_table_list "
                                       "WHERE schema = 'main' AND type = 'table' "
                                       "AND name NOT LIKE 'sqlite_%' AND strict = 0"),
                     0);
    assert_true(raw_integer(path, "SELECT COUNT(*) FROM pragma_table_list WHERE strict = 1") >= 10);
    assert_false(raw_accepts(path, "INSERT INTO meta (key, value) VALUES ('x', 'no number')"));
    assert_true(raw_accepts(path, "INSERT INTO meta (key, value) VALUES ('x', 1)"));
}

STORE_TEST(the_file_says_that_it_is_ours)
{
    char path[RAW_PATH_SIZE];
    raw_path(harness->folder, path);
    assert_int_equal(raw_integer(path, "PRAGMA application_id"), 0x504e5444);
    assert_true(raw_integer(path, "PRAGMA user_version") >= 1);
}

STORE_TEST(a_probe_changes_the_file)
{
    char path[RAW_PATH_SIZE];
    raw_path(harness->folder, path);
    int64_t before = raw_integer(path, "SELECT value FROM meta WHERE key = 'probe'");
    assert_int_equal(harness_do(harness, (struct store_op){.kind = STORE_PROBE}), STORE_OK);
    assert_int_equal(raw_integer(path, "SELECT value FROM meta WHERE key = 'probe'"), before + 1);
}

/* ------------------------------------------------------------------ ratings */

static void players_make(struct harness *harness)
{
    for (uint64_t id = 1; id <= PLAYERS; id++) {
        char name[16];
        struct sample_names names;
        (void)snprintf(name, sizeof(name), "p%u", (unsigned)id);
        harness_add(harness, sample_register(id, name, &names));
    }
    assert_int_equal(harness_commit(harness), STORE_OK);
}

/* Random games, so many of a hundred with a winner. Draws move no points, so that nearly all fall
 * on a few numbers: blocks split, and empty again when there are winners. */
static void games_play(struct harness *harness, uint64_t first_game, uint64_t decided)
{
    uint64_t random = first_game;
    for (uint64_t game = first_game; game < first_game + 6000; game++) {
        uint64_t first = 1 + random_below(&random, PLAYERS);
        uint64_t second = 1 + (first + random_below(&random, PLAYERS - 1)) % PLAYERS;
        bool is_draw = random_below(&random, 100) >= decided;
        struct store_op end = sample_end(game, is_draw ? RESULT_DRAW : RESULT_FIRST, "h8");
        if (first == second)
            continue;
        end.as.game_end.moves_ratings = true;
        end.as.game_end.month = JANUARY - 1;
        harness_add(harness, sample_start(game, true, first, second));
        harness_add(harness, end);
        if (game % 500 == 0)
            assert_int_equal(harness_commit(harness), STORE_OK);
    }
    assert_int_equal(harness_commit(harness), STORE_OK);
}

static void the_tables_agree(const char *path)
{
    /* A rating is what its ledger adds up to. */
    assert_int_equal(raw_integer(path, "SELECT COUNT(*) FROM rating r WHERE points <> 1500 + "
                                       "(SELECT SUM(after - before) FROM ledger l "
                                       "WHERE l.player = r.player AND l.variant = r.variant)"),
                     0);
    /* Each line of the ledger begins where the one before it ended. */
    assert_int_equal(raw_integer(path, "SELECT COUNT(*) FROM (SELECT before, LAG(after) OVER "
                                       "(PARTITION BY player, variant ORDER BY id) AS last "
                                       "FROM ledger) WHERE before <> COALESCE(last, 1500)"),
                     0);
    /* The counts are those of the ratings, block by block. */
    assert_int_equal(raw_integer(path, "SELECT (SELECT SUM(players) FROM rating_count) - "
                                       "(SELECT COUNT(*) FROM rating)"),
                     0);
    assert_int_equal(
        raw_integer(path,
                    "WITH block AS (SELECT points, first_player, players, "
                    "COALESCE(LEAD(first_player) OVER (PARTITION BY points ORDER BY first_player), "
                    "1152921504606846976) AS next FROM rating_count) "
                    "SELECT COUNT(*) FROM block b WHERE players <> (SELECT COUNT(*) FROM rating r "
                    "WHERE r.variant = 'classic' AND r.points = b.points "
                    "AND r.player >= b.first_player AND r.player < b.next)"),
        0);
    assert_true(raw_integer(path, "SELECT MAX(players) FROM rating_count") <= 1024);
}

/* Held wins and ratings of a variant that another program knows stay as they are together, and
 * those that are known do not wait behind them. */
STORE_TEST(a_held_win_of_an_unknown_variant_waits_for_who_knows_it)
{
    char path[RAW_PATH_SIZE];
    raw_path(harness->folder, path);
    players_make(harness);
    struct store_op end = sample_end(20, RESULT_FIRST, "h8");
    end.as.game_end.moves_ratings = true;
    end.as.game_end.terms = (struct store_rating_terms){.mark = 1510, .related_ms = INT64_MAX};
    harness_add(harness, sample_start(20, true, 1, 2));
    harness_add(harness, end);
    assert_int_equal(harness_commit(harness), STORE_OK);
    raw_run(path,
            "INSERT INTO rating (player, variant, points, peak, games, since_month, "
            "active_months, opponents, established_ms, held, held_mark) SELECT player, "
            "'ringo', points, peak, games, since_month, active_months, opponents, "
            "established_ms, 14, held_mark FROM rating WHERE player = 1;"
            "INSERT INTO held_gain VALUES (1, 2, 18, 'ringo', 7, 1), (1, 2, 19, 'ringo', 7, 2)");
    assert_int_equal(raw_integer(path, "SELECT held FROM rating WHERE variant = 'classic' "
                                       "AND player = 1"),
                     20);
    const struct store_op release = SAMPLE_OP(held_release, .won_ms = INT64_MAX, .most = 1);
    assert_int_equal(harness_do(harness, release), STORE_OK);
    assert_int_equal(raw_integer(path, "SELECT SUM(held) FROM rating WHERE variant = 'classic'"),
                     0);
    assert_int_equal(raw_integer(path, "SELECT SUM(held) FROM rating WHERE variant = 'ringo'"), 14);
    assert_int_equal(raw_integer(path, "SELECT SUM(points) FROM held_gain"), 14);
}

/* Nobody makes a move of which the store is told. */
STORE_TEST(ratings_ledger_and_counts_agree)
{
    char path[RAW_PATH_SIZE];
    raw_path(harness->folder, path);
    players_make(harness);
    games_play(harness, 100000, 3);
    the_tables_agree(path);
    assert_true(raw_integer(path, "SELECT COUNT(*) FROM rating_count WHERE points = 1500") > 2);
    games_play(harness, 200000, 100);
    the_tables_agree(path);
    assert_int_equal(harness_do(harness, sample_fine(JANUARY)), STORE_OK);
    the_tables_agree(path);
    harness_reopen(harness);
    games_play(harness, 300000, 50);
    the_tables_agree(path);
    assert_int_equal(harness_do(harness, sample_fine(JANUARY + 1)), STORE_OK);
    games_play(harness, 400000, 3);
    the_tables_agree(path);
    assert_true(raw_integer(path, "SELECT COUNT(*) FROM ledger WHERE month = '2000-02'") > 3000);
}

/* ------------------------------------------------------------------ the log */

STORE_TEST(the_log_is_swept)
{
    char path[RAW_PATH_SIZE];
    raw_path(harness->folder, path);
    players_make(harness);
    harness_add(harness, sample_start(1000, false, 1, 2)); /* outlives all the others */
    for (uint64_t game = 2000; game < 5000; game++) {
        harness_add(harness, sample_log(1000, (uint32_t)(game - 1999), "h8"));
        harness_add(harness, sample_start(game, false, 1, 2));
        for (uint32_t seq = 1; seq <= 50; seq++)
            harness_add(harness, sample_log(game, seq, "a1"));
        harness_add(harness, sample_end(game, RESULT_FIRST, "a1"));
        if (game % 10 == 0)
            assert_int_equal(harness_commit(harness), STORE_OK);
    }
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_true(raw_integer(path, "SELECT COUNT(*) FROM game_log") < 30000);
    assert_int_equal(raw_integer(path, "SELECT COUNT(*) FROM game_log WHERE game = 1000"), 3000);
}

/* A game that began when the log was long finds its entries also after the log was emptied. */
STORE_TEST(an_empty_log_does_not_number_from_the_start)
{
    char path[RAW_PATH_SIZE];
    raw_path(harness->folder, path);
    players_make(harness);
    harness_add(harness, sample_start(20, false, 1, 2));
    harness_add(harness, sample_log(20, 1, "h8"));
    harness_add(harness, sample_end(20, RESULT_FIRST, "h8"));
    harness_add(harness, sample_start(21, false, 1, 2));
    assert_int_equal(harness_commit(harness), STORE_OK);
    raw_run(path, "DELETE FROM game_log");
    harness_reopen(harness);
    assert_int_equal(harness_do(harness, sample_log(21, 1, "i9")), STORE_OK);
    assert_int_equal(harness_get(harness, sample_game(21))->as.game.log_count, 1);
}
