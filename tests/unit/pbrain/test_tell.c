/* SPDX-License-Identifier: MIT */
/*
 * What a manager tells, and the time for a move that follows from it.
 */
#include "pbrain/tell.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <string.h>

static struct tell tell;

static void hear(const char *text)
{
    tell_hear(&tell, text, strlen(text));
}

static void the_time_of_a_turn_is_used_but_for_a_margin(void **state)
{
    (void)state;
    tell_init(&tell);
    hear("timeout_turn 300");
    assert_in_range(tell_move_ms(&tell, 0, 0), 240, 290);
    hear("timeout_turn 30000");
    assert_in_range(tell_move_ms(&tell, 0, 0), 29000, 29900);
    hear("timeout_turn 10");
    assert_int_equal(tell_move_ms(&tell, 0, 0), 0);
}

static void a_machine_that_stands_still_gets_a_larger_margin(void **state)
{
    (void)state;
    tell_init(&tell);
    hear("timeout_turn 300");
    assert_in_range(tell_move_ms(&tell, 0, 20), 190, 240);
    assert_int_equal(tell_move_ms(&tell, 0, 80), 150);
    assert_int_equal(tell_move_ms(&tell, 0, 5), tell_move_ms(&tell, 0, 0));
    assert_int_equal(tell_move_ms(&tell, 0, 5000), 150);
}

static void a_time_of_zero_means_as_fast_as_possible(void **state)
{
    (void)state;
    tell_init(&tell);
    hear("timeout_turn 0");
    assert_int_equal(tell_move_ms(&tell, 0, 0), 0);
    hear("timeout_turn -5");
    assert_int_equal(tell_move_ms(&tell, 0, 0), 0);
}

static void time_left_is_shared_among_moves_to_come(void **state)
{
    int64_t left = 20000;
    (void)state;
    tell_init(&tell);
    hear("timeout_turn 30000");
    hear("time_left 2147483647"); /* no limit */
    assert_in_range(tell_move_ms(&tell, 0, 0), 29000, 29900);
    for (int move = 0; move < 200; move++) {
        char text[64];
        snprintf(text, sizeof(text), "time_left %d", (int)left);
        hear(text);
        int64_t ms = tell_move_ms(&tell, 0, 0);
        assert_true(ms >= 0 && ms < left);
        left -= ms + 5;
        if (left < 100)
            break;
    }
    hear("time_left -3");
    assert_int_equal(tell_move_ms(&tell, 0, 0), 0);
}

static void the_time_of_a_match_counts_where_nobody_tells_what_is_left(void **state)
{
    (void)state;
    tell_init(&tell);
    hear("timeout_match 10000");
    int64_t first = tell_move_ms(&tell, 0, 0);
    assert_in_range(first, 100, 5000);
    assert_true(tell_move_ms(&tell, 5000, 0) < first);
    assert_int_equal(tell_move_ms(&tell, 20000, 0), 0);
    hear("time_left 2147483647");
    assert_true(tell_move_ms(&tell, 20000, 0) > first);
}

static void five_or_more_and_exactly_five_are_played(void **state)
{
    enum overline overline;
    (void)state;
    tell_init(&tell);
    assert_true(tell_overline(&tell, &overline));
    assert_int_equal(overline, OVERLINE_WINS);
    hear("rule 1");
    assert_true(tell_overline(&tell, &overline));
    assert_int_equal(overline, OVERLINE_NOTHING);
    for (int rule = 2; rule < 16; rule++) {
        char text[32];
        snprintf(text, sizeof(text), "rule %d", rule);
        hear(text);
        assert_false(tell_overline(&tell, &overline));
    }
}

static void a_wrong_value_is_remembered_until_a_right_one_comes(void **state)
{
    (void)state;
    tell_init(&tell);
    hear("timeout_turn soon");
    assert_string_equal(tell_wrong_key(&tell), "timeout_turn");
    hear("timeout_turn 5000");
    assert_null(tell_wrong_key(&tell));
    hear("evaluate 3,4");
    hear("folder /tmp");
    hear("timeout_turns x");
    hear("");
    assert_null(tell_wrong_key(&tell));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_time_of_a_turn_is_used_but_for_a_margin),
        cmocka_unit_test(a_machine_that_stands_still_gets_a_larger_margin),
        cmocka_unit_test(a_time_of_zero_means_as_fast_as_possible),
        cmocka_unit_test(time_left_is_shared_among_moves_to_come),
        cmocka_unit_test(the_time_of_a_match_counts_where_nobody_tells_what_is_left),
        cmocka_unit_test(five_or_more_and_exactly_five_are_played),
        cmocka_unit_test(a_wrong_value_is_remembered_until_a_right_one_comes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
