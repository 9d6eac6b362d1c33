/* SPDX-License-Identifier: MIT */
/*
 * A session that comes back after a broken connection: it resumes by its token, asks for what it
 * missed, repeats what can be repeated and says what is lost.
 */
#include "client/core/session.h"
#include "tests/support/test.h"
#include "wire.h"

#include <stdio.h>

/* A guest in room 7, game 9, of which event 2 is known. */
static void sit(struct wire *wire)
{
    wire_init(wire, &(struct session_login){.kind = LOGIN_GUEST});
    wire_connect(wire);
    wire_let_in(wire, OP_AUTH_GUEST);
    wire_expect(wire, NOTICE_READY);
    struct request join = {.op = OP_ROOM_JOIN};
    join.as.room_join.room = 7;
    int64_t id = session_request(wire->session, &join);
    wire_take(wire, OP_ROOM_JOIN);
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, "", 0);
    struct room_join_reply reply = {.room = &room, .game = &game};
    wire_reply(wire, OP_ROOM_JOIN, id, &reply);
    wire_expect(wire, NOTICE_REPLY);
    struct game_moved_event first = wire_moved(9, 1, SEAT_WORD_FIRST, 0, "b2");
    struct game_moved_event second = wire_moved(9, 2, SEAT_WORD_SECOND, 1, "a1");
    wire_event(wire, EVENT_GAME_MOVED, &first);
    wire_event(wire, EVENT_GAME_MOVED, &second);
    wire_expect(wire, NOTICE_EVENT);
    wire_expect(wire, NOTICE_EVENT);
}

static struct request move_request(void)
{
    struct request move = {.op = OP_GAME_MOVE};
    move.as.game_move.game = 9;
    move.as.game_move.ply = 2;
    move.as.game_move.action = "c3";
    return move;
}

static void answer_watch(struct wire *wire, const char *actions, int64_t seq)
{
    struct request watch = wire_take(wire, OP_ROOM_WATCH);
    assert_int_equal(watch.as.room_watch.room, 7);
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, actions, seq);
    struct room_watch_reply reply = {.room = &room, .game = &game};
    wire_reply(wire, OP_ROOM_WATCH, watch.id, &reply);
}

/* All is asked for, whatever was known of the room. */
static void answer_whole_sync(struct wire *wire, const char *actions, int64_t seq)
{
    struct request sync = wire_take(wire, OP_ROOM_SYNC);
    assert_int_equal(sync.as.room_sync.room, 7);
    assert_int_equal(sync.as.room_sync.since, NONE);
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, actions, seq);
    wire_reply(wire, OP_ROOM_SYNC, sync.id,
               &(struct room_sync_reply){.room = &room, .whole = true, .game = &game});
}

/* Nothing was missed. */
static void catch_up(struct wire *wire)
{
    struct request sync = wire_take(wire, OP_GAME_SYNC);
    wire_reply(wire, OP_GAME_SYNC, sync.id, &(struct game_sync_reply){.seq = 2});
    answer_watch(wire, "b2 a1", 2);
    wire_expect(wire, NOTICE_REPLY);
    wire_expect(wire, NOTICE_REPLY);
    wire_expect(wire, NOTICE_READY);
}

/* As the login told, or an event after it. */
TEST(a_return_tells_the_mute_and_the_role)
{
    struct wire wire;
    struct notice notice;
    static const struct sanction_record mute = {.until = 5, .reason = "spam"};
    wire_init(&wire, &(struct session_login){.kind = LOGIN_TOKEN, .token = "t"});
    wire_connect(&wire);
    wire_let_in(&wire, OP_AUTH_RESUME);
    assert_null(wire_expect(&wire, NOTICE_READY).mute);
    assert_true(session_broken(wire.session, wire.now_ms, 0) > 0);
    wire_connect(&wire);
    const struct auth_resume_reply resume = {
        .seq = 1, .name = "anna", .mute = &mute, .role = ROLE_WORD_MODERATOR};
    wire_reply(&wire, OP_AUTH_RESUME, wire_take(&wire, OP_AUTH_RESUME).id, &resume);
    notice = wire_expect(&wire, NOTICE_READY);
    assert_true(notice.is_return);
    assert_int_equal(notice.mute->until, 5);
    assert_string_equal(notice.mute->reason, "spam");
    assert_int_equal(notice.role, ROLE_WORD_MODERATOR);
    wire_deinit(&wire);
}

#define SITTING_TEST(name) TEST_IN(name, wire, sit(&wire), wire_deinit(&wire))

SITTING_TEST(resumes_and_asks_since_the_last_event)
{
    assert_true(session_broken(wire->session, wire->now_ms, 0) > 0);
    assert_false(session_is_ready(wire->session));
    wire_connect(wire);
    wire_let_in(wire, OP_AUTH_RESUME);
    wire_expect_nothing(wire);
    struct request sync = wire_take(wire, OP_GAME_SYNC);
    assert_int_equal(sync.as.game_sync.game, 9);
    assert_int_equal(sync.as.game_sync.since, 2);
    struct game_moved_event missed = wire_moved(9, 3, SEAT_WORD_FIRST, 2, "c3");
    wire_event(wire, EVENT_GAME_MOVED, &missed);
    wire_reply(wire, OP_GAME_SYNC, sync.id, &(struct game_sync_reply){.seq = 3});
    answer_watch(wire, "b2 a1 c3", 3);
    assert_int_equal(wire_expect(wire, NOTICE_EVENT).body->game_moved.seq, 3);
    assert_int_equal(wire_expect(wire, NOTICE_REPLY).op, OP_GAME_SYNC);
    assert_int_equal(wire_expect(wire, NOTICE_REPLY).op, OP_ROOM_WATCH);
    assert_true(wire_expect(wire, NOTICE_READY).is_return);
    assert_true(session_is_ready(wire->session));
}

SITTING_TEST(an_unanswered_move_is_sent_again_with_its_ply)
{
    struct request move = move_request();
    int64_t id = session_request(wire->session, &move);
    wire_take(wire, OP_GAME_MOVE);
    session_broken(wire->session, wire->now_ms, 0);
    wire_expect_nothing(wire);
    wire_connect(wire);
    wire_let_in(wire, OP_AUTH_RESUME);
    wire_expect_nothing(wire);
    catch_up(wire);
    struct request again = wire_take(wire, OP_GAME_MOVE);
    assert_int_equal(again.id, id);
    assert_int_equal(again.as.game_move.ply, 2);
    assert_string_equal(again.as.game_move.action, "c3");
    wire_reply(wire, OP_GAME_MOVE, again.id, &(struct game_move_reply){.ply = 3});
    assert_int_equal(wire_expect(wire, NOTICE_REPLY).id, id);
    wire_take_nothing(wire);
}

/* Elsewhere, on a telephone, the player took it back: then it is not to be played again. */
SITTING_TEST(a_move_that_was_taken_back_meanwhile_is_not_repeated)
{
    struct request move = move_request();
    session_request(wire->session, &move);
    wire_take(wire, OP_GAME_MOVE);
    session_broken(wire->session, wire->now_ms, 0);
    wire_connect(wire);
    wire_let_in(wire, OP_AUTH_RESUME);
    wire_expect_nothing(wire);
    struct request sync = wire_take(wire, OP_GAME_SYNC);
    struct game_moved_event moved = wire_moved(9, 3, SEAT_WORD_FIRST, 2, "c3");
    struct game_taken_back_event taken = {.game = 9, .seq = 4, .ply = 2, .board = &wire_board};
    wire_event(wire, EVENT_GAME_MOVED, &moved);
    wire_event(wire, EVENT_GAME_TAKEN_BACK, &taken);
    wire_reply(wire, OP_GAME_SYNC, sync.id, &(struct game_sync_reply){.seq = 4});
    answer_watch(wire, "b2 a1", 4);
    wire_expect(wire, NOTICE_EVENT);
    wire_expect(wire, NOTICE_EVENT);
    assert_int_equal(wire_expect(wire, NOTICE_LOST).op, OP_GAME_MOVE);
    wire_expect(wire, NOTICE_REPLY);
    wire_expect(wire, NOTICE_REPLY);
    wire_expect(wire, NOTICE_READY);
    wire_take_nothing(wire);
}

SITTING_TEST(a_move_survives_two_broken_connections)
{
    struct request move = move_request();
    session_request(wire->session, &move);
    for (int i = 0; i < 2; i++) {
        session_broken(wire->session, wire->now_ms, 0);
        wire_connect(wire);
        wire_let_in(wire, OP_AUTH_RESUME);
        wire_expect_nothing(wire);
        catch_up(wire);
        wire_take(wire, OP_GAME_MOVE);
    }
    wire_take_nothing(wire);
}

SITTING_TEST(what_may_not_be_repeated_is_told_as_lost)
{
    struct request change = {.op = OP_AUTH_PASSWORD};
    change.as.auth_password.old = "secret";
    change.as.auth_password.new = "secret2";
    int64_t id = session_request(wire->session, &change);
    assert_null(wire_take(wire, OP_AUTH_PASSWORD).key);
    session_broken(wire->session, wire->now_ms, 0);
    struct notice lost = wire_expect(wire, NOTICE_LOST);
    assert_int_equal(lost.id, id);
    assert_int_equal(lost.op, OP_AUTH_PASSWORD);
    wire_expect_nothing(wire);
    assert_false(session_is_busy(wire->session));
}

/* ---------------------------------------------------------------- requests with a key */

static struct request say_request(void)
{
    struct request say = {.op = OP_ROOM_SAY};
    say.as.room_say.room = 7;
    say.as.room_say.text = "hello";
    return say;
}

/* Takes a request that bears a key, which it copies. */
static int64_t take_key(struct wire *wire, enum op op, char key_out[REQUEST_KEY_MAX + 1])
{
    struct request request = wire_take(wire, op);
    assert_non_null(request.key);
    snprintf(key_out, REQUEST_KEY_MAX + 1, "%s", request.key);
    return request.id;
}

static void come_back(struct wire *wire)
{
    session_broken(wire->session, wire->now_ms, 0);
    wire_expect_nothing(wire);
    wire_connect(wire);
    wire_let_in(wire, OP_AUTH_RESUME);
    wire_expect_nothing(wire);
    catch_up(wire);
}

SITTING_TEST(a_line_is_sent_again_with_its_key)
{
    char first[REQUEST_KEY_MAX + 1];
    char again[REQUEST_KEY_MAX + 1];
    struct request say = say_request();
    int64_t id = session_request(wire->session, &say);
    assert_int_equal(take_key(wire, OP_ROOM_SAY, first), id);
    come_back(wire);
    assert_int_equal(take_key(wire, OP_ROOM_SAY, again), id);
    assert_string_equal(again, first);
    wire_reply(wire, OP_ROOM_SAY, id, &(struct room_say_reply){.n = 3});
    assert_int_equal(wire_expect(wire, NOTICE_REPLY).id, id);
    session_request(wire->session, &say);
    take_key(wire, OP_ROOM_SAY, again);
    assert_string_not_equal(again, first);
}

/* The first one is still under way: nobody is told, and it is asked again. */
SITTING_TEST(a_repeat_that_comes_too_early_is_put_off)
{
    char key[REQUEST_KEY_MAX + 1];
    struct request say = say_request();
    int64_t id = session_request(wire->session, &say);
    take_key(wire, OP_ROOM_SAY, key);
    come_back(wire);
    for (int i = 0; i < 8; i++) {
        take_key(wire, OP_ROOM_SAY, key);
        wire_error(wire, id, ERR_BUSY, 300);
        wire_expect_nothing(wire);
        wire_take_nothing(wire);
        assert_int_equal(session_next_ms(wire->session), wire->now_ms + 300);
        wire->now_ms += 300;
        session_pass_time(wire->session, wire->now_ms);
    }
    take_key(wire, OP_ROOM_SAY, key);
    wire_error(wire, id, ERR_BUSY, 300);
    assert_int_equal(wire_expect(wire, NOTICE_ERROR).id, id);
}

/* The answer that the key brings back is from before the moves that were made since. */
SITTING_TEST(an_old_answer_is_followed_by_a_look)
{
    char key[REQUEST_KEY_MAX + 1];
    struct request join = {.op = OP_ROOM_JOIN};
    join.as.room_join.room = 7;
    int64_t id = session_request(wire->session, &join);
    take_key(wire, OP_ROOM_JOIN, key);
    come_back(wire);
    take_key(wire, OP_ROOM_JOIN, key);
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, "", 0);
    wire_reply(wire, OP_ROOM_JOIN, id, &(struct room_join_reply){.room = &room, .game = &game});
    assert_int_equal(wire_expect(wire, NOTICE_REPLY).id, id);
    answer_whole_sync(wire, "b2 a1", 2);
    assert_int_equal(wire_expect(wire, NOTICE_REPLY).op, OP_ROOM_SYNC);
    struct game_moved_event next = wire_moved(9, 3, SEAT_WORD_FIRST, 2, "c3");
    wire_event(wire, EVENT_GAME_MOVED, &next);
    assert_int_equal(wire_expect(wire, NOTICE_EVENT).body->game_moved.seq, 3);
}

/* Sends a request, breaks the connection, comes back: whether it is asked again. */
static bool is_asked_again(const struct request *request)
{
    struct wire wire;
    sit(&wire);
    int64_t id = session_request(wire.session, request);
    assert_int_not_equal(id, NO_REQUEST_ID);
    wire_take(&wire, request->op);
    session_broken(wire.session, wire.now_ms, 0);
    struct notice notice;
    bool is_lost = session_next(wire.session, &notice);
    if (is_lost)
        assert_int_equal(notice.kind, NOTICE_LOST);
    wire_deinit(&wire);
    return !is_lost;
}

TEST(whatever_only_reads_is_asked_again)
{
    const struct request reads[] = {
        {.op = OP_PLAYER_STATS},
        {.op = OP_PLAYER_GAMES},
        {.op = OP_PLAYER_FIND, .as.player_find = {.text = "an", .limit = 10}},
        {.op = OP_MESSAGE_THREADS, .as.message_threads = {.limit = 10}},
        {.op = OP_MESSAGE_LIST, .as.message_list = {.with = "Boris", .limit = 10}},
        {.op = OP_MOD_REPORTS, .as.mod_reports = {.limit = 10}},
        {.op = OP_MOD_SANCTIONS, .as.mod_sanctions = {.limit = 10}},
    };
    for (size_t i = 0; i < sizeof(reads) / sizeof(reads[0]); i++)
        assert_true(is_asked_again(&reads[i]));
}

/* The opponent may have answered one and asked for another in the meantime. */
SITTING_TEST(an_answer_to_an_offer_is_not_repeated_if_something_was_missed)
{
    struct request back = {.op = OP_GAME_TAKEBACK};
    back.as.game_takeback.game = 9;
    back.as.game_takeback.answer = TAKEBACK_WORD_ACCEPT;
    session_request(wire->session, &back);
    wire_take(wire, OP_GAME_TAKEBACK);
    session_broken(wire->session, wire->now_ms, 0);
    wire_expect_nothing(wire);
    wire_connect(wire);
    wire_let_in(wire, OP_AUTH_RESUME);
    wire_expect_nothing(wire);
    struct request sync = wire_take(wire, OP_GAME_SYNC);
    struct game_moved_event missed = wire_moved(9, 3, SEAT_WORD_FIRST, 2, "c3");
    wire_event(wire, EVENT_GAME_MOVED, &missed);
    wire_reply(wire, OP_GAME_SYNC, sync.id, &(struct game_sync_reply){.seq = 3});
    answer_watch(wire, "b2 a1 c3", 3);
    wire_expect(wire, NOTICE_EVENT);
    assert_int_equal(wire_expect(wire, NOTICE_LOST).op, OP_GAME_TAKEBACK);
    wire_expect(wire, NOTICE_REPLY);
    wire_expect(wire, NOTICE_REPLY);
    wire_expect(wire, NOTICE_READY);
    wire_take_nothing(wire);
}

SITTING_TEST(pauses_grow_until_it_is_back)
{
    int64_t first = session_broken(wire->session, wire->now_ms, 0);
    int64_t second = session_broken(wire->session, wire->now_ms, 0);
    assert_true(second > first);
    wire_connect(wire);
    wire_let_in(wire, OP_AUTH_RESUME);
    wire_expect_nothing(wire);
    struct request sync = wire_take(wire, OP_GAME_SYNC);
    wire_reply(wire, OP_GAME_SYNC, sync.id, &(struct game_sync_reply){.seq = 2});
    answer_watch(wire, "b2 a1", 2);
    wire_expect(wire, NOTICE_REPLY);
    wire_expect(wire, NOTICE_REPLY);
    wire_expect(wire, NOTICE_READY);
    assert_int_equal(session_broken(wire->session, wire->now_ms, 0), first);
}

SITTING_TEST(a_busy_server_is_tried_again_when_it_says)
{
    session_set_urgent(wire->session, true); /* which makes no difference here */
    session_broken(wire->session, wire->now_ms, 0);
    wire_connect(wire);
    wire_error(wire, wire_take(wire, OP_AUTH_RESUME).id, ERR_RATE_LIMITED, 45000);
    wire_expect(wire, NOTICE_BROKEN);
    assert_int_equal(session_broken(wire->session, wire->now_ms, 0), 45000);
}

SITTING_TEST(a_revoked_token_is_refused)
{
    session_broken(wire->session, wire->now_ms, 0);
    wire_connect(wire);
    wire_error(wire, wire_take(wire, OP_AUTH_RESUME).id, ERR_BAD_TOKEN, 0);
    assert_string_equal(wire_expect(wire, NOTICE_REFUSED).error.code, "bad_token");
}

SITTING_TEST(a_room_that_closed_meanwhile_does_not_stop_it)
{
    session_broken(wire->session, wire->now_ms, 0);
    wire_connect(wire);
    wire_let_in(wire, OP_AUTH_RESUME);
    wire_expect_nothing(wire);
    wire_error(wire, wire_take(wire, OP_GAME_SYNC).id, ERR_NO_SUCH_GAME, 0);
    wire_error(wire, wire_take(wire, OP_ROOM_WATCH).id, ERR_NO_SUCH_ROOM, 0);
    wire_expect(wire, NOTICE_ERROR);
    assert_int_equal(wire_expect(wire, NOTICE_ERROR).op, OP_ROOM_WATCH);
    wire_expect(wire, NOTICE_READY);
    session_broken(wire->session, wire->now_ms, 0);
    wire_connect(wire);
    wire_let_in(wire, OP_AUTH_RESUME);
    assert_true(wire_expect(wire, NOTICE_READY).is_return);
    wire_take_nothing(wire);
}

SITTING_TEST(a_room_that_was_left_is_not_looked_at_again)
{
    struct request leave = {.op = OP_ROOM_LEAVE};
    leave.as.room_leave.room = 7;
    int64_t id = session_request(wire->session, &leave);
    wire_take(wire, OP_ROOM_LEAVE);
    wire_reply(wire, OP_ROOM_LEAVE, id, &(struct room_leave_reply){0});
    wire_expect(wire, NOTICE_REPLY);
    session_broken(wire->session, wire->now_ms, 0);
    wire_connect(wire);
    wire_let_in(wire, OP_AUTH_RESUME);
    wire_expect_nothing(wire);
    wire_take(wire, OP_GAME_SYNC);
    wire_take_nothing(wire);
}
