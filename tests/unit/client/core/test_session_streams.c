/* SPDX-License-Identifier: MIT */
/*
 * A session and the streams of rooms and of its player: each event is told once and in its place,
 * over broken connections, too.
 */
#include "client/core/session.h"
#include "tests/support/test.h"
#include "wire.h"

#define ROOM_SEQ 50 /* of the room when the session comes to know it */

static struct room_record seated_room(int64_t seq)
{
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    room.seq = seq;
    return room;
}

/* A player, whose last event is 1, in room 7. */
static void sit(struct wire *wire)
{
    wire_init(wire, &(struct session_login){.kind = LOGIN_TOKEN, .token = "t"});
    wire_connect(wire);
    wire_let_in(wire, OP_AUTH_RESUME);
    wire_expect(wire, NOTICE_READY);
    struct request open = {.op = OP_ROOM_OPEN};
    open.as.room_open.variant = variant_get(VARIANT_MINI);
    int64_t id = session_request(wire->session, &open);
    wire_take(wire, OP_ROOM_OPEN);
    struct room_record room = seated_room(ROOM_SEQ);
    wire_reply(wire, OP_ROOM_OPEN, id, &(struct room_open_reply){.room = &room});
    wire_expect(wire, NOTICE_REPLY);
}

static void say(struct wire *wire, int64_t seq)
{
    const struct chat_line_record line = {.n = seq, .name = "boris", .text = "hi", .at = 1};
    const struct room_said_event said = {.room = 7, .line = &line};
    wire_numbered(wire, EVENT_ROOM_SAID, seq, &said);
}

static void write_letter(struct wire *wire, int64_t seq)
{
    const struct message_record message = {
        .message = 9, .from = "boris", .to = "anna", .text = "hi", .at = 1};
    const struct message_received_event received = {.message = &message, .unread = seq};
    wire_numbered(wire, EVENT_MESSAGE_RECEIVED, seq, &received);
}

static void expect_event(struct wire *wire, enum event event, int64_t seq)
{
    struct notice notice = wire_expect(wire, NOTICE_EVENT);
    assert_int_equal(notice.event, event);
    assert_int_equal(notice.seq, seq);
}

/* The connection breaks, and the login tells that the player sits in room 7. */
static void return_to(struct wire *wire, int64_t room_seq, int64_t player_seq)
{
    struct room_record room = seated_room(room_seq);
    session_broken(wire->session, wire->now_ms, 0);
    wire_connect(wire);
    wire_reply(wire, OP_AUTH_RESUME, wire_take(wire, OP_AUTH_RESUME).id,
               &(struct auth_resume_reply){
                   .name = "anna", .seq = player_seq, .rooms = &room, .rooms_count = 1});
    wire_expect_nothing(wire);
}

static struct request take_room_sync(struct wire *wire, int64_t since)
{
    struct request request = wire_take(wire, OP_ROOM_SYNC);
    assert_int_equal(request.as.room_sync.room, 7);
    assert_int_equal(request.as.room_sync.since, since);
    return request;
}

static void answer_room_sync(struct wire *wire, int64_t id, int64_t seq)
{
    struct room_record room = seated_room(seq);
    wire_reply(wire, OP_ROOM_SYNC, id, &(struct room_sync_reply){.room = &room});
}

#define SITTING_TEST(name) TEST_IN(name, wire, sit(&wire), wire_deinit(&wire))

SITTING_TEST(a_repeated_event_of_a_room_is_told_once)
{
    say(wire, ROOM_SEQ);
    wire_expect_nothing(wire);
    say(wire, ROOM_SEQ + 1);
    expect_event(wire, EVENT_ROOM_SAID, ROOM_SEQ + 1);
    say(wire, ROOM_SEQ + 1);
    wire_expect_nothing(wire);
    write_letter(wire, 1);
    wire_expect_nothing(wire);
    write_letter(wire, 2);
    expect_event(wire, EVENT_MESSAGE_RECEIVED, 2);
}

SITTING_TEST(what_was_missed_is_asked_for_and_told_in_its_place)
{
    say(wire, ROOM_SEQ + 1);
    expect_event(wire, EVENT_ROOM_SAID, ROOM_SEQ + 1);
    return_to(wire, ROOM_SEQ + 3, 2);
    int64_t room = take_room_sync(wire, ROOM_SEQ + 1).id;
    struct request player = wire_take(wire, OP_PLAYER_SYNC);
    assert_int_equal(player.as.player_sync.since, 1);
    say(wire, ROOM_SEQ + 4); /* just now: it comes again */
    wire_expect_nothing(wire);
    wire_take_nothing(wire);
    for (int i = 2; i <= 4; i++) {
        say(wire, ROOM_SEQ + i);
        expect_event(wire, EVENT_ROOM_SAID, ROOM_SEQ + i);
    }
    answer_room_sync(wire, room, ROOM_SEQ + 4);
    assert_int_equal(wire_expect(wire, NOTICE_REPLY).op, OP_ROOM_SYNC);
    write_letter(wire, 2);
    expect_event(wire, EVENT_MESSAGE_RECEIVED, 2);
    wire_reply(wire, OP_PLAYER_SYNC, player.id, &(struct player_sync_reply){.seq = 2});
    assert_int_equal(wire_expect(wire, NOTICE_REPLY).op, OP_PLAYER_SYNC);
    assert_true(wire_expect(wire, NOTICE_READY).is_return);
    say(wire, ROOM_SEQ + 5);
    expect_event(wire, EVENT_ROOM_SAID, ROOM_SEQ + 5);
}

SITTING_TEST(nothing_is_asked_of_the_player_if_nothing_was_missed)
{
    return_to(wire, ROOM_SEQ, 1);
    answer_room_sync(wire, take_room_sync(wire, ROOM_SEQ).id, ROOM_SEQ);
    wire_take_nothing(wire);
    wire_expect(wire, NOTICE_REPLY);
    wire_expect(wire, NOTICE_READY);
}

/* The numbers of a server that was started anew may be smaller. */
SITTING_TEST(the_whole_is_the_new_beginning)
{
    return_to(wire, 20, 9);
    struct room_record room = seated_room(20);
    const struct chat_line_record line = {.n = 3, .name = "boris", .text = "hi", .at = 1};
    wire_reply(
        wire, OP_ROOM_SYNC, take_room_sync(wire, ROOM_SEQ).id,
        &(struct room_sync_reply){.room = &room, .whole = true, .chat = &line, .chat_count = 1});
    const struct sanction_record mute = {.until = 5, .reason = "spam"};
    wire_reply(wire, OP_PLAYER_SYNC, wire_take(wire, OP_PLAYER_SYNC).id,
               &(struct player_sync_reply){.seq = 9, .whole = true, .mute = &mute});
    assert_int_equal(wire_expect(wire, NOTICE_REPLY).reply->room_sync.chat_count, 1);
    assert_int_equal(wire_expect(wire, NOTICE_REPLY).op, OP_PLAYER_SYNC);
    assert_int_equal(wire_expect(wire, NOTICE_READY).mute->until, 5);
    say(wire, 21);
    expect_event(wire, EVENT_ROOM_SAID, 21);
    write_letter(wire, 10);
    expect_event(wire, EVENT_MESSAGE_RECEIVED, 10);
}

/* Behind the old game's events, and its own are asked for. */
SITTING_TEST(a_game_that_began_meanwhile_is_followed)
{
    return_to(wire, ROOM_SEQ + 1, 1);
    int64_t room = take_room_sync(wire, ROOM_SEQ).id;
    struct game_record game = wire_game(9, "", 0);
    const struct game_started_event started = {.room = 7, .game = &game};
    wire_numbered(wire, EVENT_GAME_STARTED, ROOM_SEQ + 1, &started);
    expect_event(wire, EVENT_GAME_STARTED, ROOM_SEQ + 1);
    answer_room_sync(wire, room, ROOM_SEQ + 1);
    wire_expect(wire, NOTICE_REPLY);
    wire_expect_nothing(wire); /* not ready yet */
    struct request sync = wire_take(wire, OP_GAME_SYNC);
    assert_int_equal(sync.as.game_sync.since, 0);
    struct game_moved_event moved = wire_moved(9, 1, SEAT_WORD_FIRST, 0, "b2");
    wire_event(wire, EVENT_GAME_MOVED, &moved);
    wire_reply(wire, OP_GAME_SYNC, sync.id, &(struct game_sync_reply){.seq = 1});
    expect_event(wire, EVENT_GAME_MOVED, NO_SEQ);
    wire_expect(wire, NOTICE_REPLY);
    wire_expect(wire, NOTICE_READY);
}

SITTING_TEST(a_gap_on_a_connection_is_asked_for_once)
{
    say(wire, ROOM_SEQ + 2);
    say(wire, ROOM_SEQ + 3);
    wire_expect_nothing(wire);
    int64_t id = take_room_sync(wire, ROOM_SEQ).id;
    wire_take_nothing(wire);
    for (int i = 1; i <= 3; i++) {
        say(wire, ROOM_SEQ + i);
        expect_event(wire, EVENT_ROOM_SAID, ROOM_SEQ + i);
    }
    answer_room_sync(wire, id, ROOM_SEQ + 3);
    wire_expect(wire, NOTICE_REPLY);
}

/* A server may be newer than its clients. */
SITTING_TEST(what_is_not_known_is_counted)
{
    wire_raw(wire, "{\"ev\":\"room.sang\",\"seq\":51,\"room\":\"000000000007\"}\n");
    wire_raw(wire, "{\"ev\":\"player.dreamt\",\"seq\":2,\"of\":\"boris\"}\n");
    wire_expect_nothing(wire);
    say(wire, ROOM_SEQ + 2);
    expect_event(wire, EVENT_ROOM_SAID, ROOM_SEQ + 2);
    write_letter(wire, 3);
    expect_event(wire, EVENT_MESSAGE_RECEIVED, 3);
    wire_take_nothing(wire);
}
