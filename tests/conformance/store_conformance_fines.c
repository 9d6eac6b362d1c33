/* SPDX-License-Identifier: MIT */
/*
 * Conformance: the monthly fine. Who is fined, that it happens once, that the leaderboard follows,
 * and what is answered about it.
 */
#include "db/fine.h"
#include "tests/conformance/store_conformance.h"

#include <string.h>

#define MAY (2026 * 12 + 4)
#define FINED_MS INT64_C(1780272000000)

/* A rated game that ended in `month`. */
static void rate(struct harness *harness, uint64_t game, uint64_t first, uint64_t second,
                 enum result result, int month)
{
    struct store_op end = sample_rated_end(game, result);
    end.as.game_end.month = month;
    harness_add(harness, sample_start(game, true, first, second));
    harness_add(harness, end);
    assert_int_equal(harness_commit(harness), STORE_OK);
}

/* p1 has 1520 points since April, p2 has 1480. */
static void two_rated_in_april(struct harness *harness)
{
    conformance_accounts(harness, 3);
    rate(harness, 20, 1, 2, RESULT_FIRST, MAY - 1);
}

static void settle(struct harness *harness, int month)
{
    conformance_must(harness, sample_fine(month));
}

/* ------------------------------------------------------------------ who, how often */

CONFORMANCE_TEST(who_was_idle_is_fined_and_the_ledger_says_so)
{
    two_rated_in_april(harness);
    settle(harness, MAY);
    assert_int_equal(conformance_rating(harness, 1).points, 1420);
    assert_int_equal(conformance_rating(harness, 1).peak, 1520);
    assert_int_equal(conformance_rating(harness, 1).games, 1);
    assert_int_equal(conformance_rating(harness, 1).since_month, MAY - 1);
    const struct store_fines *fines = ask_fines(harness, sample_fines(1, 1, 10));
    assert_int_equal(fines->rows_count, 1);
    assert_false(fines->has_more);
    const struct store_fined wanted = {.variant = VARIANT_CLASSIC,
                                       .month = MAY,
                                       .before = 1520,
                                       .after = 1420,
                                       .at_ms = sample_fine(MAY).as.fine.at_ms};
    assert_record_equal(fined, &fines->rows[0], &wanted);
    assert_int_equal(ask_fines(harness, sample_fines(3, 1, 10))->rows_count, 0);
    conformance_ask_nothing(harness, sample_fines(9, 1, 10));
}

CONFORMANCE_TEST(a_move_in_the_month_averts_the_fine_of_that_month_only)
{
    two_rated_in_april(harness);
    conformance_must(harness, sample_active(1, MAY));
    assert_true(conformance_rating(harness, 1).active_months == fine_bit(MAY));
    conformance_must(harness, sample_active(1, MAY)); /* again is no mistake */
    settle(harness, MAY);
    assert_int_equal(conformance_rating(harness, 1).points, 1520);
    assert_true(conformance_rating(harness, 1).active_months == 0);
    assert_int_equal(conformance_rating(harness, 2).points, 1380);
    settle(harness, MAY + 1);
    assert_int_equal(conformance_rating(harness, 1).points, 1420);
    assert_int_equal(conformance_rating(harness, 2).points, 1280);
}

/* Not again 62 months later, where the bit is the same. By then p1 has few points left, and wins
 * some for another fine. */
CONFORMANCE_TEST(a_move_counts_once)
{
    two_rated_in_april(harness);
    settle(harness, MAY - 1);
    conformance_must(harness, sample_active(1, MAY));
    for (int month = MAY; month < MAY + FINE_MONTHS_MAX; month++)
        settle(harness, month);
    assert_int_equal(conformance_rating(harness, 1).points, STORE_POINTS_FLOOR);
    rate(harness, 21, 1, 3, RESULT_FIRST, MAY + FINE_MONTHS_MAX - 1);
    assert_true(conformance_rating(harness, 1).points > STORE_POINTS_FLOOR);
    settle(harness, MAY + FINE_MONTHS_MAX);
    assert_int_equal(conformance_rating(harness, 1).points, STORE_POINTS_FLOOR);
    assert_int_equal(ask_fines(harness, sample_fines(1, 1, 1))->rows[0].month,
                     MAY + FINE_MONTHS_MAX);
}

/* The clock was set back: that month is over. */
CONFORMANCE_TEST(a_move_in_a_settled_month_counts_for_the_next_one)
{
    two_rated_in_april(harness);
    settle(harness, MAY);
    conformance_must(harness, sample_active(1, MAY - 3));
    assert_true(conformance_rating(harness, 1).active_months == fine_bit(MAY + 1));
    conformance_must(harness, sample_active(1, MAY + 1 + FINE_MONTHS_MAX)); /* too late to tell */
    assert_true(conformance_rating(harness, 1).active_months == fine_bit(MAY + 1));
    settle(harness, MAY + 1);
    assert_int_equal(conformance_rating(harness, 1).points, 1420);
}

CONFORMANCE_TEST(who_got_the_rating_in_the_month_is_exempt)
{
    conformance_accounts(harness, 3);
    rate(harness, 20, 1, 2, RESULT_FIRST, MAY);
    assert_int_equal(conformance_rating(harness, 1).since_month, MAY);
    settle(harness, MAY);
    assert_int_equal(conformance_rating(harness, 1).points, 1520);
    settle(harness, MAY + 1);
    assert_int_equal(conformance_rating(harness, 1).points, 1420);
    rate(harness, 21, 1, 3, RESULT_DRAW, MAY); /* by a clock that was set back */
    assert_int_equal(conformance_rating(harness, 3).since_month, MAY + 2);
}

CONFORMANCE_TEST(a_later_game_does_not_make_the_rating_younger)
{
    conformance_accounts(harness, 2);
    rate(harness, 20, 1, 2, RESULT_DRAW, MAY - 1);
    conformance_must(harness, sample_active(2, MAY));
    rate(harness, 21, 1, 2, RESULT_DRAW, MAY);
    settle(harness, MAY);
    assert_int_equal(conformance_rating(harness, 1).points, 1400);
    assert_int_equal(conformance_rating(harness, 2).points, 1500); /* its move is remembered, too */
}

CONFORMANCE_TEST(the_floor_holds_and_who_is_there_has_no_line)
{
    two_rated_in_april(harness);
    for (int month = MAY; month < MAY + 17; month++)
        settle(harness, month);
    assert_int_equal(conformance_rating(harness, 1).points, 100);
    const struct store_fines *fines = ask_fines(harness, sample_fines(1, 1, 20));
    assert_int_equal(fines->rows_count, 15);
    assert_int_equal(fines->rows[0].before, 120);
    assert_int_equal(fines->rows[0].after, 100);
}

CONFORMANCE_TEST(a_month_is_settled_once_and_never_backwards)
{
    conformance_accounts(harness, 2);
    rate(harness, 20, 1, 2, RESULT_FIRST, MAY - 3);
    settle(harness, MAY);
    for (int month = MAY - 1; month <= MAY; month++)
        conformance_comes_to(harness, sample_fine(month), STORE_CONFLICT);
    assert_int_equal(conformance_rating(harness, 1).points, 1420);
    assert_int_equal(ask_fines(harness, sample_fines(1, 1, 10))->rows_count, 1);
    if (!harness->backend->keeps)
        return;
    harness_reopen(harness);
    conformance_comes_to(harness, sample_fine(MAY), STORE_CONFLICT);
    assert_int_equal(conformance_rating(harness, 1).points, 1420);
}

CONFORMANCE_TEST(other_variants_are_not_fined)
{
    conformance_accounts(harness, 2);
    struct store_op start = sample_start(20, true, 1, 2);
    start.as.game_start.variant = VARIANT_MINI;
    harness_add(harness, start);
    harness_add(harness, sample_rated_end(20, RESULT_DRAW));
    settle(harness, MAY);
    const struct store_player *player = conformance_player(harness, 1);
    assert_int_equal(conformance_rating_in(player, VARIANT_MINI).points, 1500);
    assert_int_equal(ask_fines(harness, sample_fines(1, 1, 10))->rows_count, 0);
}

CONFORMANCE_TEST(a_move_without_a_rating_counts_for_nothing)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_active(1, MAY));
    conformance_must(harness, sample_active(9, MAY));
    rate(harness, 20, 1, 2, RESULT_FIRST, MAY - 1);
    assert_int_equal(conformance_rating(harness, 1).active_months, 0);
    settle(harness, MAY);
    assert_int_equal(conformance_rating(harness, 1).points, 1420);
}

/* A rated game of p1 and p3 in which p1 made a move in May; `breaker` ends it without a result. */
static void break_off(struct harness *harness, uint64_t game, uint64_t breaker)
{
    struct store_op active = sample_active(1, MAY);
    active.as.rating_active.game = game;
    struct store_op end = sample_end(game, RESULT_NONE, "h8");
    end.as.game_end.broken_off_by = breaker;
    harness_add(harness, sample_start(game, true, 1, 3));
    harness_add(harness, active);
    harness_add(harness, end);
    assert_int_equal(harness_commit(harness), STORE_OK);
}

CONFORMANCE_TEST(a_move_in_a_game_that_its_player_broke_off_averts_nothing)
{
    two_rated_in_april(harness);
    break_off(harness, 30, 1);
    assert_true(conformance_rating(harness, 1).active_months == 0);
    break_off(harness, 31, 3); /* who has no rating */
    assert_true(conformance_rating(harness, 1).active_months == fine_bit(MAY));
    break_off(harness, 32, 1);
    assert_true(conformance_rating(harness, 1).active_months == fine_bit(MAY));
    settle(harness, MAY);
    assert_int_equal(conformance_rating(harness, 1).points, 1520);
    settle(harness, MAY + 1);
    assert_int_equal(conformance_rating(harness, 1).points, 1420);
}

/* ------------------------------------------------------------------ with everything else */

CONFORMANCE_TEST(a_batch_that_fails_fines_nobody)
{
    two_rated_in_april(harness);
    settle(harness, MAY - 1);
    conformance_must(harness, sample_active(2, MAY));
    harness_add(harness, sample_active(2, MAY + 1));
    harness_add(harness, sample_fine(MAY));
    conformance_must_not(harness, sample_log(99, 1, "h8"));
    assert_int_equal(conformance_rating(harness, 1).points, 1520);
    assert_true(conformance_rating(harness, 2).active_months == fine_bit(MAY));
    assert_int_equal(ask_fines(harness, sample_fines(1, 1, 10))->rows_count, 0);
    assert_int_equal(ask_fines(harness, sample_fines(2, 1, 10))->rows_count, 0);
    assert_int_equal(conformance_rating(harness, 1).rank, 1);
    assert_int_equal(ask_top(harness, sample_top(1, 10))->rows[0].points, 1520);
    assert_int_equal(conformance_player(harness, 1)->settled_month, MAY - 1);
    settle(harness, MAY);
    assert_int_equal(conformance_rating(harness, 1).points, 1420);
    assert_int_equal(conformance_rating(harness, 2).points, 1480);
}

CONFORMANCE_TEST(a_game_after_the_fine_in_the_same_batch_begins_where_the_fine_ended)
{
    two_rated_in_april(harness);
    conformance_must(harness, sample_start(21, true, 1, 2));
    harness_add(harness, sample_fine(MAY));
    harness_add(harness, sample_rated_end(21, RESULT_FIRST));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(harness->changes[1][0].before, 1420);
    assert_int_equal(harness->changes[1][1].before, 1380);
    assert_int_equal(conformance_rating(harness, 1).points, 1438);
    assert_int_equal(conformance_rating(harness, 2).points, 1362);
    assert_int_equal(ask_history(harness, sample_history(1, 1))->rows[0].opponent_rank, 2);
}

/* 2,600 players with the same points, more than fit a block, of whom every third played. */
CONFORMANCE_TEST(the_leaderboard_is_right_after_very_many_were_fined)
{
    enum { CROWD = 2600 };
    conformance_accounts(harness, CROWD);
    for (uint64_t id = 1; id < CROWD; id += 2)
        rate(harness, 100000 + id, id, id + 1, RESULT_DRAW, MAY - 1);
    for (uint64_t id = 3; id <= CROWD; id += 3)
        harness_add(harness, sample_active(id, MAY));
    assert_int_equal(harness_commit(harness), STORE_OK);
    settle(harness, MAY);
    const uint64_t active = CROWD / 3;
    const struct store_standings *page = ask_top(harness, sample_top(active, 3));
    assert_int_equal(page->total, CROWD);
    assert_int_equal(page->rows[0].player, active * 3);
    assert_int_equal(page->rows[0].points, 1500);
    assert_int_equal(page->rows[0].rank, 1);
    assert_int_equal(page->rows[1].player, 1);
    assert_int_equal(page->rows[1].points, 1400);
    assert_int_equal(page->rows[2].rank, active + 1);
    for (uint64_t id = 1; id <= CROWD; id += 211) {
        page = ask_around(harness, sample_around(id, 1));
        assert_int_equal(page->rows[0].player, id);
        assert_int_equal(page->rank, id % 3 == 0 ? 1 : active + 1);
    }
    /* And it goes on from there. */
    conformance_play(harness, 200000, 1, 2, RESULT_FIRST);
    assert_int_equal(ask_around(harness, sample_around(1, 1))->rank, active + 1);
    assert_int_equal(ask_around(harness, sample_around(2, 1))->rank, CROWD);
}

/* ------------------------------------------------------------------ what is told of it */

CONFORMANCE_TEST(fines_are_paged_newest_first)
{
    two_rated_in_april(harness);
    for (int month = MAY; month < MAY + 14; month++)
        settle(harness, month);
    for (uint64_t from = 1; from <= 14; from += 6) {
        const struct store_fines *page = ask_fines(harness, sample_fines(1, from, 6));
        assert_int_equal(page->rows_count, from == 13 ? 2 : 6);
        assert_int_equal(page->has_more, from != 13);
        for (size_t i = 0; i < page->rows_count; i++)
            assert_int_equal(page->rows[i].month, MAY + 14 - (int)from - (int)i);
    }
    assert_int_equal(ask_fines(harness, sample_fines(1, 15, 6))->rows_count, 0);
    assert_int_equal(ask_fines(harness, sample_fines(1, UINT64_MAX, 6))->rows_count, 0);
    assert_int_equal(ask_fines(harness, sample_fines(1, 0, UINT32_MAX))->rows_count, 14);
    assert_int_equal(ask_fines(harness, sample_fines(1, 1, 0))->rows_count, 0);
}

CONFORMANCE_TEST(answers_and_loads_say_which_month_was_settled)
{
    struct harness_loaded loaded;
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.settled_month, 0);
    assert_int_equal(loaded.marks.youngest_ms, 0);
    conformance_accounts(harness, 2);
    assert_int_equal(conformance_player(harness, 1)->settled_month, 0);
    conformance_must(harness, sample_room(30, 1, 2, 0));
    settle(harness, MAY);
    assert_int_equal(conformance_player(harness, 1)->settled_month, MAY);
    if (harness->backend->keeps)
        harness_reopen(harness);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.settled_month, MAY);
    assert_int_equal(loaded.players[0].settled_month, MAY);
}

CONFORMANCE_TEST(loads_say_since_when_somebody_is_rated_until_a_month_is_settled)
{
    struct harness_loaded loaded;
    conformance_accounts(harness, 3);
    struct store_op start = sample_start(19, true, 1, 2);
    start.as.game_start.variant = VARIANT_MINI; /* which is not fined */
    harness_add(harness, start);
    harness_add(harness, sample_rated_end(19, RESULT_FIRST));
    assert_int_equal(harness_commit(harness), STORE_OK);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.rated_month, 0);
    rate(harness, 20, 1, 2, RESULT_FIRST, MAY);
    rate(harness, 21, 3, 2, RESULT_FIRST, MAY + 2);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.rated_month, MAY);
    settle(harness, MAY);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.rated_month, 0);
}

/* Of a rating as old as the first settled month no move is forgotten; of an older one those of the
 * next month count. */
CONFORMANCE_TEST(moves_of_later_months_outlive_the_first_settled_one)
{
    conformance_accounts(harness, 3);
    rate(harness, 20, 1, 3, RESULT_DRAW, MAY - 1);
    rate(harness, 21, 1, 2, RESULT_DRAW, MAY);
    for (uint64_t player = 1; player <= 2; player++) {
        conformance_must(harness, sample_active(player, MAY + 1));
        conformance_must(harness, sample_active(player, MAY + 2));
    }
    settle(harness, MAY);
    assert_true(conformance_rating(harness, 1).active_months == fine_bit(MAY + 1));
    assert_true(conformance_rating(harness, 2).active_months ==
                (fine_bit(MAY + 1) | fine_bit(MAY + 2)));
}

/* The youngest is who has the largest id, even if the clock went back meanwhile. */
CONFORMANCE_TEST(loads_say_when_the_youngest_was_made)
{
    struct harness_loaded loaded;
    conformance_accounts(harness, 2);
    struct store_op room = sample_room(30, 1, 0, 0);
    room.as.room_put.opened_ms = FINED_MS;
    conformance_must(harness, room);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.youngest_ms, FINED_MS);
    struct store_op start = sample_start(31, true, 1, 2);
    start.as.game_start.started_ms = FINED_MS - 1000;
    conformance_must(harness, start);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.youngest_ms, FINED_MS - 1000);
    struct sample_names names;
    struct store_op guest = sample_guest(32, "g", &names);
    guest.as.player_create.created_ms = FINED_MS + 5;
    conformance_must(harness, guest);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.youngest_ms, FINED_MS + 5);
}

CONFORMANCE_TEST(who_is_fined_gets_a_memo)
{
    two_rated_in_april(harness);
    conformance_must(harness, sample_active(2, MAY));
    settle(harness, MAY);
    const struct store_memos *memos = ask_memos(harness, sample_memos(1));
    assert_int_equal(memos->rows_count, 1);
    const struct store_memo_row wanted = {.id = sample_fine(MAY).as.fine.memo,
                                          .at_ms = sample_fine(MAY).as.fine.at_ms,
                                          .kind = MEMO_FINED,
                                          .number = 100,
                                          .text = "2026-05"};
    assert_record_equal(memo_row, &memos->rows[0], &wanted);
    assert_true(conformance_player(harness, 1)->has_memos);
    assert_int_equal(harness->memos_told, 0);
    assert_int_equal(ask_memos(harness, sample_memos(2))->rows_count, 0);
}

/* A player at the floor pays what is left above it; of too many memos the oldest go. */
CONFORMANCE_TEST(memos_of_fines_say_what_was_left_and_push_out_old_ones)
{
    two_rated_in_april(harness);
    for (uint64_t id = 1; id <= STORE_MEMOS_MAX; id++)
        conformance_must(harness, sample_memo(1, id, 0));
    conformance_must(harness, sample_memo(3, 1, 0));
    for (int month = MAY; month < MAY + 16; month++)
        settle(harness, month);
    const struct store_memos *memos = ask_memos(harness, sample_memos(1));
    assert_int_equal(memos->rows_count, STORE_MEMOS_MAX);
    assert_int_equal(memos->rows[0].id, sample_fine(MAY + 14).as.fine.memo);
    assert_int_equal(memos->rows[0].number, 20); /* 1520 -> 120 -> 100 */
    assert_int_equal(memos->rows[STORE_MEMOS_MAX - 1].id, 16);
    assert_int_equal(ask_memos(harness, sample_memos(3))->rows_count, 1);
}
