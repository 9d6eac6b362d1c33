/* SPDX-License-Identifier: MIT */
/*
 * Provisional ratings: when they are established, who counts, and how far they move others.
 */
#include "db/rating.h"
#include "tests/support/test.h"

static const struct store_rating_terms TERMS = {
    .games = 10, .opponents = 3, .points = 20, .related_ms = 7000};

TEST(nobody_is_provisional_where_no_games_are_asked_for)
{
    const struct store_rating_terms off = {0};
    const struct store_rating none = {0};
    struct store_rating first = {.games = 1};
    assert_true(provisional_is(&none, &TERMS));
    assert_true(provisional_is(&first, &TERMS));
    assert_false(provisional_is(&none, &off));
    assert_false(provisional_is(&first, &off));
    provisional_settle(&first, &off, 500);
    assert_int_equal(first.established_ms, 500);
    assert_false(provisional_is(&first, &TERMS));
}

TEST(a_rating_is_established_by_games_and_opponents_and_for_good)
{
    const struct store_rating_terms stricter = {.games = 100, .opponents = 50};
    struct store_rating rating = {.games = 9, .opponents = 3};
    provisional_settle(&rating, &TERMS, 500);
    assert_int_equal(rating.established_ms, 0);
    rating = (struct store_rating){.games = 40, .opponents = 2};
    provisional_settle(&rating, &TERMS, 600);
    assert_int_equal(rating.established_ms, 0);
    rating.opponents = 3;
    provisional_settle(&rating, &TERMS, 700);
    assert_int_equal(rating.established_ms, 700);
    provisional_settle(&rating, &stricter, 800);
    assert_int_equal(rating.established_ms, 700);
    assert_false(provisional_is(&rating, &stricter));
}

TEST(a_rating_is_established_at_a_time_that_is_none)
{
    struct store_rating rating = {.games = 10, .opponents = 3};
    provisional_settle(&rating, &TERMS, 0);
    assert_int_equal(rating.established_ms, 1);
}

TEST(a_common_origin_vouches_for_nobody_while_an_account_is_young)
{
    assert_true(provisional_counts(&TERMS, false, 99999, 100000));
    assert_false(provisional_counts(&TERMS, true, 93001, 100000));
    assert_true(provisional_counts(&TERMS, true, 93000, 100000));
    const struct store_rating_terms at_once = {.games = 10};
    assert_true(provisional_counts(&at_once, true, 100001, 100000));
}

/* The points that are left of a change of `by` when `moved` were moved before. */
static int kept(int by, int64_t moved)
{
    const struct store_rating before = {.points = 1600, .peak = 1610, .games = 50};
    struct store_change change = {.before = 1600, .after = {.points = 1600 + by, .peak = 1700}};
    provisional_cut(&change, &before, &TERMS, moved);
    int left = change.after.points - change.before;
    assert_int_equal(change.cut, by - left);
    assert_int_equal(change.after.peak, change.after.points > 1610 ? change.after.points : 1610);
    return left;
}

TEST(provisional_opponents_move_few_points_in_sum)
{
    assert_int_equal(kept(9, 0), 9);
    assert_int_equal(kept(36, 0), 20);
    assert_int_equal(kept(-36, 0), -20);
    assert_int_equal(kept(9, 15), 5);
    assert_int_equal(kept(9, 20), 0);
    assert_int_equal(kept(-9, 20), -9);
    assert_int_equal(kept(-36, 20), -36);
    assert_int_equal(kept(-60, 20), -40);
    assert_int_equal(kept(-9, -15), -5);
    assert_int_equal(kept(0, 20), 0);
}

TEST(a_cut_never_turns_a_win_into_a_loss)
{
    assert_int_equal(kept(9, 35), 0);
    assert_int_equal(kept(-9, -35), 0);
    assert_int_equal(kept(-9, 35), -9);
    assert_int_equal(kept(9, -35), 9);
}

TEST(what_is_missing_is_told_and_never_nothing)
{
    struct store_rating rating = {.games = 3, .opponents = 2};
    assert_int_equal(provisional_rest(&rating, &TERMS).games, 7);
    assert_int_equal(provisional_rest(&rating, &TERMS).opponents, 1);
    rating = (struct store_rating){.games = 30, .opponents = 2};
    assert_int_equal(provisional_rest(&rating, &TERMS).games, 0);
    assert_int_equal(provisional_rest(&rating, &TERMS).opponents, 1);
    rating.opponents = 5;
    assert_int_equal(provisional_rest(&rating, &TERMS).games, 1);
    assert_int_equal(provisional_rest(&rating, &TERMS).opponents, 0);
}

TEST(a_rating_that_lost_too_many_games_is_provisional_again)
{
    const struct store_rating_terms off = {0};
    struct store_rating rating = {.games = 10, .opponents = 3, .established_ms = 500};
    provisional_unsettle(&rating, &TERMS);
    assert_int_equal(rating.established_ms, 500);
    rating.opponents = 2;
    provisional_unsettle(&rating, &off);
    assert_int_equal(rating.established_ms, 500);
    provisional_unsettle(&rating, &TERMS);
    assert_int_equal(rating.established_ms, 0);
    rating = (struct store_rating){.games = 9, .opponents = 3, .established_ms = 500};
    provisional_unsettle(&rating, &TERMS);
    assert_int_equal(rating.established_ms, 0);
}
