/* SPDX-License-Identifier: MIT */
/*
 * The effect of a game's end on ratings: the store computes it from what it has, tells it, and
 * writes the same. Figures are those of db/rating.h.
 */
#include "db/rating.h"
#include "db/sql/rating.h"
#include "tests/unit/db/sql/sql_rig.h"

#define MAY (2026 * 12 + 4)

/* Players 1 to 3 are registered, 4 is a guest. */
static int players_setup(void **state)
{
    if (sql_rig_setup(state) != 0)
        return -1;
    sql_rig_run(*state, "INSERT INTO player (id, kind, name, name_key, skeleton, password_hash, "
                        "created_ms) VALUES (1, 1, 'a', 'a', 'a', 'h', 0), "
                        "(2, 1, 'b', 'b', 'b', 'h', 0), (3, 1, 'c', 'c', 'c', 'h', 0), "
                        "(4, 0, 'd', 'd', 'd', NULL, 0)");
    return 0;
}

static int game_play(struct sql_rig *rig, uint64_t id, const uint64_t players[SEAT_COUNT],
                     struct store_game_end end)
{
    struct store_op start = {
        .kind = STORE_GAME_START,
        .as.game_start = {.id = id, .rated = true, .players = {players[0], players[1]}}};
    assert_int_equal(sql_rig_do(rig, start), OP_DONE);
    end.id = id;
    end.actions = end.spent = end.lags = end.planned = "";
    end.moves_ratings = true;
    return sql_rig_do(rig, (struct store_op){.kind = STORE_GAME_END, .as.game_end = end});
}

/* Player 1 against player 2 in May. */
static int decided(struct sql_rig *rig, uint64_t id, enum result result)
{
    return game_play(rig, id, (const uint64_t[]){1, 2},
                     (struct store_game_end){.outcome = {result, REASON_ROW}, .month = MAY});
}

static void assert_change(const struct sql_rig *rig, int seat, int before, int after)
{
    assert_true(rig->writer.has_changes);
    assert_int_equal(rig->writer.changes[seat].before, before);
    assert_int_equal(rig->writer.changes[seat].after.points, after);
}

#define PLAYERS_TEST(name) TEST_ON(name, struct sql_rig *rig, players_setup, sql_rig_teardown)

PLAYERS_TEST(a_game_moves_both_by_what_they_had_before_it)
{
    assert_int_equal(decided(rig, 20, RESULT_FIRST), OP_DONE);
    assert_change(rig, SEAT_FIRST, 1500, 1520);
    assert_change(rig, SEAT_SECOND, 1500, 1480);
    assert_int_equal(decided(rig, 21, RESULT_SECOND), OP_DONE);
    /* d = 40: E = 0.557; 40 * 0.557 = 22.29 */
    assert_change(rig, SEAT_FIRST, 1520, 1498);
    assert_change(rig, SEAT_SECOND, 1480, 1502);
    assert_int_equal(rig->writer.changes[SEAT_FIRST].after.peak, 1520);
    assert_int_equal(rig->writer.changes[SEAT_FIRST].after.games, 2);
}

PLAYERS_TEST(what_is_told_is_what_is_stored)
{
    assert_int_equal(decided(rig, 20, RESULT_FIRST), OP_DONE);
    assert_int_equal(decided(rig, 21, RESULT_DRAW), OP_DONE);
    assert_change(rig, SEAT_FIRST, 1520, 1520);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        struct rating_now now;
        const struct store_rating *after = &rig->writer.changes[seat].after;
        assert_int_equal(rating__get(&rig->writer, 1 + (uint64_t)seat, VARIANT_CLASSIC, &now),
                         OP_DONE);
        assert_int_equal(now.rank, 1 + seat);
        assert_int_equal(now.rating.points, after->points);
        assert_int_equal(now.rating.peak, after->peak);
        assert_int_equal(now.rating.games, after->games);
        assert_int_equal(now.rating.since_month, after->since_month);
    }
    assert_int_equal(sql_rig_integer(rig, "SELECT SUM(after - before) FROM ledger "
                                          "WHERE player = 2"),
                     -20);
    assert_int_equal(sql_rig_integer(rig, "SELECT COUNT(*) FROM ledger"), 4);
    assert_int_equal(sql_rig_integer(rig, "SELECT SUM(players) FROM rating_count"), 2);
}

PLAYERS_TEST(an_operation_tells_nothing_of_the_one_before_it)
{
    assert_int_equal(decided(rig, 20, RESULT_FIRST), OP_DONE);
    assert_int_equal(sql_rig_do(rig, (struct store_op){.kind = STORE_PROBE}), OP_DONE);
    assert_false(rig->writer.has_changes);
}

PLAYERS_TEST(a_rating_is_not_from_a_month_that_is_settled)
{
    assert_int_equal(sql_rig_do(rig, (struct store_op){.kind = STORE_FINE,
                                                       .as.fine = {.month = MAY + 1, .memo = 1}}),
                     OP_DONE);
    assert_int_equal(decided(rig, 20, RESULT_FIRST), OP_DONE);
    assert_int_equal(rig->writer.changes[SEAT_FIRST].after.since_month, MAY + 2);
    assert_int_equal(sql_rig_integer(rig, "SELECT MAX(since_month) FROM rating"), MAY + 2);
}

PLAYERS_TEST(a_fine_is_what_a_game_begins_with)
{
    assert_int_equal(decided(rig, 20, RESULT_FIRST), OP_DONE);
    assert_int_equal(sql_rig_do(rig, (struct store_op){.kind = STORE_FINE,
                                                       .as.fine = {.month = MAY + 1, .memo = 1}}),
                     OP_DONE);
    assert_int_equal(decided(rig, 21, RESULT_DRAW), OP_DONE);
    assert_change(rig, SEAT_FIRST, 1420, 1420);
    assert_change(rig, SEAT_SECOND, 1380, 1380);
}

PLAYERS_TEST(no_rating_moves_without_a_result_or_for_a_guest)
{
    assert_int_equal(decided(rig, 20, RESULT_NONE), OP_REFUSED);
    assert_int_equal(
        game_play(rig, 21, (const uint64_t[]){3, 4},
                  (struct store_game_end){.outcome = {RESULT_FIRST, REASON_ROW}, .month = MAY}),
        OP_REFUSED);
}

PLAYERS_TEST(ratings_that_go_are_no_more_counted)
{
    assert_int_equal(decided(rig, 20, RESULT_FIRST), OP_DONE);
    assert_int_equal(rating__remove_all(&rig->writer, 1), OP_DONE);
    assert_int_equal(cache__count_above(&rig->writer.cache, VARIANT_CLASSIC, 0), 1);
    assert_int_equal(sql_rig_integer(rig, "SELECT SUM(players) FROM rating_count"), 1);
    assert_int_equal(sql_rig_integer(rig, "SELECT COUNT(*) FROM rating WHERE player = 1"), 0);
}
