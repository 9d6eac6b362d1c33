/* SPDX-License-Identifier: MIT */
/*
 * Moves on their way: noted at once, one at a time, kept without a connection and sent behind the
 * return, unless the position has changed. Also what a session does when nothing is answered. anna
 * plays mini against boris, in room 7, game 9.
 */
#include "client/core/moves.h"
#include "client/core/patience.h"
#include "client/core/table_record.h"
#include "proto/error.h"
#include "tests/support/test.h"
#include "wire.h"

#include <string.h>

static struct wire wire;
static struct table table;

static struct action at(const char *square)
{
    struct action action;
    assert_int_equal(action_parse(table.variant, square, strlen(square), &action), 0);
    return action;
}

static int make(const char *square)
{
    return moves_make(wire.session, &table, at(square));
}

static void set_up(void)
{
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, "", 0);
    wire_init(&wire, &(struct session_login){.kind = LOGIN_GUEST});
    wire_connect(&wire);
    wire_let_in(&wire, OP_AUTH_GUEST);
    wire_expect(&wire, NOTICE_READY);
    table_init(&table, "anna");
    table_set_room(&table, &room);
    assert_int_equal(table_set_game(&table, &game), 0);
}

#define MOVES_TEST(name) TEST_BETWEEN(name, set_up(), wire_deinit(&wire))

static bool is_noted(const char *square)
{
    struct action action;
    return table_pending(&table, &action) && action_equals(action, at(square));
}

static void take_move(const char *square)
{
    assert_string_equal(wire_take(&wire, OP_GAME_MOVE).as.game_move.action, square);
}

static void moved(int64_t seq, enum seat by, int64_t ply, const char *square)
{
    const union event_body body = {.game_moved = wire_moved(9, seq, by, ply, square)};
    assert_int_equal(table_take_event(&table, EVENT_GAME_MOVED, &body), TABLE_NEWS);
}

static void come_back(void)
{
    wire_connect(&wire);
    wire_let_in(&wire, OP_AUTH_RESUME);
    wire_expect(&wire, NOTICE_READY);
}

MOVES_TEST(a_move_is_noted_until_it_is_done)
{
    assert_int_equal(make("b2"), MOVES_SENT);
    take_move("b2");
    assert_true(is_noted("b2"));
    assert_int_equal(make("a1"), MOVES_BEFORE);
    wire_take_nothing(&wire);
    moved(1, SEAT_FIRST, 0, "b2");
    assert_false(is_noted("b2"));
}

MOVES_TEST(a_move_without_a_connection_goes_out_behind_the_return)
{
    session_broken(wire.session, wire.now_ms, 0);
    assert_int_equal(make("a1"), MOVES_KEPT);
    assert_int_equal(make("b2"), MOVES_KEPT); /* only the last one counts */
    wire_take_nothing(&wire);
    come_back();
    assert_int_equal(moves_come_back(wire.session, &table), MOVES_SENT);
    take_move("b2");
    wire_take_nothing(&wire);
    assert_int_equal(moves_come_back(wire.session, &table), MOVES_NONE);
}

/* The one that was not answered is not repeated beside it. */
MOVES_TEST(the_last_move_counts_before_one_that_was_sent)
{
    assert_int_equal(make("a1"), MOVES_SENT);
    take_move("a1");
    session_broken(wire.session, wire.now_ms, 0);
    assert_int_equal(make("b2"), MOVES_KEPT);
    come_back();
    assert_int_equal(moves_come_back(wire.session, &table), MOVES_SENT);
    take_move("b2");
    wire_take_nothing(&wire);
    wire_expect_nothing(&wire);
}

MOVES_TEST(a_move_for_another_position_is_never_sent)
{
    session_broken(wire.session, wire.now_ms, 0);
    assert_int_equal(make("b2"), MOVES_KEPT);
    moved(1, SEAT_FIRST, 0, "a1"); /* the player's own, from another device */
    const union event_body back = {
        .game_taken_back = {.game = 9, .seq = 2, .by = SEAT_FIRST, .ply = 0, .to_act = SEAT_FIRST}};
    assert_int_equal(table_take_event(&table, EVENT_GAME_TAKEN_BACK, &back), TABLE_NEWS);
    assert_false(is_noted("b2")); /* although it is the same ply again */
    come_back();
    assert_int_equal(moves_come_back(wire.session, &table), MOVES_OUTDATED);
    wire_take_nothing(&wire);
}

MOVES_TEST(what_would_be_refused_is_said_at_once)
{
    session_broken(wire.session, wire.now_ms, 0);
    moved(1, SEAT_FIRST, 0, "b2");
    assert_int_equal(make("a1"), ERR_NOT_YOUR_TURN);
    moved(2, SEAT_SECOND, 1, "a1");
    assert_true(make("a1") < 0);
    assert_false(table.pending.is_there);
}

MOVES_TEST(a_kept_move_can_be_taken_back)
{
    assert_int_equal(moves_forget(wire.session, &table), MOVES_NONE);
    session_broken(wire.session, wire.now_ms, 0);
    assert_int_equal(make("b2"), MOVES_KEPT);
    assert_int_equal(moves_forget(wire.session, &table), MOVES_FORGOTTEN);
    assert_int_equal(moves_forget(wire.session, &table), MOVES_NONE);
    come_back();
    assert_int_equal(moves_come_back(wire.session, &table), MOVES_NONE);
    assert_int_equal(make("b2"), MOVES_SENT);
    take_move("b2");
    session_broken(wire.session, wire.now_ms, 0);
    assert_int_equal(moves_forget(wire.session, &table), MOVES_UNKNOWN);
    come_back();
    wire_take_nothing(&wire);
}

/* ---------------------------------------------------------------- silence */

#define BEAT_MS 5000

static void pass(int64_t ms)
{
    wire.now_ms += ms;
    session_pass_time(wire.session, wire.now_ms);
}

/* The server has said something: an event, which answers nothing. */
static void hear(void)
{
    wire_event(&wire, EVENT_HEARTBEAT, &(struct heartbeat_event){.now = 1});
}

MOVES_TEST(a_move_without_an_answer_is_told_tried_and_given_up)
{
    assert_int_equal(make("b2"), MOVES_SENT);
    take_move("b2");
    pass(0);
    for (int64_t ms = 0; ms + 500 < PATIENCE_ANSWER_MS; ms += 500) {
        pass(500);
        hear();
        wire_expect_nothing(&wire);
    }
    assert_int_equal(wire_take(&wire, OP_PING).as.ping.heartbeat, 0); /* a third of the idle time */
    pass(500);
    wire_expect(&wire, NOTICE_SILENT);
    for (int64_t ms = 0; ms + 500 < PATIENCE_PING_MS; ms += 500) {
        pass(500);
        hear();
        wire_expect_nothing(&wire);
    }
    pass(500);
    wire_expect(&wire, NOTICE_BROKEN);
}

MOVES_TEST(a_ping_that_is_answered_ends_the_silence)
{
    wire.now_ms += 900;
    hear();
    wire_expect_nothing(&wire);
    assert_int_equal(make("b2"), MOVES_SENT);
    take_move("b2");
    pass(0);
    for (int i = 0; i < 3; i++) {
        pass(1000);
        hear();
    }
    struct request ping = wire_take(&wire, OP_PING);
    wire_expect(&wire, NOTICE_SILENT);
    wire_reply(&wire, OP_PING, ping.id, &(struct ping_reply){.now = 2});
    wire_expect(&wire, NOTICE_HEARD);
    pass(PATIENCE_ANSWER_MS - 1000);
    hear();
    wire_expect_nothing(&wire);
    assert_true(session_is_ready(wire.session));
}

/* A session is told the time only when something happens. */
MOVES_TEST(the_wait_begins_when_the_move_is_made)
{
    wire.now_ms += 2400;
    assert_int_equal(make("b2"), MOVES_SENT);
    take_move("b2");
    assert_true(session_next_ms(wire.session) <= wire.now_ms);
    pass(0);
    hear();
    wire_expect_nothing(&wire);
    pass(1000);
    hear();
    wire_expect_nothing(&wire);
    assert_true(session_next_ms(wire.session) > wire.now_ms);
}

/* While a clock runs, heartbeats come more often than the server promises. */
MOVES_TEST(what_comes_regularly_is_missed_soon)
{
    struct patience patience;
    patience_begin(&patience, 10000, 1);
    assert_int_equal(patience_ping_at_ms(&patience, 1), 1 + 10000 + PATIENCE_LATE_MS);
    patience_take_beat(&patience, 10000, 20000);
    assert_int_equal(patience.beat_ms, 10000);
    patience_take_beat(&patience, 10000, 20000 + BEAT_MS);
    assert_int_equal(patience_ping_at_ms(&patience, 25000), 25000 + BEAT_MS + PATIENCE_LATE_MS);
    assert_int_equal(patience_silent_at_ms(&patience, INT64_MAX), INT64_MAX);
    assert_int_equal(patience_ends_ms(&patience), INT64_MAX);
}
