/* SPDX-License-Identifier: MIT */
/*
 * Requests of HTTP: what is kept of them, what is refused and how, cut into portions of any size.
 */
#include "net/http_request.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BODY_MOST 16
#define TEXT_SIZE 16384

static struct http_reader *reader;

#define REQUEST_TEST(name)                                                                         \
    TEST_BETWEEN(name, reader = http_reader_new(BODY_MOST), http_reader_free(reader))

/* Feeds the text in portions until a request is whole or wrong; returns the bytes that it has. */
static size_t feed(const char *text, size_t portion, enum http_reading *reading_out)
{
    size_t len = strlen(text);
    size_t at = 0;
    *reading_out = HTTP_MORE;
    while (at < len && *reading_out == HTTP_MORE) {
        size_t used;
        size_t part = portion < len - at ? portion : len - at;
        *reading_out = http_read(reader, text + at, part, &used);
        at += used;
    }
    return at;
}

REQUEST_TEST(a_request_is_kept_in_whatever_portions_it_comes)
{
    static const char first[] = "POST /session?a=b HTTP/1.1\r\nhost: play.example.org\r\n"
                                "X-Other: 1\r\nX-Forwarded-For: a\r\nContent-Length: 4\r\n"
                                "Cookie: a=b\r\nX-Forwarded-For: b\r\ncookie: c=d\r\n\r\nbody";
    static const char second[] = "GET / HTTP/1.1\r\nConnection: close\r\n\r\n";
    char both[sizeof(first) + sizeof(second)];
    snprintf(both, sizeof(both), "%s%s", first, second);
    for (size_t portion = 1; portion < sizeof(both); portion++) {
        enum http_reading reading;
        size_t used = feed(both, portion, &reading);
        assert_int_equal(reading, HTTP_READY);
        assert_int_equal(used, strlen(first));
        struct http_request request = http_request_of(reader);
        assert_int_equal(request.verb, HTTP_VERB_POST);
        assert_string_equal(request.path, "/session");
        assert_string_equal(request.query, "a=b");
        assert_string_equal(request.headers[HTTP_HOST], "play.example.org");
        assert_string_equal(request.headers[HTTP_FORWARDED_FOR], "a, b");
        assert_string_equal(request.headers[HTTP_COOKIE], "a=b; c=d");
        assert_null(request.headers[HTTP_ORIGIN]);
        assert_int_equal(request.body_bytes, 4);
        assert_memory_equal(request.body, "body", 4);
        assert_true(request.keeps);
        http_reader_reset(reader);
        feed(both + used, portion, &reading);
        assert_int_equal(reading, HTTP_READY);
        request = http_request_of(reader);
        assert_int_equal(request.verb, HTTP_VERB_GET);
        assert_null(request.headers[HTTP_COOKIE]);
        assert_string_equal(request.query, "");
        assert_false(request.keeps);
        http_reader_reset(reader);
    }
}

/* A text with `count` times "x" in place of the %s. */
static const char *with_many(const char *format, size_t count)
{
    static char text[TEXT_SIZE];
    static char many[TEXT_SIZE];
    memset(many, 'x', count);
    many[count] = '\0';
    assert_in_range(snprintf(text, sizeof(text), format, many), 1, sizeof(text) - 1);
    return text;
}

static void is_refused(const char *text, int status)
{
    for (size_t portion = 1; portion <= strlen(text); portion += 1 + portion / 4) {
        enum http_reading reading;
        feed(text, portion, &reading);
        if (reading != HTTP_WRONG || http_status_of_wrong(reader) != status)
            fail_msg("%d: %d in place of %d: %.80s", reading, http_status_of_wrong(reader), status,
                     text);
        http_reader_reset(reader);
    }
}

REQUEST_TEST(what_is_wrong_has_a_status)
{
    static const struct {
        int status;
        const char *text;
    } rows[] = {
        {400, "nonsense\r\n\r\n"},
        {400, "GET /\r\n\r\n"},
        {400, "GET / HTTP/2.0\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nOrigin : a\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nX-Other\t: a\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nOrigin: a\r\nORIGIN: b\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nContent-Length: 1\r\n\r\na"},
        {400, "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na"},
        {400, "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"},
        {400, "GET / HTTP/1.0\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"},
        {411, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        {413, "POST / HTTP/1.1\r\nContent-Length: 17\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nContent-Length: 18446744073709551614\r\n\r\n"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        is_refused(rows[i].text, rows[i].status);
    is_refused(with_many("GET /%s HTTP/1.1\r\n\r\n", HTTP_TARGET_MAX), 414);
    is_refused(with_many("GET / HTTP/1.1\r\nCookie: %s\r\n\r\n", 9000), 431);
    is_refused(with_many("GET / HTTP/1.1\r\n%s: a\r\n\r\n", 9000), 431);
}

REQUEST_TEST(as_long_as_may_be_is_kept)
{
    enum http_reading reading;
    feed(with_many("GET /%s HTTP/1.1\r\n\r\n", HTTP_TARGET_MAX - 1), 100, &reading);
    assert_int_equal(reading, HTTP_READY);
    assert_int_equal(strlen(http_request_of(reader).path), HTTP_TARGET_MAX);
    http_reader_reset(reader);
    feed(with_many("POST / HTTP/1.1\r\nContent-Length: 16\r\n\r\n%s", BODY_MOST), 100, &reading);
    assert_int_equal(reading, HTTP_READY);
    assert_int_equal(http_request_of(reader).body_bytes, BODY_MOST);
}
