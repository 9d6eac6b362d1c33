/* SPDX-License-Identifier: MIT */
/*
 * Elo ratings. The numbers are worked out by hand from K * (S - 1 / (1 + 10^(-d/400))):
 *   d =    0   E = 0.5         d =  100   E = 0.640065      d =  200   E = 0.759747
 *   d =  400   E = 0.909091    d = -100   E = 0.359935      d = -400   E = 0.090909
 */
#include "db/rating.h"
#include "tests/support/test.h"

#include <stdint.h>

#define MAY (2026 * 12 + 4)

static struct store_rating rated(int points, int peak, int64_t games)
{
    return (struct store_rating){.points = points, .peak = peak, .games = games};
}

TEST(equal_players_move_half_of_k)
{
    assert_int_equal(rating_change(1500, 1500, 40, RATING_WON), 20);
    assert_int_equal(rating_change(1500, 1500, 40, RATING_LOST), -20);
    assert_int_equal(rating_change(1500, 1500, 20, RATING_WON), 10);
    assert_int_equal(rating_change(1500, 1500, 10, RATING_LOST), -5);
}

TEST(the_expected_score_is_logistic)
{
    /* 40 * (1 - 0.640065) = 14.397; 40 * (0 - 0.640065) = -25.603 */
    assert_int_equal(rating_change(1600, 1500, 40, RATING_WON), 14);
    assert_int_equal(rating_change(1600, 1500, 40, RATING_LOST), -26);
    /* 40 * (1 - 0.359935) = 25.603; 40 * -0.359935 = -14.397 */
    assert_int_equal(rating_change(1500, 1600, 40, RATING_WON), 26);
    assert_int_equal(rating_change(1500, 1600, 40, RATING_LOST), -14);
    /* 20 * (1 - 0.759747) = 4.805; 20 * -0.759747 = -15.195 */
    assert_int_equal(rating_change(1900, 1700, 20, RATING_WON), 5);
    assert_int_equal(rating_change(1900, 1700, 20, RATING_LOST), -15);
}

TEST(the_difference_counts_as_400_at_most)
{
    /* 40 * (1 - 0.909091) = 3.636; 40 * -0.909091 = -36.364 */
    assert_int_equal(rating_change(1900, 1500, 40, RATING_WON), 4);
    assert_int_equal(rating_change(2900, 1500, 40, RATING_WON), 4);
    assert_int_equal(rating_change(2900, 1500, 40, RATING_LOST), -36);
    assert_int_equal(rating_change(100, 2900, 40, RATING_WON), 36);
    assert_int_equal(rating_change(100, 2900, 40, RATING_LOST), -4);
}

TEST(halves_are_rounded_away_from_zero)
{
    /* With an odd K, which no player has: 1 * 0.5, 3 * 0.5, 5 * 0.5. */
    assert_int_equal(rating_change(1500, 1500, 1, RATING_WON), 1);
    assert_int_equal(rating_change(1500, 1500, 1, RATING_LOST), -1);
    assert_int_equal(rating_change(1500, 1500, 3, RATING_WON), 2);
    assert_int_equal(rating_change(1500, 1500, 3, RATING_LOST), -2);
    assert_int_equal(rating_change(1500, 1500, 5, RATING_LOST), -3);
}

TEST(k_is_40_for_30_games_and_20_after)
{
    struct store_rating none = {0};
    struct store_rating newcomer = rated(1600, 1650, 29);
    struct store_rating settled = rated(1600, 1650, 30);
    assert_int_equal(rating_k_factor(&none), 40);
    assert_int_equal(rating_k_factor(&newcomer), 40);
    assert_int_equal(rating_k_factor(&settled), 20);
}

TEST(k_is_10_for_good_once_2400_was_reached)
{
    struct store_rating below = rated(2399, 2399, 100);
    struct store_rating master = rated(2400, 2400, 100);
    struct store_rating fallen = rated(1700, 2400, 100);
    struct store_rating quick = rated(2400, 2400, 10);
    assert_int_equal(rating_k_factor(&below), 20);
    assert_int_equal(rating_k_factor(&master), 10);
    assert_int_equal(rating_k_factor(&fallen), 10);
    assert_int_equal(rating_k_factor(&quick), 10);
}

TEST(what_an_empty_rating_holds_means_nothing)
{
    struct store_rating none = rated(2700, 2800, 0);
    struct store_change change = rating_after_game(&none, &none, RATING_WON, MAY);
    assert_int_equal(rating_k_factor(&none), 40);
    assert_int_equal(change.before, 1500);
    assert_int_equal(change.after.points, 1520);
    assert_int_equal(change.after.peak, 1520);
    assert_int_equal(change.after.games, 1);
}

TEST(a_draw_moves_no_points_and_counts_as_a_game)
{
    struct store_rating strong = rated(2000, 2100, 50);
    struct store_rating weak = rated(1500, 1600, 7);
    struct store_change change = rating_after_game(&weak, &strong, RATING_DRAWN, MAY);
    assert_int_equal(change.before, 1500);
    assert_int_equal(change.after.points, 1500);
    assert_int_equal(change.after.peak, 1600);
    assert_int_equal(change.after.games, 8);
}

TEST(nobody_falls_below_100)
{
    struct store_rating low = rated(105, 1500, 60);
    struct store_rating floor = rated(100, 1500, 60);
    /* 20 * -0.5 = -10 */
    assert_int_equal(rating_after_game(&low, &low, RATING_LOST, MAY).after.points, 100);
    assert_int_equal(rating_after_game(&floor, &low, RATING_LOST, MAY).after.points, 100);
    assert_int_equal(rating_after_game(&floor, &floor, RATING_WON, MAY).after.points, 110);
}

TEST(the_peak_only_rises)
{
    struct store_rating rating = rated(1600, 1605, 40);
    struct store_change won = rating_after_game(&rating, &rating, RATING_WON, MAY);
    struct store_change lost = rating_after_game(&rating, &rating, RATING_LOST, MAY);
    assert_int_equal(won.after.points, 1610);
    assert_int_equal(won.after.peak, 1610);
    assert_int_equal(lost.after.points, 1590);
    assert_int_equal(lost.after.peak, 1605);
}

TEST(the_first_loss_leaves_the_peak_at_the_start)
{
    struct store_rating none = {0};
    struct store_change lost = rating_after_game(&none, &none, RATING_LOST, MAY);
    assert_int_equal(lost.after.points, 1480);
    assert_int_equal(lost.after.peak, 1500);
}

TEST(the_first_game_says_since_when_the_rating_is)
{
    struct store_rating none = {
        .variant = VARIANT_MINI, .since_month = MAY - 9, .active_months = 7};
    struct store_rating old = rated(1600, 1605, 40);
    old.since_month = MAY - 3;
    old.active_months = 5;
    struct store_rating first = rating_after_game(&none, &old, RATING_DRAWN, MAY).after;
    struct store_rating next = rating_after_game(&old, &none, RATING_WON, MAY).after;
    assert_int_equal(first.variant, VARIANT_MINI);
    assert_int_equal(first.since_month, MAY);
    assert_true(first.active_months == 0);
    assert_int_equal(next.since_month, MAY - 3);
    assert_true(next.active_months == 5);
}

TEST(each_seat_has_its_score)
{
    assert_int_equal(rating_score_of(RESULT_FIRST, SEAT_FIRST), RATING_WON);
    assert_int_equal(rating_score_of(RESULT_FIRST, SEAT_SECOND), RATING_LOST);
    assert_int_equal(rating_score_of(RESULT_SECOND, SEAT_FIRST), RATING_LOST);
    assert_int_equal(rating_score_of(RESULT_SECOND, SEAT_SECOND), RATING_WON);
    assert_int_equal(rating_score_of(RESULT_DRAW, SEAT_FIRST), RATING_DRAWN);
    assert_int_equal(rating_score_of(RESULT_DRAW, SEAT_SECOND), RATING_DRAWN);
}
