/* SPDX-License-Identifier: MIT */
/*
 * Pages of a leaderboard: full wherever there are enough lines, with the player on them.
 */
#include "db/rating.h"
#include "tests/support/cmocka_all.h"

#include <stddef.h>

static void the_player_is_in_the_middle(void **state)
{
    (void)state;
    assert_int_equal(page__start(50, 100, 5), 48);
    assert_int_equal(page__start(50, 100, 4), 48);
    assert_int_equal(page__start(50, 100, 1), 50);
}

static void pages_are_full_at_both_ends(void **state)
{
    (void)state;
    assert_int_equal(page__start(0, 100, 5), 0);
    assert_int_equal(page__start(1, 100, 5), 0);
    assert_int_equal(page__start(99, 100, 5), 95);
    assert_int_equal(page__start(97, 100, 5), 95);
}

static void few_players_are_all_on_the_page(void **state)
{
    (void)state;
    assert_int_equal(page__start(2, 3, 5), 0);
    assert_int_equal(page__start(0, 1, 5), 0);
    assert_int_equal(page__start(0, 0, 5), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_player_is_in_the_middle),
        cmocka_unit_test(pages_are_full_at_both_ends),
        cmocka_unit_test(few_players_are_all_on_the_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
