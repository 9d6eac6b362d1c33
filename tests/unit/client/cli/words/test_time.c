/* SPDX-License-Identifier: MIT */
/*
 * Time in words: what clocks show, how long that stays right, and what is said of an opponent who
 * is away.
 */
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "client/core/table_record.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <stdio.h>
#include <string.h>

#define SECOND CLOCK_SECOND_MS
#define MINUTE CLOCK_MINUTE_MS
#define HOUR CLOCK_HOUR_MS
#define DAY CLOCK_DAY_MS

/* anna's clock, whose turn it is, as it stands at 0. */
static struct table table_with(const char *control, int64_t left_ms, int periods)
{
    struct table table;
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, "b2 a1", 1);
    table_init(&table, "anna");
    table_set_room(&table, &room);
    assert_int_equal(table_set_game(&table, &game), 0);
    assert_true(time_control_parse(control, strlen(control), &table.control));
    table.has_clocks = true;
    table.clocks[SEAT_FIRST] = (struct clock){.left_ms = left_ms, .periods = periods};
    table.clocks[SEAT_SECOND] = clock_start(&table.control);
    return table;
}

static void check(const char *control, int64_t left_ms, int periods, const char *expected)
{
    char text[WORDS_SIZE];
    struct table table = table_with(control, left_ms, periods);
    words_clock(&table, SEAT_FIRST, 0, text, sizeof(text));
    assert_string_equal(text, expected);
}

static void clocks_show_what_matters_at_their_size(void **state)
{
    (void)state;
    check("5m+3s", 4 * MINUTE + 58 * SECOND + 999, 0, "4:58");
    check("5m+3s", 10 * SECOND, 0, "0:10");
    check("5m+3s", 9999, 0, "0:09.9");
    check("5m+3s", 7349, 0, "0:07.3");
    check("5m+3s", 0, 0, "0:00.0");
    check("5m+3s", HOUR + 2 * MINUTE + 3 * SECOND, 0, "1:02:03");
    check("5m+3s", DAY - 1, 0, "23:59:59");
    check("3d/move", 2 * DAY + 3 * HOUR + 14 * MINUTE, 0, "2d 03:14");
}

static void a_clock_that_runs_without_a_connection_is_marked(void **state)
{
    (void)state;
    char text[WORDS_SIZE];
    struct table table = table_with("10m+3x30s", 25 * SECOND, 2);
    table_cut_off(&table);
    words_clocks(&table, 2000, text, sizeof(text));
    assert_string_equal(text, "Time left: anna ~0:23 x3, boris 10:00 x3.");
}

static void periods_are_counted_with_the_one_that_runs(void **state)
{
    (void)state;
    check("10m+3x30s", 5 * MINUTE, 3, "5:00 x3");
    check("10m+3x30s", 25 * SECOND, 2, "0:25 x3");
    check("10m+3x30s", 25 * SECOND, 0, "0:25 x1");
    check("10m+3x30s", 0, 0, "0:00.0 x0");
}

/* Checks that the text of `now_ms` stays until just before `now_ms + lasts_ms`, and not longer. */
static void check_lasts(const char *control, int64_t left_ms)
{
    struct table table = table_with(control, left_ms, 0);
    char now[WORDS_SIZE];
    char before[WORDS_SIZE];
    char then[WORDS_SIZE];
    int64_t lasts_ms = words_time_lasts_ms(&table, 0);
    assert_true(lasts_ms > 0 && lasts_ms < INT64_MAX);
    words_clock(&table, SEAT_FIRST, 0, now, sizeof(now));
    words_clock(&table, SEAT_FIRST, lasts_ms - 1, before, sizeof(before));
    words_clock(&table, SEAT_FIRST, lasts_ms, then, sizeof(then));
    assert_string_equal(now, before);
    assert_string_not_equal(now, then);
}

static void each_text_is_told_how_long_it_stays_right(void **state)
{
    (void)state;
    static const int64_t times[] = {100,     101,   9950,    9999,           10000,
                                    10001,   59999, 60000,   HOUR,           HOUR + 1234,
                                    DAY - 1, DAY,   DAY + 1, 2 * DAY + 61234};
    for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++)
        check_lasts("3d/move", times[i]);
}

static void nothing_runs_without_a_clock_or_after_the_flag_or_the_end(void **state)
{
    (void)state;
    struct table table = table_with("5m+3s", 0, 0);
    assert_true(words_time_lasts_ms(&table, 0) == INT64_MAX);
    table = table_with("5m+3s", 5000, 0);
    table.result = RESULT_WORD_DRAW;
    assert_true(words_time_lasts_ms(&table, 0) == INT64_MAX);
    table = table_with("5m+3s", 5000, 0);
    table.has_clocks = false;
    assert_true(words_time_lasts_ms(&table, 0) == INT64_MAX);
}

static void only_ones_own_last_seconds_are_urgent(void **state)
{
    (void)state;
    struct table table = table_with("5m+3s", 10000, 0);
    assert_false(words_clock_is_urgent(&table, SEAT_FIRST, 0));
    assert_true(words_clock_is_urgent(&table, SEAT_FIRST, 1));
    table.clocks[SEAT_SECOND].left_ms = 1000;
    assert_false(words_clock_is_urgent(&table, SEAT_SECOND, 0));
    snprintf(table.me, sizeof(table.me), "boris"); /* it is not his turn */
    assert_false(words_clock_is_urgent(&table, SEAT_SECOND, 0));
    assert_false(words_clock_is_urgent(&table, SEAT_FIRST, 1)); /* anna's trouble */
    table = table_with("10m+3x30s", 5000, 1);                   /* a period is behind it */
    assert_false(words_clock_is_urgent(&table, SEAT_FIRST, 0));
}

static void check_claim(const struct table *table, int64_t now_ms, const char *expected)
{
    char text[WORDS_SIZE];
    words_claim(table, now_ms, text, sizeof(text));
    assert_string_equal(text, expected);
}

static void a_stopped_clock_is_not_redrawn_but_an_estimated_one_is(void **state)
{
    (void)state;
    struct table table = table_with("5m+3s", 5000, 0);
    table.clock_waits_until_ms = 700;
    assert_int_equal(words_time_lasts_ms(&table, 200), 500);
    assert_true(words_time_lasts_ms(&table, 700) < 200);
    table_cut_off(&table);
    assert_true(words_time_lasts_ms(&table, 700) < 200);
}

static void check_connection(bool is_connected, int64_t lag_ms, const char *expected)
{
    char text[WORDS_SIZE];
    struct table_person person = {.is_connected = is_connected, .lag_ms = lag_ms};
    words_connection(&person, text, sizeof(text));
    assert_string_equal(text, expected);
}

static void days_off_are_shown_with_their_last_day(void **state)
{
    char text[WORDS_SIZE];
    struct table_person person = {.off_until = INT64_C(1796256000000)};
    (void)state;
    words_connection(&person, text, sizeof(text));
    assert_int_equal(strncmp(text, ", off until 2026-12-0", 21), 0);
    assert_int_equal(strlen(text), strlen(", off until 2026-12-03"));
    person.is_connected = true;
    person.lag_ms = 20;
    words_connection(&person, text, sizeof(text));
    assert_string_equal(text, ", 20 ms");
}

static void the_connection_is_said_in_a_word(void **state)
{
    (void)state;
    check_connection(true, NONE, "");
    check_connection(true, 120, ", 120 ms");
    check_connection(false, NONE, ", offline");
    check_connection(false, 120, ", offline");
}

static void absence_is_counted_down_and_then_said(void **state)
{
    (void)state;
    struct table table = table_with("none", 0, 0);
    table.has_clocks = false;
    assert_int_equal(game_act(&table.game, action_place(8)), 0); /* and it is for boris to act */
    check_claim(&table, 0, "");
    table.seats[SEAT_SECOND].claim_at_ms = 118000;
    check_claim(&table, 0, "boris lost the connection; you can claim the win in 1:58.");
    check_claim(&table, 1, "boris lost the connection; you can claim the win in 1:58.");
    check_claim(&table, 1000, "boris lost the connection; you can claim the win in 1:57.");
    assert_int_equal(words_time_lasts_ms(&table, 1), 999);
    check_claim(&table, 117999, "boris lost the connection; you can claim the win in 0:01.");
    assert_int_equal(words_time_lasts_ms(&table, 117999), 1);
    check_claim(&table, 118000, "boris is still offline: type claim to win, or wait.");
    assert_true(words_time_lasts_ms(&table, 118000) == INT64_MAX);
}

/* In a game of 10m+5s of which `actions` are played, of a server that waits a minute. */
static void check_start(const char *actions, int64_t left_ms, int64_t now_ms, int64_t claim_at_ms,
                        const char *expected)
{
    struct table table;
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, actions, 1);
    table_init(&table, "anna");
    table.first_move_ms = MINUTE;
    table_set_room(&table, &room);
    assert_int_equal(table_set_game(&table, &game), 0);
    assert_true(time_control_parse("10m+5s", 6, &table.control));
    table.has_clocks = true;
    table.clocks[SEAT_FIRST] = table.clocks[SEAT_SECOND] = clock_start(&table.control);
    table.clocks[table_to_act(&table)].left_ms = left_ms;
    table.seats[SEAT_SECOND].claim_at_ms = claim_at_ms;
    check_claim(&table, now_ms, expected);
}

static void the_limit_of_the_first_move_is_counted_down(void **state)
{
    (void)state;
    check_start("", 10 * MINUTE, 0, NONE, "Your first move within 1:00, else the game ends.");
    check_start("", 10 * MINUTE, 18 * SECOND, NONE,
                "Your first move within 0:42, else the game ends.");
    check_start("", 10 * MINUTE - 30 * SECOND, 0, NONE,
                "Your first move within 0:30, else the game ends.");
    check_start("", 5 * SECOND, 0, NONE, "Your first move within 0:00, else the game ends.");
    check_start("b2", 10 * MINUTE, 20 * SECOND, NONE,
                "boris has 0:40 left for a first move, else the game ends.");
    check_start("b2", 10 * MINUTE, 20 * SECOND, 80 * SECOND,
                "boris is offline; without a first move the game ends in 0:40.");
    check_start("b2", 10 * MINUTE, 20 * SECOND, 10 * SECOND,
                "boris is offline; without a first move the game ends in 0:40.");
    check_start("b2 a1", 10 * MINUTE, 20 * SECOND, NONE, "");
    check_start("b2 a1 c3", 10 * MINUTE, 0, 80 * SECOND,
                "boris lost the connection; you can claim the win in 1:20.");
}

/* The first words of what resigning would mean to anna, who began, behind these moves. */
static void check_resign(const char *actions, bool is_rated, const char *expected)
{
    char text[WORDS_SIZE];
    struct table table = table_with("none", 0, 0);
    assert_int_equal(
        game_parse(&table.game, variant_get(VARIANT_CLASSIC), actions, strlen(actions), NULL), 0);
    table.is_rated = is_rated;
    words_resign(&table, false, text, sizeof(text));
    assert_non_null(strstr(text, expected));
}

static void what_resigning_means_is_said_before(void **state)
{
    (void)state;
    check_resign("", true, "Not both have moved, so there is no result.");
    check_resign("a1 b1", true, "It is early, so there is no result.");
    check_resign("a1 b1 a2 b2 a3", true, "It is early, so there is no result.");
    check_resign("a1 b1 a2 b2 a3 b3", true, "You will lose the game and rating points.");
    check_resign("a1 b1 a2 b2 a3 b3", false, "You will lose the game.");
}

/* The first words of a game against a computer, and that nobody is made to wait. */
static void check_resign_alone(const char *actions, const char *expected)
{
    char text[WORDS_SIZE];
    struct table table = table_with("none", 0, 0);
    assert_int_equal(
        game_parse(&table.game, variant_get(VARIANT_CLASSIC), actions, strlen(actions), NULL), 0);
    words_resign(&table, true, text, sizeof(text));
    assert_non_null(strstr(text, expected));
    assert_null(strstr(text, "quick pairing"));
}

static void against_a_computer_nobody_waits_for_having_resigned(void **state)
{
    (void)state;
    check_resign_alone("", "Not both have moved, so there is no result.");
    check_resign_alone("a1 b1", "It is early, so there is no result.");
    check_resign_alone("a1 b1 a2 b2 a3 b3", "You will lose the game.");
}

static void controls_are_said_as_they_are_typed(void **state)
{
    (void)state;
    char text[WORDS_SIZE];
    struct table table = table_with("10m+3x30s", 1, 1);
    words_control(&table.control, text, sizeof(text));
    assert_string_equal(text, "10m+3x30s");
    table = table_with("none", 1, 1);
    words_control(&table.control, text, sizeof(text));
    assert_string_equal(text, "no clock");
}

static void every_act_of_a_moderator_has_words(void **state)
{
    (void)state;
    for (int act = 0; act < MOD_ACT_WORD_COUNT; act++) {
        assert_non_null(words_act(act));
        assert_true(strlen(words_act(act)) > 0);
    }
}

static void every_reason_has_words(void **state)
{
    (void)state;
    for (int reason = 0; reason < REASON_WORD_COUNT; reason++) {
        assert_non_null(words_reason(reason));
        assert_true(strlen(words_reason(reason)) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_show_what_matters_at_their_size),
        cmocka_unit_test(a_clock_that_runs_without_a_connection_is_marked),
        cmocka_unit_test(periods_are_counted_with_the_one_that_runs),
        cmocka_unit_test(each_text_is_told_how_long_it_stays_right),
        cmocka_unit_test(nothing_runs_without_a_clock_or_after_the_flag_or_the_end),
        cmocka_unit_test(only_ones_own_last_seconds_are_urgent),
        cmocka_unit_test(a_stopped_clock_is_not_redrawn_but_an_estimated_one_is),
        cmocka_unit_test(days_off_are_shown_with_their_last_day),
        cmocka_unit_test(the_connection_is_said_in_a_word),
        cmocka_unit_test(absence_is_counted_down_and_then_said),
        cmocka_unit_test(the_limit_of_the_first_move_is_counted_down),
        cmocka_unit_test(what_resigning_means_is_said_before),
        cmocka_unit_test(against_a_computer_nobody_waits_for_having_resigned),
        cmocka_unit_test(controls_are_said_as_they_are_typed),
        cmocka_unit_test(every_reason_has_words),
        cmocka_unit_test(every_act_of_a_moderator_has_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
