/* SPDX-License-Identifier: MIT */
/*
 * Tests of what the server says: every reply, event and record of the table, and errors, come back
 * from their frames through incoming_decode().
 */
#include "proto/codec.h"
#include "sample.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLES 20
#define FRAME_SIZE (1 << 23)
#define ASKED_ID 7

static char frame[FRAME_SIZE];

struct decoded {
    struct arena arena;
    struct incoming incoming;
    union reply_body reply;
    int error;
};

static bool lookup(void *ctx, int64_t id, enum op *op_out)
{
    *op_out = *(const enum op *)ctx;
    return id == ASKED_ID;
}

/* From a copy that is exactly as long as the frame, so that a sanitizer sees what is overread. */
static void decode(struct decoded *d, const char *bytes, size_t len, enum op op)
{
    char *copy = malloc(len + (len == 0));
    memcpy(copy, bytes, len);
    arena_init(&d->arena, NULL, 0);
    const struct incoming_lookup sent = {.op = lookup, .ctx = &op, .arena = &d->arena};
    d->error = incoming_decode(copy, len, &sent, &d->incoming, &d->reply);
    free(copy);
}

static void check_is_one_line(int len)
{
    assert_true(len > 0);
    assert_ptr_equal(memchr(frame, '\n', (size_t)len), frame + len - 1);
    assert_null(memchr(frame, '\0', (size_t)len));
}

static void check_reply(enum op op, struct sampler *sampler)
{
    union reply_body reply;
    sample_fill(sampler, shape__reply(op), &reply);
    int len = reply_encode(op, ASKED_ID, &reply, frame, sizeof(frame));
    check_is_one_line(len);
    struct decoded d;
    decode(&d, frame, (size_t)len - 1, op);
    assert_int_equal(d.error, 0);
    assert_int_equal(d.incoming.kind, INCOMING_REPLY);
    assert_int_equal(d.incoming.re, ASKED_ID);
    assert_true(sample_equals(shape__reply(op), &reply, &d.reply));
    arena_deinit(&d.arena);
}

static void check_event(enum event event, struct sampler *sampler)
{
    union event_body body;
    sample_fill(sampler, shape__event(event), &body);
    int64_t seq = event_is_numbered(event) ? SEQ_MAX : NO_SEQ;
    int len = event_encode(event, seq, &body, frame, sizeof(frame));
    check_is_one_line(len);
    struct decoded d;
    decode(&d, frame, (size_t)len - 1, OP_PING);
    assert_int_equal(d.error, 0);
    assert_int_equal(d.incoming.kind, INCOMING_EVENT);
    assert_int_equal(d.incoming.event, event);
    assert_int_equal(d.incoming.seq, seq);
    assert_int_equal(d.incoming.re, NO_REQUEST_ID);
    assert_true(sample_equals(shape__event(event), &body, d.incoming.body));
    arena_deinit(&d.arena);
}

TEST(every_reply_and_event_comes_back_from_its_frame)
{
    struct arena arena;
    arena_init(&arena, NULL, 0);
    for (int i = 0; i < SAMPLES; i++) {
        enum sample_kind kind = i < SAMPLE_RANDOM ? (enum sample_kind)i : SAMPLE_RANDOM;
        struct sampler sampler = {&arena, kind, (uint64_t)i};
        for (int op = 0; op < OP_COUNT; op++) {
            check_reply((enum op)op, &sampler);
            arena_reset(&arena);
        }
        for (int event = 0; event < EVENT_COUNT; event++) {
            check_event((enum event)event, &sampler);
            arena_reset(&arena);
        }
    }
    arena_deinit(&arena);
}

/* ---------------------------------------------------------------- records */

/* Which records were met inside messages. */
struct met {
    bool records[RECORD_COUNT];
    int len; /* of the frame around them */
};

/* A record alone has the text that it has inside a message. */
static void check_record(struct met *met, const struct field *field, const char *body)
{
    static char alone[FRAME_SIZE];
    const void *record;
    memcpy(&record, body + field->offset, sizeof(record));
    int len = record_encode((enum record)field->ref, record, alone, sizeof(alone));
    assert_true(len > 0 && alone[len - 1] == '\n');
    alone[len - 1] = '\0';
    frame[met->len] = '\0';
    assert_non_null(strstr(frame, alone));
    met->records[field->ref] = true;
}

static void check_records(struct met *met, const struct shape *shape, const char *body)
{
    for (const struct field *field = shape->fields; field->name != NULL; field++) {
        if (field->type != FIELD_OBJECT && field->type != FIELD_LIST)
            continue;
        const void *record;
        memcpy(&record, body + field->offset, sizeof(record));
        check_record(met, field, body);
        check_records(met, shape__record(field->ref), record);
    }
}

TEST(every_record_alone_is_written_as_inside_a_message)
{
    struct met met = {0};
    struct arena arena;
    arena_init(&arena, NULL, 0);
    for (int op = 0; op < OP_COUNT; op++) {
        union reply_body reply;
        struct sampler sampler = {&arena, SAMPLE_FULL, (uint64_t)op};
        sample_fill(&sampler, shape__reply((enum op)op), &reply);
        met.len = reply_encode((enum op)op, 1, &reply, frame, sizeof(frame) - 1);
        check_records(&met, shape__reply((enum op)op), (const char *)&reply);
        arena_reset(&arena);
    }
    for (int op = 0; op < OP_COUNT; op++) {
        struct request request = {.id = 1, .op = (enum op)op};
        struct sampler sampler = {&arena, SAMPLE_FULL, (uint64_t)op};
        sample_fill(&sampler, shape__request((enum op)op), &request.as);
        met.len = request_encode(&request, frame, sizeof(frame) - 1);
        check_records(&met, shape__request((enum op)op), (const char *)&request.as);
        arena_reset(&arena);
    }
    for (int event = 0; event < EVENT_COUNT; event++) {
        union event_body body;
        struct sampler sampler = {&arena, SAMPLE_FULL, (uint64_t)event};
        sample_fill(&sampler, shape__event((enum event)event), &body);
        met.len = event_encode((enum event)event, NO_SEQ, &body, frame, sizeof(frame) - 1);
        check_records(&met, shape__event((enum event)event), (const char *)&body);
        arena_reset(&arena);
    }
    for (int record = 0; record < RECORD_COUNT; record++)
        assert_true(met.records[record]);
    arena_deinit(&arena);
}

/* ---------------------------------------------------------------- frames as they are written */

TEST(replies_and_events_are_written_as_the_protocol_shows_them)
{
    struct game_move_reply reply = {.ply = 13};
    int len = reply_encode(OP_GAME_MOVE, 7, &reply, frame, sizeof(frame));
    frame[len] = '\0';
    assert_string_equal(frame, "{\"re\":7,\"ply\":13}\n");
    struct game_resign_reply nothing = {0};
    len = reply_encode(OP_GAME_RESIGN, 0, &nothing, frame, sizeof(frame));
    frame[len] = '\0';
    assert_string_equal(frame, "{\"re\":0}\n");
    const struct board_moved_record board = {
        .cells = "xh8", .first_mark = NONE, .expects = EXPECTS_WORD_NOTHING};
    struct game_moved_event moved = {
        .game = 31,
        .seq = 31,
        .by = SEAT_WORD_FIRST,
        .ply = 12,
        .action = "h8",
        .board = &board,
        .to_act = NONE,
        .spent_ms = NONE,
        .server_now = 5,
    };
    len = event_encode(EVENT_GAME_MOVED, NO_SEQ, &moved, frame, sizeof(frame));
    frame[len] = '\0';
    assert_string_equal(frame, "{\"ev\":\"game.moved\",\"game\":\"00000000000z\",\"seq\":31,"
                               "\"by\":\"first\",\"ply\":12,\"action\":\"h8\",\"board\":{"
                               "\"cells\":\"xh8\",\"expects\":\"nothing\"},\"server_now\":5}\n");
}

TEST(errors_are_written_as_the_protocol_shows_them)
{
    const struct fault turn = {.error = ERR_NOT_YOUR_TURN};
    int len = error_encode(7, &turn, 0, frame, sizeof(frame));
    frame[len] = '\0';
    assert_string_equal(frame, "{\"re\":7,\"error\":{\"code\":\"not_your_turn\","
                               "\"message\":\"It is the opponent's turn.\"}}\n");
    const struct fault rate = {.error = ERR_RATE_LIMITED, .field = "action"};
    len = error_encode(NO_REQUEST_ID, &rate, 1500, frame, sizeof(frame));
    frame[len] = '\0';
    assert_string_equal(
        frame, "{\"re\":null,\"error\":{\"code\":\"rate_limited\",\"message\":\"Too many requests; "
               "wait and try again.\",\"field\":\"action\",\"retry_after_ms\":1500}}\n");
}

TEST(every_error_comes_back_from_its_frame)
{
    for (int error = -1; error >= -ERROR_COUNT; error--) {
        const struct fault fault = {.error = error, .field = error % 2 == 0 ? "ply" : NULL};
        int64_t id = error % 3 == 0 ? NO_REQUEST_ID : -error;
        int len = error_encode(id, &fault, error % 5 == 0 ? 20 : 0, frame, sizeof(frame));
        struct decoded d;
        check_is_one_line(len);
        decode(&d, frame, (size_t)len - 1, OP_PING);
        assert_int_equal(d.error, 0);
        assert_int_equal(d.incoming.kind, INCOMING_ERROR);
        assert_int_equal(d.incoming.re, id);
        assert_int_equal(error_from_code(d.incoming.error.code), error);
        assert_string_equal(d.incoming.error.message, error_message(error));
        assert_int_equal(d.incoming.error.field != NULL, error % 2 == 0);
        assert_int_equal(d.incoming.error.retry_after_ms, error % 5 == 0 ? 20 : 0);
        arena_deinit(&d.arena);
    }
}

TEST(a_buffer_that_is_too_small_is_told)
{
    struct hello_reply hello = {.protocol = 1, .server = "s", .limits = &(struct limits_record){0}};
    const struct fault fault = {.error = ERR_BUSY};
    int reply_len = reply_encode(OP_HELLO, 1, &hello, frame, sizeof(frame));
    int error_len = error_encode(1, &fault, 1, frame, sizeof(frame));
    assert_true(reply_len > error_len && error_len > 0);
    for (int size = 0; size < reply_len; size++) {
        char *out = malloc((size_t)size + (size == 0));
        assert_int_equal(reply_encode(OP_HELLO, 1, &hello, out, (size_t)size), ERR_TOO_SMALL);
        assert_int_equal(error_encode(1, &fault, 1, out, (size_t)size),
                         size < error_len ? ERR_TOO_SMALL : error_len);
        free(out);
    }
}

/* ---------------------------------------------------------------- what a client may receive */

static void check_incoming(const char *text, int error)
{
    struct decoded d;
    decode(&d, text, strlen(text), OP_PING);
    if (d.error != error)
        fail_msg("%s: %s", text, d.error != 0 ? error_code(d.error) : "ok");
    arena_deinit(&d.arena);
}

TEST(a_client_refuses_what_no_server_says)
{
    check_incoming("{\"re\":7,\"now\":1}", 0);
    check_incoming("{\"re\":7,\"now\":1,\"new_field\":[{}]}", 0);
    check_incoming("{\"re\":8,\"now\":1}", ERR_BAD_VALUE);
    check_incoming("{\"re\":7}", ERR_MISSING_FIELD);
    check_incoming("{\"re\":7,\"now\":\"1\"}", ERR_WRONG_TYPE);
    check_incoming("{\"re\":null,\"now\":1}", ERR_WRONG_TYPE);
    check_incoming("{\"re\":1.5,\"now\":1}", ERR_WRONG_TYPE);
    check_incoming("{\"re\":-1,\"now\":1}", ERR_OUT_OF_RANGE);
    check_incoming("{\"now\":1}", ERR_MISSING_FIELD);
    check_incoming("{\"re\":7,\"error\":7}", ERR_WRONG_TYPE);
    check_incoming("{\"re\":7,\"error\":{\"message\":\"x\"}}", ERR_MISSING_FIELD);
    check_incoming("{\"ev\":7}", ERR_WRONG_TYPE);
    check_incoming("{\"ev\":\"heartbeat\"}", ERR_MISSING_FIELD);
    check_incoming("{\"ev\":\"heartbeat\",\"now\":1,\"now\":2}", ERR_DUPLICATE_KEY);
    check_incoming("{\"ev\":\"game.started\",\"room\":\"000000000001\",\"game\":{}}",
                   ERR_MISSING_FIELD);
    check_incoming("[]", ERR_NOT_AN_OBJECT);
    check_incoming("", ERR_BAD_JSON);
    check_incoming("\xFF", ERR_NOT_UTF8);
}

TEST(an_error_of_a_newer_server_is_an_error_with_its_code)
{
    static const char text[] = "{\"re\":9,\"error\":{\"code\":\"brand_new\",\"message\":\"\"}}";
    struct decoded d;
    decode(&d, text, sizeof(text) - 1, OP_PING);
    assert_int_equal(d.error, 0);
    assert_int_equal(d.incoming.kind, INCOMING_ERROR);
    assert_int_equal(d.incoming.re, 9);
    assert_string_equal(d.incoming.error.code, "brand_new");
    arena_deinit(&d.arena);
}

TEST(an_event_of_a_newer_server_can_be_ignored)
{
    static const char text[] = "{\"ev\":\"game.sung\",\"game\":5}";
    struct decoded d;
    decode(&d, text, sizeof(text) - 1, OP_PING);
    assert_int_equal(d.error, 0);
    assert_int_equal(d.incoming.kind, INCOMING_UNKNOWN_EVENT);
    arena_deinit(&d.arena);
}

TEST(a_list_longer_than_the_table_allows_is_refused)
{
    struct person_record people[3];
    for (size_t i = 0; i < 3; i++)
        people[i] = (struct person_record){.name = "anna", .rating = NONE};
    const struct clock_record clock = {.kind = CLOCK_KIND_WORD_NONE};
    struct room_record room = {
        .room = 1,
        .variant = variant_get(VARIANT_MINI),
        .clock = &clock,
        .players = people,
        .players_count = 3,
    };
    struct room_open_reply reply = {.room = &room};
    struct decoded d;
    int len = reply_encode(OP_ROOM_OPEN, ASKED_ID, &reply, frame, sizeof(frame));
    decode(&d, frame, (size_t)len - 1, OP_ROOM_OPEN);
    assert_int_equal(d.error, ERR_OUT_OF_RANGE);
    arena_deinit(&d.arena);
    room.players_count = 2;
    len = reply_encode(OP_ROOM_OPEN, ASKED_ID, &reply, frame, sizeof(frame));
    decode(&d, frame, (size_t)len - 1, OP_ROOM_OPEN);
    assert_int_equal(d.error, 0);
    assert_int_equal(d.reply.room_open.room->players[1].rating, NONE);
    arena_deinit(&d.arena);
}
