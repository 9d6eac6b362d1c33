/* SPDX-License-Identifier: MIT */
/*
 * WebSocket by the cases of RFC 6455: messages in frames and fragments, control frames between
 * them, everything that breaks a connection and with which code, cut into portions of any size.
 */
#include "net/websocket.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 1000
#define BYTES_MAX 200000

/* The bytes of a client: frames, masked. */
struct line {
    char bytes[BYTES_MAX];
    size_t len;
};

static struct line line;
static struct websocket_pool *pool;

#define WEBSOCKET_TEST(name)                                                                       \
    TEST_BETWEEN(name, pool = websocket_pool_new(), websocket_pool_free(pool))

enum {
    FIN = 0x80,
    CONT = 0,
    TEXT = 1,
    BINARY = 2,
    CLOSE = 8,
    PING = 9,
    PONG = 10,
};

/* Writes a frame; with `claimed` in place of its length, if that is not 0. */
static void put_frame(unsigned head, const char *payload, size_t len)
{
    static const unsigned char mask[4] = {0x37, 0xfa, 0x21, 0x3d};
    char *at = line.bytes + line.len;
    size_t used = 2;
    at[0] = (char)head;
    if (len < 126) {
        at[1] = (char)(0x80 | len);
    } else if (len < 65536) {
        at[1] = (char)(0x80 | 126);
        at[2] = (char)(len >> 8);
        at[3] = (char)len;
        used = 4;
    } else {
        at[1] = (char)(0x80 | 127);
        for (int i = 0; i < 8; i++)
            at[2 + i] = (char)((uint64_t)len >> (56 - 8 * i));
        used = 10;
    }
    memcpy(at + used, mask, 4);
    used += 4;
    for (size_t i = 0; i < len; i++)
        at[used + i] = (char)(payload[i] ^ mask[i % 4]);
    line.len += used + len;
}

static void put_bytes(const char *bytes, size_t len)
{
    memcpy(line.bytes + line.len, bytes, len);
    line.len += len;
}

/* All that a connection tells of the line, as a text: messages in brackets, what is sent back as
 * hex, the end. */
static void tell(size_t portion, char *out, size_t size)
{
    struct websocket *websocket = websocket_new(pool, LONGEST);
    enum websocket_status status = WEBSOCKET_MORE;
    size_t used = 0;
    out[0] = '\0';
    for (size_t at = 0; at < line.len && status == WEBSOCKET_MORE; at += portion) {
        /* From a block that ends where they end. */
        size_t len = portion < line.len - at ? portion : line.len - at;
        char *block = malloc(len);
        memcpy(block, line.bytes + at, len);
        websocket_feed(websocket, block, len);
        do {
            const char *message;
            size_t message_len;
            status = websocket_read(websocket, &message, &message_len);
            if (status == WEBSOCKET_MESSAGE)
                used += (size_t)snprintf(out + used, size - used, "[%.*s]",
                                         (int)(message_len < 20 ? message_len : 20), message);
        } while (status == WEBSOCKET_MESSAGE);
        if (status == WEBSOCKET_TOO_LONG)
            websocket_close(websocket, WEBSOCKET_DONE);
        char *answer = websocket_take_output(websocket, &len);
        for (size_t i = 0; answer != NULL && i < len; i++)
            used += (size_t)snprintf(out + used, size - used, "%02x", (unsigned char)answer[i]);
        free(answer);
        free(block);
    }
    snprintf(out + used, size - used, "%s",
             status == WEBSOCKET_ENDED      ? " ended"
             : status == WEBSOCKET_BROKEN   ? " broken"
             : status == WEBSOCKET_TOO_LONG ? " too long"
                                            : "");
    websocket_free(websocket);
}

static const size_t portions[] = {1, 2, 3, 7, 64, 1000, BYTES_MAX};

static void expect(const char *wanted)
{
    for (size_t i = 0; i < sizeof(portions) / sizeof(portions[0]); i++) {
        char told[4096];
        tell(portions[i], told, sizeof(told));
        assert_string_equal(told, wanted);
    }
    line.len = 0;
}

#define FRAME(head, text) put_frame(head, text, sizeof(text) - 1)

WEBSOCKET_TEST(a_message_is_told_whole)
{
    FRAME(FIN | TEXT, "Hello");
    expect("[Hello]");
    FRAME(FIN | TEXT, "");
    FRAME(FIN | TEXT, "one");
    FRAME(FIN | TEXT, "two");
    expect("[][one][two]");
}

WEBSOCKET_TEST(fragments_are_one_message)
{
    FRAME(TEXT, "Hel");
    FRAME(FIN | CONT, "lo");
    FRAME(TEXT, "");
    FRAME(CONT, "a");
    FRAME(CONT, "");
    FRAME(CONT, "b");
    FRAME(FIN | CONT, "");
    expect("[Hello][ab]");
}

WEBSOCKET_TEST(a_character_may_be_cut_by_fragments)
{
    FRAME(TEXT, "\xd0");
    FRAME(FIN | CONT, "\x96");
    expect("[\xd0\x96]");
}

WEBSOCKET_TEST(pings_are_answered_between_fragments)
{
    FRAME(TEXT, "Hel");
    FRAME(FIN | PING, "?");
    FRAME(FIN | CONT, "lo");
    char told[256];
    tell(BYTES_MAX, told, sizeof(told));
    assert_string_equal(told, "[Hello]8a013f");
    tell(1, told, sizeof(told));
    assert_string_equal(told, "8a013f[Hello]");
    line.len = 0;
    FRAME(FIN | PONG, "nobody asked");
    FRAME(FIN | TEXT, "x");
    expect("[x]");
}

WEBSOCKET_TEST(the_last_of_several_pings_is_answered)
{
    char told[256];
    FRAME(FIN | PING, "1");
    FRAME(FIN | PING, "2");
    tell(BYTES_MAX, told, sizeof(told));
    assert_string_equal(told, "8a0132");
    line.len = 0;
}

WEBSOCKET_TEST(a_close_is_answered_and_ends_it)
{
    FRAME(FIN | TEXT, "last");
    FRAME(FIN | CLOSE, "\x03\xe8 bye");
    FRAME(FIN | TEXT, "behind it");
    expect("[last]880203e8 ended");
    FRAME(FIN | CLOSE, "");
    expect("880203e8 ended");
    FRAME(FIN | CLOSE, "\x0f\xa0");
    expect("880203e8 ended");
}

/* Each breaks the connection, with that code of a close. */
WEBSOCKET_TEST(what_is_wrong_breaks_it_with_a_code)
{
    static const struct {
        unsigned head;
        const char *payload;
        size_t len;
        const char *code;
    } rows[] = {
        {FIN | 0x40 | TEXT, "x", 1, "03ea"},              /* a bit that is reserved */
        {FIN | 0x20 | TEXT, "x", 1, "03ea"},              /* the next one */
        {FIN | 0x10 | TEXT, "x", 1, "03ea"},              /* the last one */
        {FIN | 3, "x", 1, "03ea"},                        /* opcodes that are reserved */
        {FIN | 7, "x", 1, "03ea"},                        /* likewise */
        {FIN | 11, "x", 1, "03ea"},                       /* of control frames */
        {FIN | 15, "x", 1, "03ea"},                       /* likewise */
        {FIN | CONT, "x", 1, "03ea"},                     /* of no message */
        {CONT, "x", 1, "03ea"},                           /* likewise */
        {PING, "x", 1, "03ea"},                           /* a control frame in parts */
        {CLOSE, "\x03\xe8", 2, "03ea"},                   /* likewise */
        {FIN | BINARY, "x", 1, "03eb"},                   /* no text */
        {FIN | CLOSE, "\x03", 1, "03ea"},                 /* half of a code */
        {FIN | CLOSE, "\x03\xe7", 2, "03ea"},             /* 999 */
        {FIN | CLOSE, "\x03\xec", 2, "03ea"},             /* 1004 */
        {FIN | CLOSE, "\x03\xed", 2, "03ea"},             /* 1005 */
        {FIN | CLOSE, "\x03\xee", 2, "03ea"},             /* 1006 */
        {FIN | CLOSE, "\x03\xf7", 2, "03ea"},             /* 1015 */
        {FIN | CLOSE, "\x0b\xb7", 2, "03ea"},             /* 2999 */
        {FIN | CLOSE, "\x13\x88", 2, "03ea"},             /* 5000 */
        {FIN | CLOSE, "\x03\xe8\xce\xba\xe1", 5, "03ef"}, /* half a character */
        {FIN | CLOSE, "\x03\xe8\xed\xa0\x80", 5, "03ef"}, /* half of a pair of UTF-16 */
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char wanted[64];
        put_frame(rows[i].head, rows[i].payload, rows[i].len);
        snprintf(wanted, sizeof(wanted), "8802%s broken", rows[i].code);
        expect(wanted);
    }
}

WEBSOCKET_TEST(a_message_within_another_breaks_it)
{
    FRAME(TEXT, "a");
    FRAME(FIN | TEXT, "b");
    expect("880203ea broken");
}

WEBSOCKET_TEST(frames_without_a_mask_break_it)
{
    put_bytes("\x81\x01x", 3);
    expect("880203ea broken");
}

WEBSOCKET_TEST(lengths_have_one_spelling)
{
    put_bytes("\x81\xfe\x00\x01\0\0\0\0x", 9); /* 1 in two bytes */
    expect("880203ea broken");
    put_bytes("\x81\xff\0\0\0\0\0\0\0\x01\0\0\0\0x", 15);
    expect("880203ea broken");
    put_bytes("\x81\xff\x80\0\0\0\0\0\0\x01\0\0\0\0x", 15); /* the highest bit */
    expect("880203ea broken");
}

WEBSOCKET_TEST(a_control_frame_has_125_bytes_at_the_most)
{
    char payload[126];
    char wanted[600] = "8a7d";
    memset(payload, 'p', sizeof(payload));
    put_frame(FIN | PING, payload, 125);
    for (int i = 0; i < 125; i++)
        strcat(wanted, "70");
    expect(wanted);
    put_frame(FIN | PING, payload, 126);
    expect("880203ea broken");
}

WEBSOCKET_TEST(a_message_has_a_longest)
{
    static char text[2 * LONGEST];
    memset(text, 'x', sizeof(text));
    put_frame(FIN | TEXT, text, LONGEST);
    expect("[xxxxxxxxxxxxxxxxxxxx]");
    put_frame(FIN | TEXT, text, LONGEST + 1);
    expect("880203f1 too long");
    put_frame(TEXT, text, LONGEST);
    put_frame(FIN | CONT, "", 0);
    put_frame(TEXT, text, LONGEST);
    put_frame(FIN | CONT, "x", 1);
    expect("[xxxxxxxxxxxxxxxxxxxx]880203f1 too long");
    put_bytes("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0x", 15); /* it is told by its head */
    expect("880203f1 too long");
}

WEBSOCKET_TEST(bytes_behind_a_message_are_given_back)
{
    struct websocket *websocket = websocket_new(pool, LONGEST);
    const char *message;
    const char *unused;
    size_t len;
    FRAME(FIN | TEXT, "one");
    size_t first = line.len;
    FRAME(FIN | TEXT, "two");
    websocket_feed(websocket, line.bytes, line.len);
    assert_int_equal(websocket_read(websocket, &message, &len), WEBSOCKET_MESSAGE);
    assert_int_equal(websocket_unused(websocket, &unused), line.len - first);
    assert_ptr_equal(unused, line.bytes + first);
    assert_int_equal(websocket_read(websocket, &message, &len), WEBSOCKET_MORE);
    websocket_feed(websocket, unused, line.len - first);
    assert_int_equal(websocket_read(websocket, &message, &len), WEBSOCKET_MESSAGE);
    assert_int_equal(len, 3);
    assert_memory_equal(message, "two", 3);
    websocket_free(websocket);
    line.len = 0;
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

WEBSOCKET_TEST(random_bytes_are_used_or_break_it)
{
    uint64_t random = 3;
    for (int round = 0; round < 2000; round++) {
        char whole[4096];
        char parts[4096];
        FRAME(FIN | TEXT, "Hello");
        FRAME(FIN | PING, "x");
        line.bytes[random_below(&random, line.len)] ^= (char)(1 << random_below(&random, 8));
        tell(1, parts, sizeof(parts));
        tell(BYTES_MAX, whole, sizeof(whole));
        assert_int_equal(strstr(whole, " broken") != NULL, strstr(parts, " broken") != NULL);
        line.len = 0;
    }
}
