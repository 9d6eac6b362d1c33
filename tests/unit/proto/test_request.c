/* SPDX-License-Identifier: MIT */
/*
 * Tests of request_decode() and request_encode(): every bad input gets the error that names it, and
 * every op of the table comes back from its frame. Single fields are the business of test_fields.c.
 */
#include "proto/codec.h"
#include "sample.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES 50
#define FRAME_SIZE 65536

struct decoded {
    struct arena arena;
    struct request request;
    struct fault fault;
    int error;
};

/* From a copy that is exactly as long as the frame, so that a sanitizer sees what is overread. */
static void decode_bytes(struct decoded *d, const char *bytes, size_t len)
{
    char *copy = malloc(len + (len == 0));
    memcpy(copy, bytes, len);
    arena_init(&d->arena, NULL, 0);
    d->error = request_decode(copy, len, &d->arena, &d->request, &d->fault);
    free(copy);
    assert_int_equal(d->error, d->fault.error);
}

static void decode(struct decoded *d, const char *frame)
{
    decode_bytes(d, frame, strlen(frame));
}

struct bad_frame {
    const char *frame;
    int error;
    const char *field;
    int64_t id;
};

static void check_bad(const struct bad_frame *bad)
{
    struct decoded d;
    decode(&d, bad->frame);
    bool is_field_right = bad->field == NULL || d.fault.field == NULL
                              ? bad->field == d.fault.field
                              : strcmp(bad->field, d.fault.field) == 0;
    if (d.error != bad->error || !is_field_right || d.request.id != bad->id) {
        fail_msg("%s: %s, field %s, id %lld", bad->frame, d.error ? error_code(d.error) : "ok",
                 d.fault.field != NULL ? d.fault.field : "none", (long long)d.request.id);
    }
    arena_deinit(&d.arena);
}

#define CHECK_ALL_BAD(frames)                                                                      \
    for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); i++)                                \
        check_bad(&(frames)[i]);

#define NO_ID NO_REQUEST_ID
#define PING "{\"id\":1,\"op\":\"ping\""

TEST(what_is_not_utf8_is_named)
{
    static const struct bad_frame frames[] = {
        {PING ",\"x\":\"\xFF\"}", ERR_NOT_UTF8, NULL, NO_ID},
        {PING ",\"x\":\"\xC0\x80\"}", ERR_NOT_UTF8, NULL, NO_ID},
        {PING ",\"x\":\"\xED\xA0\x80\"}", ERR_NOT_UTF8, NULL, NO_ID},
        {PING ",\"x\":\"\xF4\x90\x80\x80\"}", ERR_NOT_UTF8, NULL, NO_ID},
        {"\xC3", ERR_NOT_UTF8, NULL, NO_ID},
        /* It is looked at before depth and before JSON. */
        {"[[[[[[[[[\xFF", ERR_NOT_UTF8, NULL, NO_ID},
    };
    CHECK_ALL_BAD(frames)
}

TEST(nesting_of_eight_passes_and_nine_is_too_deep)
{
    static const struct bad_frame frames[] = {
        {PING ",\"x\":[[[[[[[[1]]]]]]]]}", ERR_TOO_DEEP, NULL, NO_ID},
        {PING ",\"x\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{}}}}}}}}}", ERR_TOO_DEEP,
         NULL, NO_ID},
        {"[[[[[[[[[", ERR_TOO_DEEP, NULL, NO_ID},
        {"[[[[[[[[", ERR_BAD_JSON, NULL, NO_ID},
        {PING ",\"x\":\"[[[[[[[[[\",\"id\":2}", ERR_DUPLICATE_KEY, NULL, NO_ID},
    };
    static const char *const fine[] = {
        PING ",\"x\":[[[[[[[1]]]]]]]}",
        PING ",\"x\":\"[[[[[[[[[[\",\"y\":\"{{{{{{{{{{\"}",
        PING ",\"x\":\"\\\"[[[[[[[[[[\"}",
        PING ",\"x\":\"\\\\\",\"y\":[[[[[[[]]]]]]]}",
        PING ",\"x\":[[],[],[],[],[],[],[],[],[],[],[]]}",
    };
    CHECK_ALL_BAD(frames)
    for (size_t i = 0; i < sizeof(fine) / sizeof(fine[0]); i++) {
        struct decoded d;
        decode(&d, fine[i]);
        assert_int_equal(d.error, 0);
        arena_deinit(&d.arena);
    }
}

TEST(what_is_not_json_is_named)
{
    static const struct bad_frame frames[] = {
        {"", ERR_BAD_JSON, NULL, NO_ID},
        {" ", ERR_BAD_JSON, NULL, NO_ID},
        {"\r", ERR_BAD_JSON, NULL, NO_ID},
        {"GET / HTTP/1.1", ERR_BAD_JSON, NULL, NO_ID},
        {PING "", ERR_BAD_JSON, NULL, NO_ID},
        {PING ",}", ERR_BAD_JSON, NULL, NO_ID},
        {PING "}}", ERR_BAD_JSON, NULL, NO_ID},
        {PING "} {}", ERR_BAD_JSON, NULL, NO_ID},
        {"{'id':1}", ERR_BAD_JSON, NULL, NO_ID},
        {"{\"id\":01,\"op\":\"ping\"}", ERR_BAD_JSON, NULL, NO_ID},
        {"{\"id\":+1,\"op\":\"ping\"}", ERR_BAD_JSON, NULL, NO_ID},
        {"{\"id\":NaN,\"op\":\"ping\"}", ERR_BAD_JSON, NULL, NO_ID},
        {"\xEF\xBB\xBF" PING "}", ERR_BAD_JSON, NULL, NO_ID},
        {PING ",\"x\":\"\t\"}", ERR_BAD_JSON, NULL, NO_ID},
        {PING ",\"x\":\"\\u0000\"}", ERR_BAD_JSON, NULL, NO_ID},
        {PING ",\"\\u0000\":1}", ERR_BAD_JSON, NULL, NO_ID},
        {PING ",\"x\":\"\\ud800\"}", ERR_BAD_JSON, NULL, NO_ID},
        {PING ",\"x\":\"\\q\"}", ERR_BAD_JSON, NULL, NO_ID},
        /* Values that are no object and no list are not taken for JSON. */
        {"7", ERR_BAD_JSON, NULL, NO_ID},
        {"\"ping\"", ERR_BAD_JSON, NULL, NO_ID},
        {"null", ERR_BAD_JSON, NULL, NO_ID},
        {"[]", ERR_NOT_AN_OBJECT, NULL, NO_ID},
        {"[" PING "}]", ERR_NOT_AN_OBJECT, NULL, NO_ID},
    };
    CHECK_ALL_BAD(frames)
}

TEST(a_nul_byte_is_not_json)
{
    static const char inside[] = PING ",\"x\":\"\0\"}";
    static const char after[] = PING "}\0";
    struct decoded d;
    decode_bytes(&d, inside, sizeof(inside) - 1);
    assert_int_equal(d.error, ERR_BAD_JSON);
    arena_deinit(&d.arena);
    decode_bytes(&d, after, sizeof(after) - 1);
    assert_int_equal(d.error, ERR_BAD_JSON);
    arena_deinit(&d.arena);
}

TEST(keys_that_occur_twice_are_named)
{
    static const struct bad_frame frames[] = {
        {PING ",\"id\":1}", ERR_DUPLICATE_KEY, NULL, NO_ID},
        {PING ",\"x\":1,\"x\":1}", ERR_DUPLICATE_KEY, NULL, NO_ID},
        {PING ",\"\\u0069d\":2}", ERR_DUPLICATE_KEY, NULL, NO_ID},
        {PING ",\"x\":[{\"a\":1,\"b\":2,\"a\":3}]}", ERR_DUPLICATE_KEY, NULL, NO_ID},
    };
    CHECK_ALL_BAD(frames)
}

TEST(a_bad_id_is_named)
{
    static const struct bad_frame frames[] = {
        {"{}", ERR_MISSING_FIELD, "id", NO_ID},
        {"{\"op\":\"ping\"}", ERR_MISSING_FIELD, "id", NO_ID},
        {"{\"id\":null,\"op\":\"ping\"}", ERR_WRONG_TYPE, "id", NO_ID},
        {"{\"id\":\"1\",\"op\":\"ping\"}", ERR_WRONG_TYPE, "id", NO_ID},
        {"{\"id\":1.0,\"op\":\"ping\"}", ERR_WRONG_TYPE, "id", NO_ID},
        {"{\"id\":1e3,\"op\":\"ping\"}", ERR_WRONG_TYPE, "id", NO_ID},
        {"{\"id\":true,\"op\":\"ping\"}", ERR_WRONG_TYPE, "id", NO_ID},
        {"{\"id\":-1,\"op\":\"ping\"}", ERR_OUT_OF_RANGE, "id", NO_ID},
        {"{\"id\":9007199254740992,\"op\":\"ping\"}", ERR_OUT_OF_RANGE, "id", NO_ID},
        /* No machine word holds it: then the parser does not say where it stood. */
        {"{\"id\":9223372036854775808,\"op\":\"ping\"}", ERR_OUT_OF_RANGE, NULL, NO_ID},
        {"{\"id\":-9223372036854775809,\"op\":\"ping\"}", ERR_OUT_OF_RANGE, NULL, NO_ID},
        {PING ",\"x\":1e999}", ERR_OUT_OF_RANGE, NULL, NO_ID},
    };
    CHECK_ALL_BAD(frames)
}

TEST(ids_from_zero_to_two_to_the_fifty_third_less_one_pass)
{
    struct decoded d;
    decode(&d, "{\"id\":0,\"op\":\"ping\"}");
    assert_int_equal(d.error, 0);
    assert_int_equal(d.request.id, 0);
    arena_deinit(&d.arena);
    decode(&d, "{\"id\":9007199254740991,\"op\":\"ping\"}");
    assert_int_equal(d.error, 0);
    assert_int_equal(d.request.id, REQUEST_ID_MAX);
    assert_int_equal(d.request.op, OP_PING);
    arena_deinit(&d.arena);
}

TEST(a_bad_op_is_named_and_the_id_is_known)
{
    static const struct bad_frame frames[] = {
        {"{\"id\":7}", ERR_MISSING_FIELD, "op", 7},
        {"{\"id\":7,\"op\":null}", ERR_WRONG_TYPE, "op", 7},
        {"{\"id\":7,\"op\":1}", ERR_WRONG_TYPE, "op", 7},
        {"{\"id\":7,\"op\":[\"ping\"]}", ERR_WRONG_TYPE, "op", 7},
        {"{\"id\":7,\"op\":\"\"}", ERR_UNKNOWN_OP, "op", 7},
        {"{\"id\":7,\"op\":\"pin\"}", ERR_UNKNOWN_OP, "op", 7},
        {"{\"id\":7,\"op\":\"pings\"}", ERR_UNKNOWN_OP, "op", 7},
        {"{\"id\":7,\"op\":\"Ping\"}", ERR_UNKNOWN_OP, "op", 7},
        {"{\"id\":7,\"op\":\"room.\"}", ERR_UNKNOWN_OP, "op", 7},
    };
    CHECK_ALL_BAD(frames)
}

TEST(the_first_bad_field_of_the_table_is_named)
{
    static const struct bad_frame frames[] = {
        {"{\"action\":1,\"ply\":-1,\"game\":7,\"op\":\"game.move\",\"id\":5}", ERR_WRONG_TYPE,
         "game", 5},
        {"{\"action\":1,\"ply\":-1,\"game\":\"000000000001\",\"op\":\"game.move\",\"id\":5}",
         ERR_OUT_OF_RANGE, "ply", 5},
        {"{\"action\":1,\"ply\":1,\"game\":\"000000000001\",\"op\":\"game.move\",\"id\":5}",
         ERR_WRONG_TYPE, "action", 5},
        {"{\"id\":5,\"op\":\"game.move\",\"ply\":1}", ERR_MISSING_FIELD, "game", 5},
        {"{\"id\":5,\"op\":\"game.move\",\"game\":null,\"ply\":1}", ERR_WRONG_TYPE, "game", 5},
    };
    CHECK_ALL_BAD(frames)
}

TEST(unknown_fields_and_white_space_are_ignored)
{
    struct decoded d;
    decode(&d, " { \"zz\" : { \"op\" : 1 } ,\t\"op\":\"game.move\" , \"ply\":12,\"action\":\"h8\","
               "\"id\":7,\"game\":\"00000000000Z\",\"\":[]}\r");
    assert_int_equal(d.error, 0);
    assert_int_equal(d.request.op, OP_GAME_MOVE);
    assert_int_equal(d.request.as.game_move.game, 31);
    assert_int_equal(d.request.as.game_move.ply, 12);
    assert_string_equal(d.request.as.game_move.action, "h8");
    arena_deinit(&d.arena);
}

TEST(what_is_left_out_or_null_has_the_value_of_the_table)
{
    static const char *const frames[] = {
        "{\"id\":1,\"op\":\"room.list\"}",
        "{\"id\":1,\"op\":\"room.list\",\"state\":null,\"variant\":null,\"before\":null,"
        "\"limit\":null}",
    };
    for (size_t i = 0; i < 2; i++) {
        struct decoded d;
        decode(&d, frames[i]);
        assert_int_equal(d.error, 0);
        assert_int_equal(d.request.as.room_list.state, NONE);
        assert_null(d.request.as.room_list.variant);
        assert_int_equal(d.request.as.room_list.before, 0);
        assert_int_equal(d.request.as.room_list.limit, 20);
        arena_deinit(&d.arena);
    }
    struct decoded d;
    decode(&d, "{\"id\":1,\"op\":\"room.open\",\"variant\":\"mini\"}");
    assert_int_equal(d.error, 0);
    assert_ptr_equal(d.request.as.room_open.variant, variant_get(VARIANT_MINI));
    assert_false(d.request.as.room_open.rated);
    assert_int_equal(d.request.as.room_open.first, FIRST_WORD_RANDOM);
    arena_deinit(&d.arena);
}

/* ---------------------------------------------------------------- round trips */

static void check_round_trip(enum op op, struct sampler *sampler)
{
    static char frame[FRAME_SIZE];
    struct request request = {.id = (int64_t)(sampler->seed & REQUEST_ID_MAX), .op = op};
    sample_fill(sampler, shape__request(op), &request.as);
    int len = request_encode(&request, frame, sizeof(frame));
    assert_true(len > 0);
    assert_int_equal(frame[len - 1], '\n');
    assert_ptr_equal(memchr(frame, '\n', (size_t)len), frame + len - 1);
    struct decoded d;
    decode_bytes(&d, frame, (size_t)len - 1);
    assert_int_equal(d.error, 0);
    assert_int_equal(d.request.id, request.id);
    assert_int_equal(d.request.op, op);
    assert_true(sample_equals(shape__request(op), &request.as, &d.request.as));
    arena_deinit(&d.arena);
}

TEST(every_request_comes_back_from_its_frame)
{
    char memory[4096];
    struct arena arena;
    arena_init(&arena, memory, sizeof(memory));
    for (int op = 0; op < OP_COUNT; op++) {
        for (int i = 0; i < SAMPLES; i++) {
            enum sample_kind kind = i < SAMPLE_RANDOM ? (enum sample_kind)i : SAMPLE_RANDOM;
            struct sampler sampler = {&arena, kind, (uint64_t)(op * SAMPLES + i)};
            check_round_trip((enum op)op, &sampler);
            arena_reset(&arena);
        }
    }
    arena_deinit(&arena);
}

TEST(a_request_is_written_as_the_protocol_shows_it)
{
    struct request request = {.id = 7, .op = OP_GAME_MOVE};
    request.as.game_move = (struct game_move_request){.game = 31, .ply = 12, .action = "h8"};
    static const char want[] =
        "{\"id\":7,\"op\":\"game.move\",\"game\":\"00000000000z\",\"ply\":12,\"action\":\"h8\"}\n";
    for (size_t size = 0; size <= sizeof(want); size++) {
        char *out = malloc(size + (size == 0));
        int len = request_encode(&request, out, size);
        assert_int_equal(len, size < sizeof(want) - 1 ? ERR_TOO_SMALL : (int)sizeof(want) - 1);
        if (len > 0)
            assert_memory_equal(out, want, sizeof(want) - 1);
        free(out);
    }
}

TEST(an_optional_field_with_its_absent_value_is_not_written)
{
    char out[256] = {0};
    struct request request = {.id = 0, .op = OP_ROOM_LIST};
    request.as.room_list = (struct room_list_request){.state = NONE,
                                                      .limit = 20,
                                                      .stakes = NONE,
                                                      .clock_kind = NONE,
                                                      .min_rating = NONE,
                                                      .max_rating = NONE};
    assert_true(request_encode(&request, out, sizeof(out)) > 0);
    assert_string_equal(out, "{\"id\":0,\"op\":\"room.list\"}\n");
}

TEST(ops_have_names_and_sensible_limits)
{
    for (int op = 0; op < OP_COUNT; op++) {
        const struct op_info *info = op_info((enum op)op);
        assert_int_equal(shape__find_op(info->wire, strlen(info->wire)), op);
        assert_true(info->burst > 0 && info->per_ms > 0);
        assert_in_range(info->who, WHO_STRANGER, WHO_OPERATOR);
    }
    assert_string_equal(op_info(OP_ROOM_OPEN)->wire, "room.open");
    assert_int_equal(op_info(OP_ROOM_OPEN)->who, WHO_PLAYER);
}

TEST(what_a_field_may_be_can_be_asked)
{
    struct field_range range;
    assert_true(request_field_range(OP_PROFILE_SET, "about", &range));
    assert_true(range.is_text);
    assert_int_equal(range.min, 0);
    assert_int_equal(range.max, 500);
    assert_true(request_field_range(OP_RATING_TOP, "limit", &range));
    assert_false(range.is_text);
    assert_int_equal(range.min, 1);
    assert_int_equal(range.max, 50);
    assert_false(request_field_range(OP_PROFILE_SET, "limit", &range));
    assert_false(request_field_range(OP_ROOM_OPEN, "clock", &range));
    assert_int_equal(range.max, 50);
}
