/* SPDX-License-Identifier: MIT */
/*
 * Pages of a leaderboard: full wherever there are enough lines, with the player on them.
 */
#include "db/rating.h"
#include "tests/support/test.h"

#include <stddef.h>

TEST(the_player_is_in_the_middle)
{
    assert_int_equal(page__start(50, 100, 5), 48);
    assert_int_equal(page__start(50, 100, 4), 48);
    assert_int_equal(page__start(50, 100, 1), 50);
}

TEST(pages_are_full_at_both_ends)
{
    assert_int_equal(page__start(0, 100, 5), 0);
    assert_int_equal(page__start(1, 100, 5), 0);
    assert_int_equal(page__start(99, 100, 5), 95);
    assert_int_equal(page__start(97, 100, 5), 95);
}

TEST(few_players_are_all_on_the_page)
{
    assert_int_equal(page__start(2, 3, 5), 0);
    assert_int_equal(page__start(0, 1, 5), 0);
    assert_int_equal(page__start(0, 0, 5), 0);
}
