/* SPDX-License-Identifier: MIT */
/*
 * The rule of the monthly fine: who is fined, by how much, and which moves are remembered.
 */
#include "db/fine.h"
#include "tests/support/test.h"

#include <string.h>

#define MONTH(year, month) ((year)*12 + (month)-1)
#define MAY MONTH(2026, 5)

/* Got in January, without a move since. */
static struct store_rating idle(int points)
{
    return (struct store_rating){
        .points = points, .peak = 1600, .games = 5, .since_month = MONTH(2026, 1)};
}

TEST(who_made_no_move_loses_100_points)
{
    struct store_rating rating = idle(1500);
    assert_true(fine_applies(&rating, MAY));
    struct store_rating after = fine_settle(&rating, MAY - 1, MAY, false);
    assert_int_equal(after.points, 1400);
    assert_int_equal(after.peak, 1600);
    assert_int_equal(after.games, 5);
    assert_int_equal(after.since_month, rating.since_month);
}

TEST(nobody_falls_below_the_floor)
{
    const int points[][2] = {{201, 101}, {200, 100}, {199, 100}, {101, 100}};
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
        struct store_rating rating = idle(points[i][0]);
        assert_true(fine_applies(&rating, MAY));
        assert_int_equal(fine_settle(&rating, MAY - 1, MAY, false).points, points[i][1]);
    }
    struct store_rating lowest = idle(100);
    assert_false(fine_applies(&lowest, MAY)); /* no line of the ledger that says nothing */
    assert_int_equal(fine_settle(&lowest, MAY - 1, MAY, false).points, 100);
}

TEST(a_move_in_the_month_averts_it)
{
    struct store_rating rating = idle(1500);
    rating.active_months = fine_bit(MAY);
    assert_false(fine_applies(&rating, MAY));
    assert_true(fine_applies(&rating, MAY - 1));
    assert_true(fine_applies(&rating, MAY + 1));
}

TEST(who_got_the_rating_in_the_month_or_later_is_exempt)
{
    struct store_rating rating = idle(1500);
    rating.since_month = MAY;
    assert_false(fine_applies(&rating, MAY));
    assert_false(fine_applies(&rating, MAY - 1));
    assert_true(fine_applies(&rating, MAY + 1));
}

TEST(who_has_no_rating_is_exempt)
{
    struct store_rating none = {.points = 1500};
    assert_false(fine_applies(&none, MAY));
}

TEST(who_is_banned_or_gone_is_spared)
{
    const struct store_rating rating = idle(1500);
    assert_false(fine_spares(&(struct store_account){.about = ""}, MAY, 1000));
    assert_false(fine_spares(&(struct store_account){.banned_until_ms = 1000}, MAY, 1000));
    assert_true(fine_spares(&(struct store_account){.banned_until_ms = 1001}, MAY, 1000));
    assert_true(fine_spares(&(struct store_account){.banned_until_ms = STORE_FOR_GOOD}, MAY, 1000));
    assert_true(fine_spares(&(struct store_account){.is_deleted = true}, MAY, 1000));
    assert_int_equal(fine_settle(&rating, MAY - 1, MAY, true).points, 1500);
    assert_int_equal(fine_settle(&rating, 0, MAY, true).active_months, rating.active_months);
}

/* The ban ends on the day after the fine for May; June's falls later. */
TEST(a_judged_month_keeps_its_verdict_when_the_ban_changes)
{
    struct store_account account = {.banned_until_ms = 1001};
    fine_judge(&account, MAY, 1000);
    account.banned_until_ms = 0;
    assert_true(fine_spares(&account, MAY, 1000));
    assert_false(fine_spares(&account, MAY + 1, 2000));
    fine_judge(&account, MAY, 1000); /* once only */
    assert_true(fine_spares(&account, MAY, 1000));
    fine_judge(&account, MAY + FINE_MONTHS_MAX, 3000); /* which has the same bit */
    account.banned_until_ms = STORE_FOR_GOOD;
    assert_false(fine_spares(&account, MAY + FINE_MONTHS_MAX, 3000));
    assert_true(fine_spares(&account, MAY + FINE_MONTHS_MAX + 1, 4000));
}

TEST(a_settled_month_leaves_room_for_the_one_62_later)
{
    struct store_rating rating = idle(1500);
    rating.active_months = fine_bit(MAY) | fine_bit(MAY + 1);
    struct store_rating after = fine_settle(&rating, MAY - 1, MAY, false);
    assert_int_equal(after.points, 1500);
    assert_true(after.active_months == fine_bit(MAY + 1));
    assert_true(fine_bit(MAY) == fine_bit(MAY + FINE_MONTHS_MAX));
}

TEST(months_that_are_passed_over_leave_nothing_behind)
{
    struct store_rating rating = idle(1500);
    rating.active_months = fine_bit(MAY - 2) | fine_bit(MAY - 1) | fine_bit(MAY + 1);
    assert_true(fine_settle(&rating, MAY - 3, MAY, false).active_months == fine_bit(MAY + 1));
    assert_true(fine_bits_kept(MAY - FINE_MONTHS_MAX, MAY, 0) == fine_bit(MAY + 1));
    rating.active_months |= fine_bit(MAY + 2);
    assert_true(fine_settle(&rating, 0, MAY, false).active_months == fine_bit(MAY + 1));
}

/* A rating that is no older than the first settled month has no bits of years ago. */
TEST(the_first_settled_month_leaves_later_ones_to_ratings_as_old_as_it)
{
    struct store_rating rating = idle(1500);
    const uint64_t later = fine_bit(MAY + 1) | fine_bit(MAY + 3);
    rating.active_months = fine_bit(MAY) | later;
    rating.since_month = MAY;
    assert_true(fine_settle(&rating, 0, MAY, false).active_months == later);
    rating.since_month = MAY - 1;
    assert_true(fine_settle(&rating, 0, MAY, false).active_months == fine_bit(MAY + 1));
}

TEST(moves_count_while_their_months_can_be_told_apart)
{
    assert_true(fine_counts_moves(0, MAY));
    assert_false(fine_counts_moves(MAY, MAY - 1));
    assert_false(fine_counts_moves(MAY, MAY));
    assert_true(fine_counts_moves(MAY, MAY + 1));
    assert_true(fine_counts_moves(MAY, MAY + FINE_MONTHS_MAX));
    assert_false(fine_counts_moves(MAY, MAY + FINE_MONTHS_MAX + 1));
    uint64_t seen = 0;
    for (int month = MAY + 1; month <= MAY + FINE_MONTHS_MAX; month++) {
        assert_true((seen & fine_bit(month)) == 0);
        seen |= fine_bit(month);
    }
}

/* The clock may stand in a month that is settled, if it was set back. */
TEST(what_is_played_in_a_settled_month_belongs_to_the_next_one)
{
    assert_int_equal(fine_playing_month(0, MAY), MAY);
    assert_int_equal(fine_playing_month(MAY - 1, MAY), MAY);
    assert_int_equal(fine_playing_month(MAY, MAY), MAY + 1);
    assert_int_equal(fine_playing_month(MAY + 2, MAY), MAY + 3);
    assert_true(fine_counts_moves(MAY, fine_playing_month(MAY, MAY - 5)));
}

TEST(months_have_a_text)
{
    char text[FINE_MONTH_SIZE];
    for (int month = MONTH(1, 1); month <= MONTH(9999, 12); month += 5) {
        fine_month_text(month, text);
        assert_int_equal(fine_month_parse(text), month);
    }
    fine_month_text(MONTH(2026, 12), text);
    assert_string_equal(text, "2026-12");
}

TEST(what_is_no_month_is_refused)
{
    static const char *const WRONG[] = {"",        "2026",    "2026-0",  "2026-00",  "2026-13",
                                        "2026-1a", "2o26-01", "2026/01", "2026-011", "-026-01"};
    for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++)
        assert_int_equal(fine_month_parse(WRONG[i]), 0);
}
