/* SPDX-License-Identifier: MIT */
/* Conduct: which games pause a player, for how long, and when it is good again. */
#include "server/core/rules/conduct.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

#define MINUTE_MS INT64_C(60000)
#define NOW_MS INT64_C(1700000000000)

static const struct conduct_rules rules = {.percent = 30, .games = 5, .pause_ms = 5 * MINUTE_MS};

/* Games in this order: `x` was spoilt. Returns the minutes of the pause that the last one brought.
 */
static int64_t pause_after(const char *games)
{
    struct store_conduct conduct = {0};
    int64_t until_ms = 0;
    for (; *games != '\0'; games++) {
        until_ms = conduct.paused_until_ms;
        conduct_count(&conduct, &rules, *games == 'x', NOW_MS);
        if (games[1] == '\0' && conduct.paused_until_ms == until_ms && *games != 'x')
            return 0;
    }
    return conduct.paused_until_ms == 0 ? 0 : (conduct.paused_until_ms - NOW_MS) / MINUTE_MS;
}

static void nobody_is_judged_before_the_fifth_game(void **state)
{
    (void)state;
    assert_int_equal(pause_after("xxxx"), 0);
    assert_int_equal(pause_after("xxxxx"), 5);
    assert_int_equal(pause_after("....x"), 0);
    assert_int_equal(pause_after("...xx"), 5);
}

static void a_share_of_thirty_percent_is_fine(void **state)
{
    (void)state;
    assert_int_equal(pause_after(".......xxx"), 0);            /* 3 of 10 */
    assert_int_equal(pause_after("......xxx"), 5);             /* 3 of 9 */
    assert_int_equal(pause_after("..............xxxxxx"), 0);  /* 6 of 20 */
    assert_int_equal(pause_after("..............xxxxxxx"), 5); /* 7 of the last 20 */
}

static void pauses_in_a_row_grow_to_a_day(void **state)
{
    (void)state;
    assert_int_equal(pause_after("xxxxxx"), 15);
    assert_int_equal(pause_after("xxxxxxx"), 60);
    assert_int_equal(pause_after("xxxxxxxx"), 1440);
    assert_int_equal(pause_after("xxxxxxxxxxxx"), 1440);
    /* A game that was played to its end pauses nobody, and does not yet end the row. */
    assert_int_equal(pause_after("xxxxxx."), 0);
    assert_int_equal(pause_after("xxxxxx.x"), 60);
    /* When the share is small again, the first pause is short again. */
    assert_int_equal(pause_after("xxxxxx...............xxxxxxx"), 5);
}

static void only_the_last_twenty_count(void **state)
{
    (void)state;
    struct store_conduct conduct = {0};
    for (int i = 0; i < 30; i++)
        conduct_count(&conduct, &rules, i < 10, NOW_MS);
    assert_int_equal(conduct.games, 20);
    assert_int_equal(conduct_broken(&conduct), 0);
    assert_int_equal(conduct.broken, 0);
    assert_false(conduct_is_poor(&conduct, &rules));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_judged_before_the_fifth_game),
        cmocka_unit_test(a_share_of_thirty_percent_is_fine),
        cmocka_unit_test(pauses_in_a_row_grow_to_a_day),
        cmocka_unit_test(only_the_last_twenty_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
