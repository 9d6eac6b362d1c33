/* SPDX-License-Identifier: MIT */
/*
 * The double of a server of tests/unit/client/core/wire.h.
 */
#include "wire.h"

#include "proto/family.h"
#include "proto/frame.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

#define TOKEN "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static const struct clock_record no_clock = {.kind = CLOCK_KIND_WORD_NONE};
static const struct person_record people[] = {
    {.name = "anna", .connected = true, .claim_in_ms = NONE, .rating = 1500},
    {.name = "boris", .connected = true, .claim_in_ms = NONE, .rating = NONE},
};

void wire_init(struct wire *wire, const struct session_login *login)
{
    *wire =
        (struct wire){.session = session_new("test 1", 0x1234), .now_ms = 1000, .player_seq = 1};
    arena_init(&wire->arena, wire->block, sizeof(wire->block));
    session_login_as(wire->session, login);
}

void wire_deinit(struct wire *wire)
{
    session_free(wire->session);
    arena_deinit(&wire->arena);
}

/* ---------------------------------------------------------------- what the session says */

struct request wire_take(struct wire *wire, enum op op)
{
    size_t len;
    size_t used;
    struct fault fault;
    struct frame_slice frame;
    struct request request;
    const char *bytes = session_get_output(wire->session, &len);
    assert_true(len > 0);
    assert_int_equal(frame_next(bytes, len, FRAME_REQUEST_MAX, &frame, &used), FRAME_READY);
    arena_reset(&wire->arena);
    assert_int_equal(request_decode(frame.bytes, frame.len, &wire->arena, &request, &fault), 0);
    session_sent(wire->session, used);
    assert_string_equal(op_info(request.op)->wire, op_info(op)->wire);
    return request;
}

void wire_take_nothing(struct wire *wire)
{
    size_t len;
    session_get_output(wire->session, &len);
    assert_int_equal(len, 0);
}

/* ---------------------------------------------------------------- what the server says */

static void feed(struct wire *wire, const char *frame, int len)
{
    assert_true(len > 0);
    session_received(wire->session, frame, (size_t)len, wire->now_ms);
}

void wire_reply(struct wire *wire, enum op op, int64_t id, const void *reply)
{
    char frame[FRAME_REPLY_MAX + 1];
    feed(wire, frame, reply_encode(op, id, reply, frame, sizeof(frame)));
}

void wire_error(struct wire *wire, int64_t id, int error, int64_t retry_after_ms)
{
    char frame[FRAME_REPLY_MAX + 1];
    struct fault fault = {.error = error};
    feed(wire, frame, error_encode(id, &fault, retry_after_ms, frame, sizeof(frame)));
}

void wire_numbered(struct wire *wire, enum event event, int64_t seq, const void *body)
{
    char frame[FRAME_REPLY_MAX + 1];
    feed(wire, frame, event_encode(event, seq, body, frame, sizeof(frame)));
}

void wire_event(struct wire *wire, enum event event, const void *body)
{
    int64_t seq = NO_SEQ;
    if (event_stream(event) == STREAM_ROOM)
        seq = ++wire->room_seq;
    else if (event_stream(event) == STREAM_PLAYER)
        seq = ++wire->player_seq;
    wire_numbered(wire, event, seq, body);
}

void wire_raw(struct wire *wire, const char *line)
{
    feed(wire, line, (int)strlen(line));
}

/* ---------------------------------------------------------------- what the session tells */

struct notice wire_expect(struct wire *wire, enum notice_kind kind)
{
    struct notice notice;
    assert_true(session_next(wire->session, &notice));
    assert_int_equal(notice.kind, kind);
    return notice;
}

void wire_expect_nothing(struct wire *wire)
{
    struct notice notice;
    assert_false(session_next(wire->session, &notice));
}

/* ---------------------------------------------------------------- usual things */

void wire_connect(struct wire *wire)
{
    struct limits_record limits = {.frame_bytes = FRAME_REQUEST_MAX,
                                   .reply_bytes = FRAME_REPLY_MAX,
                                   .depth = 8,
                                   .login_ms = 10000,
                                   .idle_ms = 6000,
                                   .heartbeat_ms = 1000,
                                   .rooms_per_player = 16,
                                   .rate_percent = 100};
    struct hello_reply hello = {.protocol = PROTOCOL_VERSION,
                                .server = "test",
                                .now = 1,
                                .limits = &limits,
                                .variants_count = VARIANT_COUNT,
                                .variants_version = family_version()};
    session_connected(wire->session, wire->now_ms);
    struct request request = wire_take(wire, OP_HELLO);
    assert_string_equal(request.as.hello.client, "test 1");
    wire_reply(wire, OP_HELLO, request.id, &hello);
    wire_expect_nothing(wire);
}

void wire_let_in(struct wire *wire, enum op op)
{
    struct request request = wire_take(wire, op);
    struct auth_guest_reply guest = {.seq = 1, .name = "anna", .token = TOKEN};
    struct auth_register_reply account = {.seq = 1, .name = "anna", .token = TOKEN};
    struct auth_login_reply login = {.seq = 1, .name = "anna", .token = TOKEN};
    struct auth_resume_reply resume = {.seq = wire->player_seq, .name = "anna"};
    const void *reply = op == OP_AUTH_GUEST      ? (const void *)&guest
                        : op == OP_AUTH_REGISTER ? (const void *)&account
                        : op == OP_AUTH_LOGIN    ? (const void *)&login
                                                 : (const void *)&resume;
    wire_reply(wire, op, request.id, reply);
}

struct room_record wire_room(uint64_t room, int state)
{
    return (struct room_record){
        .room = room,
        .variant = variant_get(VARIANT_MINI),
        .clock = &no_clock,
        .first = FIRST_WORD_OPENER,
        .state = state,
        .players = people,
        .players_count = state == ROOM_STATE_WORD_OPEN ? 1 : 2,
        .left_ms = NONE,
    };
}

const struct board_state_record wire_board = {
    .expects = EXPECTS_WORD_STONE, .next_mark = MARK_WORD_X, .first_mark = MARK_WORD_X};
const struct board_moved_record wire_board_moved = {.first_mark = NONE,
                                                    .expects = EXPECTS_WORD_STONE};

struct game_record wire_game(uint64_t game, const char *actions, int64_t seq)
{
    return (struct game_record){
        .game = game,
        .room = 7,
        .variant = variant_get(VARIANT_MINI),
        .clock = &no_clock,
        .first = &people[0],
        .second = &people[1],
        .actions = actions,
        .board = &wire_board,
        .seq = seq,
        .to_act = SEAT_WORD_FIRST,
        .draw_offer = NONE,
        .takeback = NONE,
        .result = NONE,
        .reason = NONE,
        .ended = NONE,
    };
}

struct game_moved_event wire_moved(uint64_t game, int64_t seq, int by, int64_t ply,
                                   const char *action)
{
    return (struct game_moved_event){
        .game = game,
        .seq = seq,
        .by = by,
        .ply = ply,
        .action = action,
        .board = &wire_board_moved,
        .to_act = by == SEAT_WORD_FIRST ? SEAT_WORD_SECOND : SEAT_WORD_FIRST,
    };
}
