/* SPDX-License-Identifier: MIT */
/*
 * Tests of the decoders with broken frames: cut at every byte (long ones at many), and changed at
 * random from a seed. Whatever comes, they answer with an error of the table or with a message that
 * can be sent again; the sanitizers see to the rest.
 */
#include "proto/codec.h"
#include "sample.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

/* Fewer where each takes five times as long: fuzzers do more of them under the same sanitizer. */
#ifndef PENTAD_TEST_MUTATIONS
#ifdef __SANITIZE_ADDRESS__
#define PENTAD_TEST_MUTATIONS 600
#else
#define PENTAD_TEST_MUTATIONS 1200
#endif
#endif
#define FRAME_SIZE 65536
#define LONG_FRAME 4096
#define CUT_BYTE_BY_BYTE 1024
#define SAMPLES 4

struct frame {
    char bytes[FRAME_SIZE];
    size_t len; /* without the LF */
};

static void request_make(struct frame *frame, struct arena *arena, int number, uint64_t seed)
{
    struct request request = {.id = 7, .op = (enum op)number};
    struct sampler sampler = {arena, SAMPLE_RANDOM, seed};
    sample_fill(&sampler, shape__request(request.op), &request.as);
    int len = request_encode(&request, frame->bytes, sizeof(frame->bytes));
    assert_true(len > 0);
    frame->len = (size_t)len - 1;
}

static void event_make(struct frame *frame, struct arena *arena, int number, uint64_t seed)
{
    enum event event = (enum event)number;
    union event_body body;
    struct sampler sampler = {arena, SAMPLE_RANDOM, seed};
    sample_fill(&sampler, shape__event(event), &body);
    int len = event_encode(event, event_is_numbered(event) ? SEQ_MAX : NO_SEQ, &body, frame->bytes,
                           sizeof(frame->bytes));
    assert_true(len > 0);
    frame->len = (size_t)len - 1;
}

static void reply_make(struct frame *frame, struct arena *arena, int number, uint64_t seed)
{
    enum op op = (enum op)number;
    union reply_body body;
    struct sampler sampler = {arena, SAMPLE_RANDOM, seed};
    sample_fill(&sampler, shape__reply(op), &body);
    int len = reply_encode(op, op, &body, frame->bytes, sizeof(frame->bytes));
    frame->len = len > 0 ? (size_t)len - 1 : 0;
}

/* Checks that a request that was understood can be sent on, and is then understood as the same. */
static void check_sent_on(const struct request *request, struct arena *arena)
{
    static char again[FRAME_SIZE];
    struct request other;
    struct fault fault;
    int len = request_encode(request, again, sizeof(again));
    assert_true(len > 0);
    assert_int_equal(request_decode(again, (size_t)len - 1, arena, &other, &fault), 0);
    assert_int_equal(other.id, request->id);
    assert_int_equal(other.op, request->op);
    assert_true(sample_equals(shape__request(other.op), &request->as, &other.as));
}

/* From a copy of exactly that length. Returns the error. */
static int request_check(const char *bytes, size_t len)
{
    char *copy = malloc(len + (len == 0));
    memcpy(copy, bytes, len);
    struct arena arena;
    struct request request;
    struct fault fault;
    arena_init(&arena, NULL, 0);
    int error = request_decode(copy, len, &arena, &request, &fault);
    free(copy);
    assert_int_equal(error, fault.error);
    if (error == 0) {
        check_sent_on(&request, &arena);
    } else {
        assert_int_equal(error_from_code(error_code(error)), error);
        assert_in_range(request.id + 1, 0, REQUEST_ID_MAX + 1);
    }
    arena_deinit(&arena);
    return error;
}

static bool lookup(void *ctx, int64_t id, enum op *op_out)
{
    (void)ctx;
    *op_out = (enum op)(id % OP_COUNT);
    return true;
}

static int incoming_check(const char *bytes, size_t len)
{
    char *copy = malloc(len + (len == 0));
    memcpy(copy, bytes, len);
    struct arena arena;
    struct incoming incoming;
    union reply_body reply;
    arena_init(&arena, NULL, 0);
    const struct incoming_lookup sent = {.op = lookup, .arena = &arena};
    int error = incoming_decode(copy, len, &sent, &incoming, &reply);
    free(copy);
    if (error != 0) {
        assert_int_equal(error_from_code(error_code(error)), error);
    } else if (incoming.kind == INCOMING_EVENT) {
        static char again[FRAME_SIZE];
        assert_true(
            event_encode(incoming.event, incoming.seq, incoming.body, again, sizeof(again)) > 0);
    }
    arena_deinit(&arena);
    return error;
}

typedef int check_fn(const char *bytes, size_t len);

/* Of a long frame, which says the same again and again, not after each byte. */
static void cut_everywhere(const struct frame *frame, check_fn *check)
{
    size_t step = 1 + frame->len / CUT_BYTE_BY_BYTE;
    assert_int_equal(check(frame->bytes, frame->len), 0);
    for (size_t len = 0; len < frame->len; len += step) {
        int error = check(frame->bytes, len);
        assert_true(error == ERR_BAD_JSON || error == ERR_NOT_UTF8);
    }
}

/* Changes `frame` at one place: a byte, a piece that goes, or a piece that comes twice. */
static void mutate(struct frame *frame, uint64_t *seed)
{
    static const char favourites[] = "{}[]\":,\\0123456789-.eutfn \x7f\xC3\xFF";
    size_t at = random_below(seed, frame->len + 1);
    size_t left = frame->len - at;
    size_t piece = left > 0 ? random_below(seed, left < 8 ? left + 1 : 9) : 0;
    switch (random_below(seed, 4)) {
    case 0:
        frame->bytes[at] = favourites[random_below(seed, sizeof(favourites) - 1)];
        break;
    case 1:
        frame->bytes[at] = (char)random_next(seed);
        break;
    case 2:
        memmove(frame->bytes + at, frame->bytes + at + piece, left - piece);
        frame->len -= piece;
        break;
    default:
        memmove(frame->bytes + at + piece, frame->bytes + at, left);
        frame->len += piece;
        break;
    }
}

static void mutate_often(const struct frame *frame, check_fn *check, uint64_t *seed)
{
    static struct frame changed;
    if (frame->len > FRAME_SIZE / 2)
        return;
    for (int i = 0; i < PENTAD_TEST_MUTATIONS / SAMPLES; i++) {
        memcpy(changed.bytes, frame->bytes, frame->len + 1);
        changed.len = frame->len;
        for (uint64_t n = 1 + random_below(seed, 3); n > 0; n--)
            mutate(&changed, seed);
        check(changed.bytes, changed.len);
    }
}

typedef void make_fn(struct frame *frame, struct arena *arena, int number, uint64_t seed);

/* Damages samples of all `count` messages that are shorter than `longest`; returns how many. */
static int damage_all(make_fn *make, int count, size_t longest, check_fn *check, uint64_t seed)
{
    static struct frame frame;
    struct arena arena;
    int done = 0;
    arena_init(&arena, NULL, 0);
    for (int i = 0; i < count * SAMPLES; i++) {
        make(&frame, &arena, i / SAMPLES, (uint64_t)i % SAMPLES);
        if (frame.len > 0 && frame.len < longest) {
            cut_everywhere(&frame, check);
            mutate_often(&frame, check, &seed);
            done++;
        }
        arena_reset(&arena);
    }
    arena_deinit(&arena);
    return done;
}

TEST(damaged_requests_get_an_error_and_nothing_worse)
{
    assert_int_equal(damage_all(request_make, OP_COUNT, FRAME_SIZE, request_check, 4),
                     OP_COUNT * SAMPLES);
}

TEST(damaged_events_get_an_error_and_nothing_worse)
{
    assert_int_equal(damage_all(event_make, EVENT_COUNT, FRAME_SIZE, incoming_check, 5),
                     EVENT_COUNT * SAMPLES);
}

/* Long replies take long to cut everywhere, and have nothing that short ones have not. */
TEST(damaged_replies_get_an_error_and_nothing_worse)
{
    assert_true(damage_all(reply_make, OP_COUNT, LONG_FRAME, incoming_check, 7) > OP_COUNT);
}

/* Bytes that were never a frame, and pieces of JSON in any order. */
TEST(noise_gets_an_error_and_nothing_worse)
{
    static const char *const pieces[] = {"{",  "}",  "[",      "]",           ":",        ",",
                                         "\"", "\\", "\"id\"", "\"op\"",      "\"ping\"", "null",
                                         "1",  "-",  "1e9",    "\"\\u0000\"", "true",     " "};
    uint64_t seed = 6;
    for (int round = 0; round < PENTAD_TEST_MUTATIONS * 3; round++) {
        char text[512];
        size_t len = 0;
        while (len < 64 && random_below(&seed, 16) > 0) {
            const char *piece = pieces[random_below(&seed, sizeof(pieces) / sizeof(pieces[0]))];
            for (; *piece != '\0'; piece++)
                text[len++] = *piece;
        }
        request_check(text, len);
        for (size_t i = 0; i < len; i++)
            text[i] = (char)random_next(&seed);
        request_check(text, len);
        incoming_check(text, len);
    }
}
