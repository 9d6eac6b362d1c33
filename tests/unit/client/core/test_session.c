/* SPDX-License-Identifier: MIT */
/*
 * A session on one connection: hello, the ways to log in, requests and answers, events in order,
 * keeping the connection alive, and servers that talk nonsense.
 */
#include "client/core/patience.h"
#include "client/core/session.h"
#include "tests/support/test.h"
#include "wire.h"

#include <string.h>

static const struct session_login as_guest = {.kind = LOGIN_GUEST};

static void start_guest(struct wire *wire)
{
    wire_init(wire, &as_guest);
    wire_connect(wire);
    wire_let_in(wire, OP_AUTH_GUEST);
    struct notice ready = wire_expect(wire, NOTICE_READY);
    assert_false(ready.is_return);
}

#define GUEST_TEST(name) TEST_IN(name, wire, start_guest(&wire), wire_deinit(&wire))

/* ---------------------------------------------------------------- logging in */

GUEST_TEST(guest_gets_name_and_token)
{
    assert_string_equal(session_name(wire->session), "anna");
    assert_int_equal(strlen(session_token(wire->session)), 64);
    assert_true(session_is_guest(wire->session));
    assert_true(session_is_ready(wire->session));
}

TEST(stranger_is_ready_after_hello)
{
    struct wire wire;
    wire_init(&wire, &(struct session_login){.kind = LOGIN_NONE});
    session_connected(wire.session, 0);
    struct limits_record limits = {
        .heartbeat_ms = 1000, .idle_ms = 6000, .first_move_ms = 45000, .rate_percent = 100};
    struct hello_reply hello = {.protocol = PROTOCOL_VERSION, .server = "x", .limits = &limits};
    wire_reply(&wire, OP_HELLO, wire_take(&wire, OP_HELLO).id, &hello);
    wire_expect(&wire, NOTICE_READY);
    assert_string_equal(session_name(wire.session), "");
    assert_int_equal(session_first_move_ms(wire.session), 45000);
    wire_deinit(&wire);
}

TEST(password_login_sends_name_and_password)
{
    struct wire wire;
    wire_init(&wire, &(struct session_login){
                         .kind = LOGIN_PASSWORD, .name = "anna", .password = "secret"});
    wire_connect(&wire);
    struct request request = wire_take(&wire, OP_AUTH_LOGIN);
    assert_string_equal(request.as.auth_login.name, "anna");
    assert_string_equal(request.as.auth_login.password, "secret");
    wire_error(&wire, request.id, ERR_WRONG_CREDENTIALS, 0);
    struct notice notice = wire_expect(&wire, NOTICE_REFUSED);
    assert_string_equal(notice.error.code, "wrong_credentials");
    assert_false(session_is_ready(wire.session));
    wire_deinit(&wire);
}

TEST(refused_token_can_become_a_guest)
{
    struct wire wire;
    wire_init(&wire, &(struct session_login){.kind = LOGIN_TOKEN, .token = "old"});
    wire_connect(&wire);
    struct request request = wire_take(&wire, OP_AUTH_RESUME);
    assert_string_equal(request.as.auth_resume.token, "old");
    wire_error(&wire, request.id, ERR_BAD_TOKEN, 0);
    wire_expect(&wire, NOTICE_REFUSED);
    session_login_as(wire.session, &as_guest);
    wire_let_in(&wire, OP_AUTH_GUEST);
    wire_expect(&wire, NOTICE_READY);
    wire_deinit(&wire);
}

TEST(guest_registers_as_the_guest_it_was)
{
    struct wire wire;
    wire_init(&wire,
              &(struct session_login){
                  .kind = LOGIN_REGISTER, .name = "anna", .password = "secret", .token = "guest"});
    wire_connect(&wire);
    struct auth_resume_reply guest = {.seq = 1, .name = "guest-1", .guest = true};
    wire_reply(&wire, OP_AUTH_RESUME, wire_take(&wire, OP_AUTH_RESUME).id, &guest);
    wire_expect_nothing(&wire);
    wire_let_in(&wire, OP_AUTH_REGISTER);
    wire_expect(&wire, NOTICE_READY);
    assert_string_equal(session_name(wire.session), "anna");
    assert_false(session_is_guest(wire.session));
    wire_deinit(&wire);
}

TEST(registering_goes_on_when_the_guest_is_gone)
{
    struct wire wire;
    wire_init(&wire,
              &(struct session_login){
                  .kind = LOGIN_REGISTER, .name = "anna", .password = "secret", .token = "guest"});
    wire_connect(&wire);
    wire_error(&wire, wire_take(&wire, OP_AUTH_RESUME).id, ERR_BAD_TOKEN, 0);
    wire_expect_nothing(&wire);
    wire_let_in(&wire, OP_AUTH_REGISTER);
    wire_expect(&wire, NOTICE_READY);
    wire_deinit(&wire);
}

static void by_transport(struct wire *wire)
{
    wire_init(wire, &(struct session_login){.kind = LOGIN_TRANSPORT});
    wire_connect(wire);
    wire_take_nothing(wire);
    wire_expect_nothing(wire);
}

#define TRANSPORT_TEST(name) TEST_IN(name, wire, by_transport(&wire), wire_deinit(&wire))

static void server_comes_back(struct wire *wire)
{
    const struct auth_resume_reply reply = {.seq = 1, .name = "anna", .rights = NONE};
    wire_reply(wire, OP_AUTH_RESUME, 0, &reply);
}

/* A page never has a token, and its next connection is logged in like the first. */
TRANSPORT_TEST(the_server_logs_a_page_in)
{
    server_comes_back(wire);
    wire_expect(wire, NOTICE_READY);
    assert_string_equal(session_name(wire->session), "anna");
    assert_string_equal(session_token(wire->session), "");
    (void)session_broken(wire->session, wire->now_ms, 0);
    wire_connect(wire);
    wire_take_nothing(wire);
    server_comes_back(wire);
    assert_true(wire_expect(wire, NOTICE_READY).is_return);
}

TRANSPORT_TEST(a_page_that_nobody_is_logged_in_to_is_a_strangers)
{
    wire_error(wire, 0, ERR_LOGIN_REQUIRED, 0);
    wire_expect(wire, NOTICE_READY);
    assert_string_equal(session_name(wire->session), "");
    assert_true(session_is_ready(wire->session));
}

TRANSPORT_TEST(a_page_whose_cookie_is_worth_nothing_is_a_strangers)
{
    wire_error(wire, 0, ERR_BAD_TOKEN, 0);
    wire_expect(wire, NOTICE_READY);
    assert_string_equal(session_name(wire->session), "");
}

TRANSPORT_TEST(a_page_whose_login_ends_is_told_so)
{
    server_comes_back(wire);
    wire_expect(wire, NOTICE_READY);
    (void)session_broken(wire->session, wire->now_ms, 0);
    wire_connect(wire);
    wire_take_nothing(wire);
    wire_error(wire, 0, ERR_BAD_TOKEN, 0);
    assert_string_equal(wire_expect(wire, NOTICE_REFUSED).error.code, "bad_token");
}

/* There is nothing that its player could do about it. */
TRANSPORT_TEST(a_page_that_comes_at_a_bad_time_tries_again)
{
    wire_error(wire, 0, ERR_STORAGE_UNAVAILABLE, 1000);
    wire_expect(wire, NOTICE_BROKEN);
    assert_true(session_broken(wire->session, wire->now_ms, 0) >= 1000);
    wire_connect(wire);
    wire_take_nothing(wire);
    server_comes_back(wire);
    wire_expect(wire, NOTICE_READY);
}

TEST(login_tells_the_rooms)
{
    struct wire wire;
    wire_init(&wire, &(struct session_login){.kind = LOGIN_TOKEN, .token = "t"});
    wire_connect(&wire);
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct auth_resume_reply reply = {.seq = 1, .name = "anna", .rooms = &room, .rooms_count = 1};
    wire_reply(&wire, OP_AUTH_RESUME, wire_take(&wire, OP_AUTH_RESUME).id, &reply);
    struct notice ready = wire_expect(&wire, NOTICE_READY);
    assert_int_equal(ready.rooms_count, 1);
    assert_int_equal(ready.rooms[0].room, 7);
    wire_deinit(&wire);
}

/* ---------------------------------------------------------------- requests */

GUEST_TEST(answer_finds_its_request)
{
    struct request list = {.op = OP_ROOM_LIST};
    list.as.room_list.state = NONE;
    list.as.room_list.limit = 20;
    struct request get = {.op = OP_GAME_GET};
    get.as.game_get.game = 9;
    int64_t list_id = session_request(wire->session, &list);
    int64_t get_id = session_request(wire->session, &get);
    assert_true(list_id != get_id && session_is_busy(wire->session));
    assert_int_equal(wire_take(wire, OP_ROOM_LIST).id, list_id);
    assert_int_equal(wire_take(wire, OP_GAME_GET).id, get_id);
    wire_error(wire, get_id, ERR_NO_SUCH_GAME, 1500);
    wire_reply(wire, OP_ROOM_LIST, list_id, &(struct room_list_reply){.more = true});
    struct notice error = wire_expect(wire, NOTICE_ERROR);
    assert_int_equal(error.op, OP_GAME_GET);
    assert_int_equal(error.error.retry_after_ms, 1500);
    struct notice reply = wire_expect(wire, NOTICE_REPLY);
    assert_int_equal(reply.op, OP_ROOM_LIST);
    assert_true(reply.reply->room_list.more);
    assert_false(session_is_busy(wire->session));
}

#define HELLO_TEST(name) TEST_IN(name, wire, wire_init(&wire, &as_guest), wire_deinit(&wire))

HELLO_TEST(nothing_is_sent_before_ready)
{
    struct request ping = {.op = OP_PING};
    assert_int_equal(session_request(wire->session, &ping), NO_REQUEST_ID);
    wire_take_nothing(wire);
}

GUEST_TEST(frames_may_come_in_pieces)
{
    const char *line = "{\"ev\":\"room.closed\",\"seq\":5,\"room\":\"000000000007\"}\n";
    for (size_t i = 0; line[i] != '\0'; i++) {
        wire_expect_nothing(wire);
        session_received(wire->session, line + i, 1, wire->now_ms);
    }
    struct notice notice = wire_expect(wire, NOTICE_EVENT);
    assert_int_equal(notice.event, EVENT_ROOM_CLOSED);
}

GUEST_TEST(events_of_a_newer_server_are_ignored)
{
    wire_raw(wire, "{\"ev\":\"dance\",\"to\":1}\n");
    wire_expect_nothing(wire);
    assert_true(session_is_ready(wire->session));
}

/* ---------------------------------------------------------------- order of events */

static void follow_game(struct wire *wire)
{
    struct game_record game = wire_game(9, "b2", 1);
    struct game_started_event started = {.room = 7, .game = &game};
    wire_event(wire, EVENT_GAME_STARTED, &started);
    wire_expect(wire, NOTICE_EVENT);
}

GUEST_TEST(a_repeated_event_is_told_once)
{
    follow_game(wire);
    struct game_moved_event moved = wire_moved(9, 2, SEAT_WORD_SECOND, 1, "a1");
    wire_event(wire, EVENT_GAME_MOVED, &moved);
    wire_event(wire, EVENT_GAME_MOVED, &moved);
    wire_expect(wire, NOTICE_EVENT);
    wire_expect_nothing(wire);
    wire_take_nothing(wire);
}

GUEST_TEST(a_gap_is_asked_for_once_and_filled)
{
    follow_game(wire);
    struct game_moved_event second = wire_moved(9, 2, SEAT_WORD_SECOND, 1, "a1");
    struct game_moved_event third = wire_moved(9, 3, SEAT_WORD_FIRST, 2, "c3");
    struct game_moved_event fourth = wire_moved(9, 4, SEAT_WORD_SECOND, 3, "c1");
    wire_event(wire, EVENT_GAME_MOVED, &third);
    wire_event(wire, EVENT_GAME_MOVED, &fourth);
    wire_expect_nothing(wire);
    struct request sync = wire_take(wire, OP_GAME_SYNC);
    assert_int_equal(sync.as.game_sync.since, 1);
    wire_take_nothing(wire);
    wire_event(wire, EVENT_GAME_MOVED, &second);
    wire_event(wire, EVENT_GAME_MOVED, &third);
    wire_event(wire, EVENT_GAME_MOVED, &fourth);
    wire_reply(wire, OP_GAME_SYNC, sync.id, &(struct game_sync_reply){.seq = 4});
    for (int64_t seq = 2; seq <= 4; seq++) {
        struct notice notice = wire_expect(wire, NOTICE_EVENT);
        assert_int_equal(notice.body->game_moved.seq, seq);
    }
    wire_expect(wire, NOTICE_REPLY);
    wire_expect_nothing(wire);
}

GUEST_TEST(taking_back_is_numbered_like_all_events_of_a_game)
{
    follow_game(wire);
    struct game_takeback_asked_event asked = {.game = 9, .seq = 2, .by = SEAT_WORD_FIRST};
    struct game_takeback_refused_event refused = {.game = 9, .seq = 3, .by = SEAT_WORD_SECOND};
    struct game_taken_back_event taken = {
        .game = 9, .seq = 4, .by = SEAT_WORD_SECOND, .board = &wire_board};
    wire_event(wire, EVENT_GAME_TAKEBACK_ASKED, &asked);
    wire_event(wire, EVENT_GAME_TAKEBACK_REFUSED, &refused);
    wire_event(wire, EVENT_GAME_TAKEN_BACK, &taken);
    wire_event(wire, EVENT_GAME_TAKEN_BACK, &taken); /* a repeat */
    wire_expect(wire, NOTICE_EVENT);
    wire_expect(wire, NOTICE_EVENT);
    wire_expect(wire, NOTICE_EVENT);
    wire_expect_nothing(wire);
    taken.seq = 6; /* the one before is missing */
    wire_event(wire, EVENT_GAME_TAKEN_BACK, &taken);
    wire_expect_nothing(wire);
    assert_int_equal(wire_take(wire, OP_GAME_SYNC).as.game_sync.since, 4);
}

/* ---------------------------------------------------------------- staying alive */

GUEST_TEST(a_silent_client_pings)
{
    for (int i = 0; i < 2; i++) { /* heartbeats keep the server from looking dead */
        wire->now_ms += 1000;
        wire_event(wire, EVENT_HEARTBEAT, &(struct heartbeat_event){.now = 1});
        wire_expect_nothing(wire);
        session_pass_time(wire->session, wire->now_ms);
    }
    struct request ping = wire_take(wire, OP_PING); /* a third of the idle limit of 6 s */
    session_pass_time(wire->session, wire->now_ms);
    wire_take_nothing(wire);
    wire_reply(wire, OP_PING, ping.id, &(struct ping_reply){.now = 2});
    wire_expect_nothing(wire);
}

GUEST_TEST(heartbeats_with_a_number_are_answered_at_once)
{
    for (int64_t n = 1; n < 4; n++) { /* whether or not the one before was answered by then */
        wire_event(wire, EVENT_HEARTBEAT, &(struct heartbeat_event){.now = 1, .n = n});
        wire_expect_nothing(wire);
        assert_int_equal(wire_take(wire, OP_PING).as.ping.heartbeat, n);
    }
    assert_true(session_is_ready(wire->session));
}

GUEST_TEST(two_and_a_half_silent_heartbeats_break_it)
{
    session_pass_time(wire->session, wire->now_ms + 2499);
    wire_expect_nothing(wire);
    assert_int_equal(session_next_ms(wire->session), wire->now_ms + 2500);
    session_pass_time(wire->session, wire->now_ms + 2500);
    wire_expect(wire, NOTICE_BROKEN);
    assert_int_equal(session_next_ms(wire->session), INT64_MAX);
}

TEST(nonsense_breaks_it)
{
    static const char *const lines[] = {
        "HTTP/1.1 400 Bad Request\r\n",
        "{\"re\":12345,\"now\":1}\n",
        "{\"ev\":\"game.moved\",\"game\":1}\n",
        "[]\n",
    };
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        struct wire wire;
        start_guest(&wire);
        wire_raw(&wire, lines[i]);
        wire_expect(&wire, NOTICE_BROKEN);
        wire_expect_nothing(&wire);
        wire_deinit(&wire);
    }
}

GUEST_TEST(an_endless_line_breaks_it)
{
    char piece[1024];
    memset(piece, 'x', sizeof(piece));
    for (int i = 0; i < 65; i++)
        session_received(wire->session, piece, sizeof(piece), wire->now_ms);
    wire_expect(wire, NOTICE_BROKEN);
}

static void check_version(int64_t protocol, const char *code)
{
    struct wire wire;
    wire_init(&wire, &as_guest);
    session_connected(wire.session, 0);
    struct limits_record limits = {.heartbeat_ms = 1000, .rate_percent = 100};
    struct hello_reply hello = {.protocol = protocol, .server = "x", .limits = &limits};
    struct request request = wire_take(&wire, OP_HELLO);
    assert_int_equal(request.as.hello.protocol, PROTOCOL_VERSION);
    wire_reply(&wire, OP_HELLO, request.id, &hello);
    struct notice notice = wire_expect(&wire, NOTICE_REFUSED);
    assert_string_equal(notice.error.code, code);
    wire_expect_nothing(&wire);
    wire_deinit(&wire);
}

TEST(a_server_of_another_protocol_is_told_of)
{
    check_version(PROTOCOL_VERSION - 1, "client_too_new");
    check_version(PROTOCOL_VERSION + 1, "client_too_old");
}

/* What it says of its variants cannot be read, and that it is too old all the same. */
HELLO_TEST(a_server_of_the_first_protocol_is_told_of)
{
    session_connected(wire->session, 0);
    (void)wire_take(wire, OP_HELLO);
    wire_raw(wire, "{\"re\":1,\"protocol\":1,\"server\":\"pentad 0.1.0\",\"now\":1,\"limits\":{"
                   "\"frame_bytes\":16384,\"reply_bytes\":65536,\"depth\":8,\"login_ms\":30000,"
                   "\"idle_ms\":60000,\"heartbeat_ms\":10000,\"first_move_ms\":60000,"
                   "\"claim_ms\":120000,\"rooms_per_player\":16},\"variants\":[{\"key\":"
                   "\"classic\",\"name\":\"Five in a row\",\"width\":19,\"height\":19,\"row\":5,"
                   "\"overline_wins\":false,\"swap2\":false,\"can_be_rated\":true}]}\n");
    struct notice notice = wire_expect(wire, NOTICE_REFUSED);
    assert_string_equal(notice.error.code, "client_too_new");
}

HELLO_TEST(a_client_that_is_too_old_is_told_so)
{
    session_connected(wire->session, 0);
    (void)wire_take(wire, OP_HELLO);
    wire_raw(wire,
             "{\"re\":1,\"error\":{\"code\":\"client_too_old\",\"message\":\"Get another.\"}}\n");
    struct notice notice = wire_expect(wire, NOTICE_REFUSED);
    assert_string_equal(notice.error.code, "client_too_old");
}

/* A game and a word that this build does not know. */
GUEST_TEST(what_a_newer_server_adds_is_borne)
{
    wire_raw(wire, "{\"ev\":\"rating.fined\",\"seq\":2,\"variant\":\"chess\",\"month\":\"2026-01\","
                   "\"before\":1500,\"after\":1400,\"at\":1}\n");
    wire_expect_nothing(wire);
    assert_true(session_is_ready(wire->session));
}

TEST(pauses_grow_to_a_limit)
{
    assert_int_equal(patience_pause_ms(0, PATIENCE_PAUSE_LAST_MS, 0), 375);
    assert_int_equal(patience_pause_ms(0, PATIENCE_PAUSE_LAST_MS, 250), 625);
    assert_int_equal(patience_pause_ms(1, PATIENCE_PAUSE_LAST_MS, 0), 750);
    assert_int_equal(patience_pause_ms(1000, PATIENCE_PAUSE_LAST_MS, 0), 22500);
    assert_int_equal(patience_pause_ms(1, PATIENCE_PAUSE_URGENT_MS, 0), 750);
    assert_int_equal(patience_pause_ms(1000, PATIENCE_PAUSE_URGENT_MS, 0), 2250);
    for (uint32_t random = 0; random < 100000; random += 77) {
        int64_t pause = patience_pause_ms(20, PATIENCE_PAUSE_LAST_MS, random * 40503u);
        assert_true(pause >= 22500 && pause <= 37500);
    }
}

static int64_t last_pause_ms(bool is_urgent)
{
    int64_t pause_ms = 0;
    struct session *session = session_new("test", 1);
    session_set_urgent(session, is_urgent);
    for (int i = 0; i < 10; i++)
        pause_ms = session_broken(session, 0, 0);
    session_free(session);
    return pause_ms;
}

TEST(who_is_pressed_for_time_comes_back_sooner)
{
    assert_int_equal(last_pause_ms(false), PATIENCE_PAUSE_LAST_MS * 3 / 4);
    assert_int_equal(last_pause_ms(true), PATIENCE_PAUSE_URGENT_MS * 3 / 4);
}
