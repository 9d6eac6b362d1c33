/* SPDX-License-Identifier: MIT */
/*
 * WebSocket by the cases of RFC 6455, a table: each comes whole, singly, and cut at every place,
 * under several masks.
 */
#include "base/utf8.h"
#include "net/websocket.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 65537
#define BYTES_MAX 200000
#define MESSAGES_MAX 16
#define END_SIZE 16

static struct websocket_pool *pool;

#define WEBSOCKET_TEST(name)                                                                       \
    TEST_BETWEEN(name, pool = websocket_pool_new(), websocket_pool_free(pool))

static const unsigned char masks[][4] = {
    {0x37, 0xfa, 0x21, 0x3d}, {0, 0, 0, 0}, {0xff, 0xff, 0xff, 0xff}, {0, 0x80, 0x0a, 0x7f}};
static const unsigned char *mask = masks[0];

/* ------------------------------------------------------------------ bytes of a client */

struct bytes {
    char at[BYTES_MAX];
    size_t len;
};

/* The bytes of the case, and where its frames begin. */
static struct bytes line;
static size_t begins[MESSAGES_MAX + 1];
static size_t begin_count;

static void put(struct bytes *bytes, const void *more, size_t len)
{
    assert_true(bytes->len + len <= sizeof(bytes->at));
    memcpy(bytes->at + bytes->len, more, len);
    bytes->len += len;
}

static void put_hex(struct bytes *bytes, const char *hex)
{
    for (; strchr(" '#=", *hex) == NULL; hex += 2) { /* NUL, too */
        char two[3] = {hex[0], hex[1], '\0'};
        char byte = (char)strtoul(two, NULL, 16);
        put(bytes, &byte, 1);
    }
}

/* Puts the parts of one payload; returns what is behind them. */
static const char *put_payload(struct bytes *bytes, const char *text)
{
    static char many[LONGEST + 1];
    memset(many, 'x', sizeof(many));
    while (strchr(" ", *text) == NULL) {
        char kind = *text++;
        size_t len = strcspn(text, kind == '\'' ? "'" : " '#=");
        if (kind == '\'')
            put(bytes, text, len++);
        else if (kind == '#')
            put(bytes, many, strtoul(text, NULL, 10));
        else
            put_hex(bytes, text);
        text += len;
    }
    return text;
}

/* Writes a frame. */
static void put_frame(unsigned head, const char *payload, size_t len)
{
    unsigned char out[14] = {(unsigned char)head, (unsigned char)(0x80 | len)};
    size_t extended = len < 126 ? 0 : len < 65536 ? 2 : 8;
    if (extended > 0)
        out[1] = extended == 2 ? 0xfe : 0xff;
    for (size_t i = 0; i < extended; i++)
        out[2 + i] = (unsigned char)((uint64_t)len >> (8 * (extended - 1 - i)));
    memcpy(out + 2 + extended, mask, 4);
    put(&line, out, 2 + extended + 4);
    for (size_t i = 0; i < len; i++) {
        char masked = (char)(payload[i] ^ mask[i % 4]);
        put(&line, &masked, 1);
    }
}

/* Writes what a client says (websocket_cases.def). */
static void put_frames(const char *text)
{
    static struct bytes payload;
    line.len = begin_count = 0;
    while (*text != '\0') {
        assert_true(begin_count < MESSAGES_MAX);
        begins[begin_count++] = line.len;
        if (*text == ':') {
            put_hex(&line, text + 1);
            text += strcspn(text, " ");
        } else {
            payload.len = 0;
            unsigned head = (unsigned)strtoul((const char[]){text[0], text[1], '\0'}, NULL, 16);
            text = put_payload(&payload, text + 2);
            put_frame(head, payload.at, payload.len);
        }
        text += *text == ' ';
    }
}

/* ------------------------------------------------------------------ what is told of them */

/* Messages or pongs behind each other, each with its length before it, and the end as in the
 * table. */
struct told {
    struct bytes messages, pongs;
    char end[END_SIZE];
};

static void put_one(struct bytes *bytes, const char *one, size_t len)
{
    put(bytes, &len, sizeof(len));
    put(bytes, one, len);
}

/* A list of payloads as the table has it. */
static void put_list(struct bytes *bytes, const char *text)
{
    static struct bytes one;
    bytes->len = 0;
    while (*text != '\0') {
        one.len = 0;
        text = put_payload(&one, text);
        put_one(bytes, one.at, one.len);
        text += *text == ' ';
    }
}

/* Notes the frames that answer; behind a close nothing goes out. */
static void note_answers(struct websocket *websocket, const char *how, struct told *told)
{
    size_t len;
    char *answer = websocket_take_output(websocket, &len);
    for (size_t at = 0; at < len; at += 2 + (size_t)answer[at + 1]) {
        const unsigned char *frame = (const unsigned char *)answer + at;
        assert_in_range(frame[1], 0, 125); /* nor is it masked */
        assert_string_equal(told->end, "open");
        if (frame[0] == 0x8a) {
            put_one(&told->pongs, answer + at + 2, frame[1]);
            continue;
        }
        assert_int_equal(frame[0], 0x88);
        if (frame[1] == 0)
            snprintf(told->end, END_SIZE, "%s", how);
        else
            snprintf(told->end, END_SIZE, "%s %d", how, frame[2] << 8 | frame[3]);
    }
    free(answer);
}

/* Hears the bytes, from a block that ends where they end. */
static void hear(struct websocket *websocket, const char *bytes, size_t len, struct told *told)
{
    enum websocket_status status;
    char *block = malloc(len);
    memcpy(block, bytes, len);
    websocket_feed(websocket, block, len);
    do {
        const char *message;
        size_t message_len;
        status = websocket_read(websocket, &message, &message_len);
        if (status == WEBSOCKET_MESSAGE)
            put_one(&told->messages, message, message_len);
        if (status == WEBSOCKET_NOT_TEXT)
            assert_false(utf8_is_valid(message, message_len));
    } while (status == WEBSOCKET_MESSAGE);
    if (status == WEBSOCKET_TOO_LONG || status == WEBSOCKET_NOT_TEXT)
        websocket_close(websocket, WEBSOCKET_POLICY);
    note_answers(websocket, status == WEBSOCKET_ENDED ? "closed" : "failed", told);
    assert_int_equal(status != WEBSOCKET_MORE, strcmp(told->end, "open") != 0);
    free(block);
}

/* Hears the line up to `cut`, then the rest in portions of `portion` bytes. When it is over nothing
 * more is told, whatever comes. */
static void tell(size_t cut, size_t portion, struct told *told)
{
    struct websocket *websocket = websocket_new(pool, LONGEST);
    size_t at = 0;
    told->messages.len = told->pongs.len = 0;
    snprintf(told->end, END_SIZE, "open");
    while (at < line.len && strcmp(told->end, "open") == 0) {
        size_t len = at < cut ? cut - at : portion;
        len = len < line.len - at ? len : line.len - at;
        hear(websocket, line.at + at, len, told);
        at += len;
    }
    if (strcmp(told->end, "open") != 0) {
        const char *message;
        size_t len;
        websocket_feed(websocket, "\x89\x80\0\0\0\0\x81\x80\0\0\0\0", 12);
        assert_int_equal(websocket_read(websocket, &message, &len), WEBSOCKET_BROKEN);
        assert_null(websocket_take_output(websocket, &len));
    }
    websocket_free(websocket);
}

/* ------------------------------------------------------------------ the cases of the standard */

static const struct row {
    const char *what, *says, *tells, *pongs, *end;
} cases[] = {
#define CASE(what, says, tells, pongs, end) {what, says, tells, pongs, end},
#include "tests/unit/net/websocket_cases.def"
#undef CASE
};

/* Of pings that came at once the last is answered. */
static bool pongs_fit(const struct bytes *told, const struct bytes *wanted, bool has_all)
{
    size_t rest = wanted->len - told->len;
    return told->len <= wanted->len && (!has_all || rest == 0) &&
           (told->len > 0) == (wanted->len > 0) &&
           (told->len == 0 || has_all ||
            memcmp(told->at + told->len - 1, wanted->at + wanted->len - 1, 1) == 0);
}

static void check(const struct row *row, size_t cut, size_t portion)
{
    static struct told told;
    static struct bytes messages;
    static struct bytes pongs;
    tell(cut, portion, &told);
    put_list(&messages, row->tells);
    put_list(&pongs, row->pongs);
    if (strcmp(told.end, row->end) != 0 || told.messages.len != messages.len ||
        memcmp(told.messages.at, messages.at, messages.len) != 0 ||
        !pongs_fit(&told.pongs, &pongs, portion == 1 && cut == 0))
        fail_msg("%s: %s: %s, %zu bytes of messages, %zu of pongs (cut at %zu, portions of %zu)",
                 row->what, row->says, told.end, told.messages.len, told.pongs.len, cut, portion);
}

/* In a long line only around the beginnings of frames, and the end, is anything else to be seen. */
static bool is_worth_a_cut(size_t cut)
{
    bool is_near = line.len < 1000 || cut + 20 > line.len;
    for (size_t i = 0; i < begin_count; i++)
        is_near = is_near || (cut + 3 > begins[i] && cut < begins[i] + 20);
    return is_near;
}

WEBSOCKET_TEST(the_cases_of_the_standard_hold_wherever_they_are_cut)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        for (size_t j = 0; j < sizeof(masks) / sizeof(masks[0]); j++) {
            mask = masks[j];
            put_frames(cases[i].says);
            check(&cases[i], 0, BYTES_MAX);
            check(&cases[i], 0, 1);
            for (size_t cut = 1; cut < line.len; cut++)
                if (is_worth_a_cut(cut))
                    check(&cases[i], cut, BYTES_MAX);
        }
    mask = masks[0];
}

/* Those of the standard that may be said, those of the registry (IANA), and what libraries and
 * programs agree upon. */
WEBSOCKET_TEST(a_close_has_a_code_that_may_be_said)
{
    static struct told told;
    for (unsigned code = 0; code <= UINT16_MAX; code++) {
        const char payload[2] = {(char)(code >> 8), (char)code};
        char wanted[END_SIZE];
        bool is_code =
            (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
            (code >= 3000 && code <= 4999);
        line.len = 0;
        put_frame(0x88, payload, 2);
        tell(0, BYTES_MAX, &told);
        snprintf(wanted, sizeof(wanted), is_code ? "closed %u" : "failed 1002", code);
        assert_string_equal(told.end, wanted);
    }
}

WEBSOCKET_TEST(the_server_closes_by_a_code)
{
    size_t len;
    struct websocket *websocket = websocket_new(pool, LONGEST);
    websocket_close(websocket, WEBSOCKET_GOING_AWAY);
    websocket_close(websocket, WEBSOCKET_POLICY); /* it is said once */
    char *answer = websocket_take_output(websocket, &len);
    assert_int_equal(len, 4);
    assert_memory_equal(answer, "\x88\x02\x03\xe9", 4);
    assert_true(websocket_is_closing(websocket));
    free(answer);
    websocket_free(websocket);
}

WEBSOCKET_TEST(bytes_behind_a_message_are_given_back)
{
    struct websocket *websocket = websocket_new(pool, LONGEST);
    const char *message;
    const char *unused;
    size_t len;
    put_frames("81'one' 81'two'");
    size_t first = begins[1];
    websocket_feed(websocket, line.at, line.len);
    assert_int_equal(websocket_read(websocket, &message, &len), WEBSOCKET_MESSAGE);
    assert_int_equal(websocket_unused(websocket, &unused), line.len - first);
    assert_ptr_equal(unused, line.at + first);
    assert_int_equal(websocket_read(websocket, &message, &len), WEBSOCKET_MORE);
    websocket_feed(websocket, unused, line.len - first);
    assert_int_equal(websocket_read(websocket, &message, &len), WEBSOCKET_MESSAGE);
    assert_int_equal(len, 3);
    assert_memory_equal(message, "two", 3);
    websocket_free(websocket);
}

WEBSOCKET_TEST(heads_say_how_long_a_part_is_and_which)
{
    static const struct {
        size_t len;
        bool is_first, is_last;
        const char *head;
        size_t head_len;
    } rows[] = {
        {0, true, true, "\x81\x00", 2},
        {125, true, true, "\x81\x7d", 2},
        {126, true, false, "\x01\x7e\x00\x7e", 4},
        {65535, false, false, "\x00\x7e\xff\xff", 4},
        {65536, false, true, "\x80\x7f\0\0\0\0\0\1\0\0", 10},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char head[WEBSOCKET_HEAD_MAX];
        assert_int_equal(websocket_head(head, rows[i].len, rows[i].is_first, rows[i].is_last),
                         rows[i].head_len);
        assert_memory_equal(head, rows[i].head, rows[i].head_len);
    }
}

WEBSOCKET_TEST(a_key_is_answered_as_the_standard_says)
{
    char accept[WEBSOCKET_ACCEPT_SIZE];
    assert_true(websocket_accept("dGhlIHNhbXBsZSBub25jZQ==", accept));
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_false(websocket_accept("", accept));
    assert_false(websocket_accept("dGhlIHNhbXBsZSBub25jZQ=", accept));
    assert_false(websocket_accept("dGhlIHNhbXBsZSBub25jZWQ=", accept)); /* 17 bytes */
    assert_false(websocket_accept("dGhlIHNhbXBsZSBub25jZQ!!", accept));
}

WEBSOCKET_TEST(random_bytes_are_told_alike_wherever_they_are_cut)
{
    static struct told whole;
    static struct told parts;
    uint64_t random = 3;
    for (int round = 0; round < 2000; round++) {
        put_frames("81'Hello' 89'x'");
        line.at[random_below(&random, line.len)] ^= (char)(1 << random_below(&random, 8));
        tell(0, 1, &parts);
        tell(0, BYTES_MAX, &whole);
        assert_string_equal(whole.end, parts.end);
        assert_int_equal(whole.messages.len, parts.messages.len);
    }
}
