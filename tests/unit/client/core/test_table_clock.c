/* SPDX-License-Identifier: MIT */
/*
 * Time at a table: clocks go on from the last message by the client's own clock, and the absence of
 * the opponent can be claimed when the server said.
 */
#include "client/core/table.h"
#include "client/core/table_record.h"
#include "proto/family.h"
#include "tests/support/test.h"
#include "wire.h"

#include <stdio.h>

#define ARRIVED_MS 50000 /* of a clock that has nothing to do with the server's */

static const struct clock_record fischer = {
    .kind = CLOCK_KIND_WORD_FISCHER, .main_ms = 60000, .increment_ms = 2000};
static const struct clock_record byoyomi = {
    .kind = CLOCK_KIND_WORD_BYOYOMI, .main_ms = 20000, .period_ms = 5000, .periods = 3};

static struct clocks_record clocks(int64_t first_ms, int64_t second_ms)
{
    return (struct clocks_record){.first_ms = first_ms,
                                  .second_ms = second_ms,
                                  .first_periods = NONE,
                                  .second_periods = NONE};
}

/* anna is to move after `actions`; the message arrived at ARRIVED_MS. */
static void sit(struct table *table, const struct clock_record *control,
                const struct clocks_record *both, const char *actions)
{
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, actions, 10);
    room.clock = control;
    game.clock = control;
    game.clocks = both;
    table_init(table, "anna");
    table_pass_time(table, ARRIVED_MS);
    table_set_room(table, &room);
    assert_int_equal(table_set_game(table, &game), 0);
}

static void check_left(const struct table *table, int64_t now_ms, int64_t first_ms,
                       int64_t second_ms)
{
    assert_int_equal(table_clock(table, SEAT_FIRST, now_ms).left_ms, first_ms);
    assert_int_equal(table_clock(table, SEAT_SECOND, now_ms).left_ms, second_ms);
}

static enum table_news move(struct table *table, int64_t seq, int by, int64_t ply, const char *at,
                            const struct clocks_record *both)
{
    struct game_moved_event moved = wire_moved(9, seq, by, ply, at);
    moved.clocks = both;
    moved.server_now = 999; /* another clock: of no use here */
    union event_body body = {.game_moved = moved};
    return table_take_event(table, EVENT_GAME_MOVED, &body);
}

#define TABLE_TEST(name) TEST_IN(name, table, table_init(&table, "anna"), (void)0)

TABLE_TEST(only_the_clock_of_who_is_to_act_runs)
{
    struct clocks_record both = clocks(41500, 60000);
    sit(table, &fischer, &both, "b2 a1");
    assert_true(table->has_clocks);
    check_left(table, ARRIVED_MS, 41500, 60000);
    check_left(table, ARRIVED_MS + 1400, 40100, 60000);
    check_left(table, ARRIVED_MS - 5, 41500, 60000);
}

TABLE_TEST(looking_back_moves_no_clock)
{
    static struct table before;
    struct clocks_record both = clocks(41500, 60000);
    sit(table, &fischer, &both, "b2 a1");
    table_at(table, 1, &before);
    assert_int_equal(table_to_act(&before), SEAT_SECOND);
    assert_int_equal(table_on_clock(&before), SEAT_FIRST);
    check_left(&before, ARRIVED_MS + 1400, 40100, 60000);
}

TABLE_TEST(each_event_brings_both_clocks_anew)
{
    struct clocks_record before = clocks(41500, 60000);
    struct clocks_record after = clocks(40000, 60000);
    sit(table, &fischer, &before, "b2 a1");
    table_pass_time(table, ARRIVED_MS + 3000);
    assert_int_equal(move(table, 11, SEAT_WORD_FIRST, 2, "c3", &after), TABLE_NEWS);
    check_left(table, ARRIVED_MS + 3000, 40000, 60000);
    check_left(table, ARRIVED_MS + 4000, 40000, 59000);
}

TABLE_TEST(a_repeated_event_does_not_wind_clocks_back)
{
    struct clocks_record now = clocks(41500, 60000);
    struct clocks_record old = clocks(59000, 60000);
    sit(table, &fischer, &now, "b2 a1");
    assert_int_equal(move(table, 9, SEAT_WORD_FIRST, 0, "b2", &old), TABLE_NEWS_NONE);
    check_left(table, ARRIVED_MS, 41500, 60000);
}

TABLE_TEST(a_fallen_flag_shows_0_until_the_server_says_so)
{
    struct clocks_record both = clocks(1500, 60000);
    sit(table, &fischer, &both, "b2 a1");
    check_left(table, ARRIVED_MS + 1500, 0, 60000);
    check_left(table, ARRIVED_MS + 99999, 0, 60000);
    assert_true(table_is_playing(table));
}

TABLE_TEST(clocks_stand_when_the_game_is_over)
{
    struct clocks_record both = clocks(41500, 60000);
    struct clocks_record end = clocks(0, 60000);
    sit(table, &fischer, &both, "b2 a1");
    union event_body body = {.game_ended = {.game = 9,
                                            .seq = 11,
                                            .result = RESULT_WORD_SECOND,
                                            .reason = REASON_WORD_TIME,
                                            .clocks = &end}};
    assert_int_equal(table_take_event(table, EVENT_GAME_ENDED, &body), TABLE_NEWS);
    check_left(table, ARRIVED_MS + 5000, 0, 60000);
}

TABLE_TEST(periods_are_counted_down)
{
    struct clocks_record both = clocks(2000, 4000);
    both.first_periods = 3;
    both.second_periods = 1;
    sit(table, &byoyomi, &both, "b2 a1");
    struct clock clock = table_clock(table, SEAT_FIRST, ARRIVED_MS + 1000);
    assert_int_equal(clock.left_ms, 1000);
    assert_int_equal(clock.periods, 3);
    clock = table_clock(table, SEAT_FIRST, ARRIVED_MS + 2000 + 5000 + 500);
    assert_int_equal(clock.left_ms, 4500);
    assert_int_equal(clock.periods, 1);
    assert_int_equal(table_clock(table, SEAT_SECOND, ARRIVED_MS + 7500).periods, 1);
}

TABLE_TEST(what_is_told_when_coming_back_is_how_clocks_stand)
{
    struct clocks_record before = clocks(41500, 60000);
    struct clocks_record now = clocks(30000, 60000);
    sit(table, &fischer, &before, "b2 a1");
    table_pass_time(table, ARRIVED_MS + 20000);
    struct game_sync_reply sync = {.seq = 10, .clocks = &now};
    assert_int_equal(table_take_sync(table, &sync), 0);
    check_left(table, ARRIVED_MS + 21000, 29000, 60000);
    sync.seq = 12; /* two events are still to come, and with them other clocks */
    now = clocks(1, 1);
    assert_int_equal(table_take_sync(table, &sync), 0);
    check_left(table, ARRIVED_MS + 21000, 29000, 60000);
}

TABLE_TEST(without_a_clock_there_is_none)
{
    static const struct clock_record none = {.kind = CLOCK_KIND_WORD_NONE};
    struct clocks_record both = clocks(1, 2);
    sit(table, &none, NULL, "b2 a1");
    assert_false(table->has_clocks);
    sit(table, &none, &both, "b2 a1");
    assert_false(table->has_clocks);
}

TABLE_TEST(a_control_that_makes_no_sense_is_none)
{
    static const struct clock_record mad = {
        .kind = CLOCK_KIND_WORD_BYOYOMI, .main_ms = 5, .period_ms = 0, .periods = 99};
    struct clocks_record both = clocks(INT64_MAX, INT64_MAX);
    sit(table, &mad, &both, "b2 a1");
    assert_int_equal(table->control.kind, CLOCK_NONE);
    both.first_periods = 99;
    sit(table, &byoyomi, &both, "b2 a1"); /* must not overflow */
    assert_true(table_clock(table, SEAT_FIRST, ARRIVED_MS + 5).left_ms > 0);
}

/* boris loses or regains the connection. */
static void presence(struct table *table, bool is_connected, int64_t claim_in_ms)
{
    union event_body body = {
        .room_presence = {
            .room = 7, .name = "boris", .connected = is_connected, .claim_in_ms = claim_in_ms}};
    table_take_event(table, EVENT_ROOM_PRESENCE, &body);
}

TABLE_TEST(absence_can_be_claimed_when_the_server_said)
{
    static const struct clock_record none = {.kind = CLOCK_KIND_WORD_NONE};
    sit(table, &none, NULL, "b2");
    assert_int_equal(table_claim_in_ms(table, ARRIVED_MS), NONE);
    presence(table, false, 2000);
    assert_int_equal(table_claim_in_ms(table, ARRIVED_MS + 500), 1500);
    assert_int_equal(table_claim_in_ms(table, ARRIVED_MS + 2000), 0);
    assert_int_equal(table_claim_in_ms(table, ARRIVED_MS + 9000), 0);
    presence(table, true, NONE);
    assert_int_equal(table_claim_in_ms(table, ARRIVED_MS + 9000), NONE);
}

TABLE_TEST(only_the_opponent_claims_and_only_from_a_running_game)
{
    static const struct clock_record none = {.kind = CLOCK_KIND_WORD_NONE};
    sit(table, &none, NULL, "b2");
    presence(table, false, 0);
    table->me[0] = 'b'; /* somebody who watches */
    assert_int_equal(table_claim_in_ms(table, ARRIVED_MS), NONE);
    table->me[0] = 'a';
    assert_int_equal(table_claim_in_ms(table, ARRIVED_MS), 0);
    table->result = RESULT_WORD_DRAW;
    assert_int_equal(table_claim_in_ms(table, ARRIVED_MS), NONE);
}

TABLE_TEST(nothing_is_claimed_on_ones_own_turn)
{
    static const struct clock_record none = {.kind = CLOCK_KIND_WORD_NONE};
    sit(table, &none, NULL, "b2");
    presence(table, false, 2000);
    assert_int_equal(move(table, 11, SEAT_WORD_SECOND, 1, "a1", NULL), TABLE_NEWS);
    assert_int_equal(table_claim_in_ms(table, ARRIVED_MS + 2000), NONE);
    assert_int_equal(move(table, 12, SEAT_WORD_FIRST, 2, "a2", NULL), TABLE_NEWS);
    assert_int_equal(table_claim_in_ms(table, ARRIVED_MS + 2000), NONE); /* as yet */
    presence(table, false, 3000); /* told behind the move, and news */
    assert_int_equal(table_claim_in_ms(table, ARRIVED_MS + 2000), 1000);
}

TABLE_TEST(without_a_connection_a_clock_runs_on_as_a_guess)
{
    struct clocks_record before = clocks(41500, 60000);
    struct clocks_record now = clocks(30000, 60000);
    sit(table, &fischer, &before, "b2 a1");
    assert_false(table_clock_is_guess(table, ARRIVED_MS + 1000));
    table_cut_off(table);
    assert_true(table_clock_is_guess(table, ARRIVED_MS + 9000));
    assert_false(table_clock_stands(table, ARRIVED_MS + 9000));
    check_left(table, ARRIVED_MS + 9000, 32500, 60000);
    table_pass_time(table, ARRIVED_MS + 20000);
    struct game_sync_reply sync = {.seq = 10, .clocks = &now};
    assert_int_equal(table_take_sync(table, &sync), 0);
    assert_false(table_clock_is_guess(table, ARRIVED_MS + 20000));
    check_left(table, ARRIVED_MS + 21000, 29000, 60000);
}

TABLE_TEST(a_game_against_time_is_ones_own_that_counts_no_days)
{
    static const struct clock_record days = {.kind = CLOCK_KIND_WORD_CORRESPONDENCE,
                                             .period_ms = CLOCK_DAY_MS};
    assert_false(table_is_against_time(table));
    sit(table, &fischer, NULL, "b2 a1");
    assert_true(table_is_against_time(table));
    snprintf(table->me, sizeof(table->me), "vera"); /* who watches */
    assert_false(table_is_against_time(table));
    sit(table, &fischer, NULL, "b2 a1");
    table->result = RESULT_WORD_DRAW;
    assert_false(table_is_against_time(table));
    sit(table, &days, NULL, "b2 a1");
    assert_false(table_is_against_time(table));
}

TABLE_TEST(a_clock_that_waits_for_its_player_stands)
{
    struct clocks_record both = clocks(41500, 60000);
    sit(table, &fischer, &both, "b2 a1");
    struct game_sync_reply sync = {.seq = 10, .clocks = &both, .clock_waits_ms = 5000};
    assert_int_equal(table_take_sync(table, &sync), 0);
    assert_true(table_clock_stands(table, ARRIVED_MS + 4999));
    check_left(table, ARRIVED_MS + 4999, 41500, 60000);
    table_cut_off(table);
    assert_false(table_clock_is_guess(table, ARRIVED_MS + 4999));
    assert_true(table_clock_is_guess(table, ARRIVED_MS + 5000));
    check_left(table, ARRIVED_MS + 6000, 40500, 60000); /* it does not wait for ever */
    table_pass_time(table, ARRIVED_MS + 1000);
    union event_body back = {
        .room_presence = {
            .room = 7, .name = "anna", .connected = true, .claim_in_ms = NONE, .lag_ms = NONE}};
    table_take_event(table, EVENT_ROOM_PRESENCE, &back);
    assert_false(table_clock_stands(table, ARRIVED_MS + 1000));
    assert_int_equal(move(table, 11, SEAT_WORD_FIRST, 2, "c3", &both), TABLE_NEWS);
    union event_body away = {.room_presence = {.room = 7,
                                               .name = "boris",
                                               .claim_in_ms = NONE,
                                               .lag_ms = NONE,
                                               .clock_waits_ms = 2000}};
    table_take_event(table, EVENT_ROOM_PRESENCE, &away);
    check_left(table, ARRIVED_MS + 3000, 41500, 60000);
    check_left(table, ARRIVED_MS + 3500, 41500, 59500);
}

TABLE_TEST(lag_that_changes_is_no_coming_and_going)
{
    sit(table, &fischer, NULL, "b2 a1");
    union event_body body = {
        .room_presence = {
            .room = 7, .name = "boris", .connected = true, .claim_in_ms = NONE, .lag_ms = 140}};
    assert_int_equal(table_take_event(table, EVENT_ROOM_PRESENCE, &body), TABLE_NEWS_NONE);
    assert_int_equal(table->seats[SEAT_SECOND].lag_ms, 140);
}

TABLE_TEST(given_time_is_on_the_clock)
{
    struct clocks_record both = clocks(41500, 60000);
    struct clocks_record more = clocks(56500, 60000);
    sit(table, &fischer, &both, "b2 a1");
    union event_body body = {
        .game_time_given = {
            .game = 9, .seq = 11, .by = SEAT_WORD_SECOND, .ms = 15000, .clocks = &more}};
    assert_int_equal(table_take_event(table, EVENT_GAME_TIME_GIVEN, &body), TABLE_NEWS);
    check_left(table, ARRIVED_MS + 500, 56000, 60000);
    assert_int_equal(table_take_event(table, EVENT_GAME_TIME_GIVEN, &body), TABLE_NEWS_NONE);
}

TABLE_TEST(a_clock_waits_for_days_off)
{
    struct clocks_record both = clocks(41500, 60000);
    struct clocks_record more = clocks(CLOCK_DAY_MS + 41500, 60000);
    sit(table, &fischer, &both, "b2 a1");
    union event_body body = {
        .game_days_off = {
            .game = 9, .seq = 11, .by = SEAT_WORD_FIRST, .ms = CLOCK_DAY_MS, .clocks = &more}};
    assert_int_equal(table_take_event(table, EVENT_GAME_DAYS_OFF, &body), TABLE_NEWS);
    check_left(table, ARRIVED_MS + 500, CLOCK_DAY_MS + 41000, 60000);
    body = (union event_body){.room_presence = {.room = 7,
                                                .name = "boris",
                                                .claim_in_ms = NONE,
                                                .lag_ms = NONE,
                                                .off_until = CLOCK_DAY_MS}};
    assert_int_equal(table_take_event(table, EVENT_ROOM_PRESENCE, &body), TABLE_NEWS);
    assert_int_equal(table->seats[SEAT_SECOND].off_until, CLOCK_DAY_MS);
}

TABLE_TEST(a_control_survives_the_way_over_the_wire)
{
    sit(table, &byoyomi, NULL, "");
    struct clock_record record = family_clock(&table->control);
    assert_int_equal(record.kind, byoyomi.kind);
    assert_int_equal(record.main_ms, byoyomi.main_ms);
    assert_int_equal(record.period_ms, byoyomi.period_ms);
    assert_int_equal(record.periods, byoyomi.periods);
    assert_int_equal(record.increment_ms, 0);
}
