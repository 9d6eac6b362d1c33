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

/* Bytes, of which some may be NUL. */
struct text {
    const char *bytes;
    size_t len;
};
#define AFTER "GET /after HTTP/1.1\r\nHost: a\r\n\r\n"
#define TEXT(literal)                                                                              \
    {                                                                                              \
        literal, sizeof(literal) - 1                                                               \
    }

static struct http_reader *reader;

#define REQUEST_TEST(name)                                                                         \
    TEST_BETWEEN(name, reader = http_reader_new(BODY_MOST), http_reader_free(reader))

/* Feeds the text in portions, the first of another size, until a request is whole or wrong; returns
 * the bytes that it has. */
static size_t feed_cut(struct text text, size_t first, size_t portion,
                       enum http_reading *reading_out)
{
    size_t at = 0;
    *reading_out = HTTP_MORE;
    while (at < text.len && *reading_out == HTTP_MORE) {
        size_t used;
        size_t part = at == 0 ? first : portion;
        part = part < text.len - at ? part : text.len - at;
        *reading_out = http_read(reader, text.bytes + at, part, &used);
        at += used;
    }
    return at;
}

static size_t feed(const char *text, size_t portion, enum http_reading *reading_out)
{
    return feed_cut((struct text){text, strlen(text)}, portion, portion, reading_out);
}

REQUEST_TEST(a_request_is_kept_in_whatever_portions_it_comes)
{
    static const char first[] = "POST /session?a=b HTTP/1.1\r\nhost: play.example.org\r\n"
                                "X-Other: 1\r\nX-Forwarded-For: a\r\nContent-Length: 4\r\n"
                                "Cookie: a=b\r\nX-Forwarded-For: b\r\ncookie: c=d\r\n\r\nbody";
    static const char second[] = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
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

/* Reads it whole, singly, and cut at every place, and gives the status: 0 for a request. What is
 * behind something wrong is never read. */
static int status_of(struct text text)
{
    int status = -1;
    for (size_t first = 0; first < text.len; first++) {
        enum http_reading reading;
        size_t used;
        feed_cut(text, first > 0 ? first : 1, first > 0 ? text.len : 1, &reading);
        int told = reading == HTTP_WRONG ? http_status_of_wrong(reader) : 0;
        if (reading == HTTP_MORE || (status != -1 && status != told))
            fail_msg("%d, then %d in place of %d, cut at %zu: %s", reading, told, status, first,
                     text.bytes);
        status = told;
        if (reading == HTTP_WRONG) {
            assert_int_equal(http_read(reader, AFTER, strlen(AFTER), &used), HTTP_WRONG);
            assert_int_equal(used, 0);
        }
        http_reader_reset(reader);
    }
    return status;
}

static void check_status(struct text text, int wanted)
{
    int status = status_of(text);
    if (status != wanted)
        fail_msg("%d in place of %d: %.200s", status, wanted, text.bytes);
}

#define GET "GET / HTTP/1.1\r\nHost: a\r\n"
#define POST "POST / HTTP/1.1\r\nHost: a\r\n"

/* Refuses all that may be understood in two ways, and what follows it. 0: it is a request. */
REQUEST_TEST(what_is_wrong_has_a_status)
{
    static const struct {
        int status;
        struct text text;
    } rows[] = {
        /* The request line (RFC 9112, 3). */
        {400, TEXT("nonsense\r\n\r\n")},
        {400, TEXT("GET /\r\n\r\n")}, /* HTTP/0.9 */
        {400, TEXT("GET / HTTP/0.9\r\nHost: a\r\n\r\n")},
        {0, TEXT("GET / HTTP/1.0\r\n\r\n")},
        {400, TEXT("GET / HTTP/2.0\r\nHost: a\r\n\r\n")},
        {400, TEXT("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")},
        {400, TEXT("get / HTTP/1.1\r\nHost: a\r\n\r\n")},
        {400, TEXT("GET / http/1.1\r\nHost: a\r\n\r\n")},
        {400, TEXT("GET  / HTTP/1.1\r\nHost: a\r\n\r\n")},
        {400, TEXT("GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n")},
        {400, TEXT("GET / HTTP/1.1 \r\nHost: a\r\n\r\n")},
        {400, TEXT("GET / a HTTP/1.1\r\nHost: a\r\n\r\n")},
        {400, TEXT(" GET / HTTP/1.1\r\nHost: a\r\n\r\n")},
        {400, TEXT("GET nothing HTTP/1.1\r\nHost: a\r\n\r\n")},
        {400, TEXT("GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n")},
        {400, TEXT("GET /\x7f HTTP/1.1\r\nHost: a\r\n\r\n")},
        {0, TEXT("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")}, /* 2.2 */
        {0, TEXT("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")},
        {0, TEXT("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n")},
        {400, TEXT("GET ftp//a/ HTTP/1.1\r\nHost: a\r\n\r\n")},
        /* Lines (2.2, 5). */
        {400, TEXT("GET / HTTP/1.1\nHost: a\n\n")},
        {400, TEXT("GET / HTTP/1.1\r\nHost: a\n\r\n")},
        {400, TEXT("GET / HTTP/1.1\r\nHost: a\r\n\n")},
        {400, TEXT("GET / HTTP/1.1\rHost: a\r\n\r\n")},
        {400, TEXT(GET "X-Other: a\rb\r\n\r\n")},
        {400, TEXT(GET "X-Other: a\r\r\n\r\n")},
        {400, TEXT("GET / HTTP/1.1\r\n Host: a\r\n\r\n")},
        {400, TEXT(GET "X-Other: a\r\n b\r\n\r\n")}, /* folded (5.2) */
        {400, TEXT(GET "X-Other: a\r\n\tb\r\n\r\n")},
        {400, TEXT(GET "Origin:\r\n https://evil.example\r\n\r\n")},
        {400, TEXT(GET " \r\n\r\n")},
        {400, TEXT(GET "Origin : a\r\n\r\n")}, /* a space hides a header (5.1) */
        {400, TEXT(GET "X-Other\t: a\r\n\r\n")},
        {400, TEXT(GET "X Other: a\r\n\r\n")},
        {400, TEXT(GET "X-Other\r\n\r\n")},
        {400, TEXT(GET ": a\r\n\r\n")},
        {400, TEXT(GET "X-Other: a\0b\r\n\r\n")},
        {400, TEXT(GET "X-Ot\0her: a\r\n\r\n")},
        {400, TEXT(GET "X-Other: a\x01\r\n\r\n")},
        {0, TEXT(GET "X-Other:\ta\tb \xc3\xa9 \r\nX-Empty:\r\n\r\n")},
        /* The host (3.2). */
        {400, TEXT("GET / HTTP/1.1\r\n\r\n")},
        {400, TEXT("POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n")},
        {400, TEXT("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n")},
        {400, TEXT("GET / HTTP/1.1\r\nHost: a\r\nX: b\r\nhost: b\r\n\r\n")},
        {400, TEXT("GET http://a/ HTTP/1.1\r\n\r\n")},
        {0, TEXT("GET / HTTP/1.1\r\nHost:\r\n\r\n")},
        /* Rows of headers that may come once. */
        {400, TEXT(GET "Origin: a\r\nORIGIN: b\r\n\r\n")},
        {400, TEXT(GET "Upgrade: websocket\r\nUpgrade: websocket\r\n\r\n")},
        {0, TEXT(GET "Cookie: a=b\r\nCookie: c=d\r\nX: a\r\nX: b\r\n\r\n")},
        /* The body's length (6). */
        {400, TEXT(GET "Content-Length: 1\r\n\r\na")},
        {405, TEXT("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na")},
        {405, TEXT("PATCH / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")},
        {400, TEXT(GET "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")},
        {0, TEXT(GET "Content-Length: 0\r\n\r\n")},
        {0, TEXT(POST "\r\n")},
        {400, TEXT(POST "Content-Length: 1\r\nContent-Length: 2\r\n\r\na")},
        {400, TEXT(POST "Content-Length: 1\r\nContent-Length: 1\r\n\r\na")},
        {400, TEXT(POST "Content-Length: 0\r\nContent-Length: 0\r\n\r\n")},
        {400, TEXT(POST "Content-Length: 1, 1\r\n\r\na")},
        {400, TEXT(POST "Content-Length: -1\r\n\r\n")},
        {400, TEXT(POST "Content-Length: +1\r\n\r\na")},
        {400, TEXT(POST "Content-Length: 0x1\r\n\r\na")},
        {400, TEXT(POST "Content-Length: 1 1\r\n\r\na")},
        {400, TEXT(POST "Content-Length: 1a\r\n\r\na")},
        {400, TEXT(POST "Content-Length:\r\n\r\n")},
        {400, TEXT(POST "Content-Length: \r\n\r\n")},
        {400, TEXT(POST "Content-Length : 1\r\n\r\na")},
        {0, TEXT(POST "Content-Length: 001 \r\n\r\na")},
        {413, TEXT(POST "Content-Length: 17\r\n\r\n")},
        {413, TEXT(POST "Content-Length: 4294967297\r\n\r\n")},
        {400, TEXT(POST "Content-Length: 18446744073709551614\r\n\r\n")},
        {400, TEXT(POST "Content-Length: 18446744073709551617\r\n\r\n")},
        {411, TEXT(POST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")},
        {411, TEXT(POST "transfer-encoding:\tChunked \r\n\r\n1;a=b\r\nx\r\n0\r\n\r\n")},
        {411, TEXT(POST "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n")},
        {400, TEXT(POST "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n")},
        {400, TEXT(POST "Transfer-Encoding: identity\r\n\r\n")},
        {400, TEXT(POST "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n")},
        {400, TEXT(POST "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n")},
        {400, TEXT(POST "Transfer-Encoding: chunked x\r\n\r\n0\r\n\r\n")},
        {400, TEXT(POST "Transfer-Encoding:\vchunked\r\n\r\n0\r\n\r\n")},
        {400, TEXT(POST "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n")},
        {400, TEXT(POST "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n")},
        {400, TEXT(POST "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")},
        {400, TEXT(POST "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n")},
        {400, TEXT(POST "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")},
        {400, TEXT(POST "Content-Length: 1\r\nTransfer-Encoding: identity\r\n\r\na")},
        /* Upgrades are of HTTP/1.1. */
        {400, TEXT("GET / HTTP/1.0\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        check_status(rows[i].text, rows[i].status);
}

REQUEST_TEST(what_is_too_long_has_a_status)
{
    static const struct {
        int status;
        const char *format;
        size_t count;
    } rows[] = {
        {414, "GET /%s HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_TARGET_MAX},
        {431, GET "Cookie: %s\r\n\r\n", 9000},
        {431, GET "%s: a\r\n\r\n", 9000},
        {431, GET "X-Other: %s", 9000}, /* without an end */
        {400, "%s", 9000},              /* no method */
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        static const size_t portions[] = {1, 100, TEXT_SIZE};
        for (size_t j = 0; j < sizeof(portions) / sizeof(portions[0]); j++) {
            enum http_reading reading;
            feed(with_many(rows[i].format, rows[i].count), portions[j], &reading);
            assert_int_equal(reading, HTTP_WRONG);
            assert_int_equal(http_status_of_wrong(reader), rows[i].status);
            http_reader_reset(reader);
        }
    }
}

/* They have no limit of their own, but the head as a whole has one. */
REQUEST_TEST(very_many_headers_are_too_long)
{
    static char text[TEXT_SIZE];
    enum http_reading reading;
    size_t len = (size_t)snprintf(text, sizeof(text), GET);
    while (len + 16 < 8192)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "a:\r\n");
    snprintf(text + len, sizeof(text) - len, "\r\n");
    feed(text, sizeof(text), &reading);
    assert_int_equal(reading, HTTP_READY);
    http_reader_reset(reader);
    while (len + 16 < 9000)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "a:\r\n");
    feed(text, sizeof(text), &reading);
    assert_int_equal(http_status_of_wrong(reader), 431);
}

/* A target may name the host, which counts then (RFC 9112, 3.2.2). */
REQUEST_TEST(a_target_has_a_path_a_query_and_perhaps_a_host)
{
    static const struct {
        const char *target, *host, *path, *query;
    } rows[] = {
        {"/", "a", "/", ""},
        {"/b?c?d", "a", "/b", "c?d"},
        {"*", "a", "*", ""},
        {"http://b.example:80/c?d", "b.example:80", "/c", "d"},
        {"HTTPS://b.example", "b.example", "/", ""},
        {"http://b.example?c=/d", "b.example", "/", "c=/d"},
        {"//b.example/c", "a", "//b.example/c", ""},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char text[128];
        enum http_reading reading;
        snprintf(text, sizeof(text), "OPTIONS %s HTTP/1.1\r\nHost: a\r\n\r\n", rows[i].target);
        feed(text, 1, &reading);
        assert_int_equal(reading, HTTP_READY);
        const struct http_request request = http_request_of(reader);
        assert_string_equal(request.headers[HTTP_HOST], rows[i].host);
        assert_string_equal(request.path, rows[i].path);
        assert_string_equal(request.query, rows[i].query);
        http_reader_reset(reader);
    }
}

REQUEST_TEST(as_long_as_may_be_is_kept)
{
    enum http_reading reading;
    feed(with_many("GET /%s HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_TARGET_MAX - 1), 100, &reading);
    assert_int_equal(reading, HTTP_READY);
    assert_int_equal(strlen(http_request_of(reader).path), HTTP_TARGET_MAX);
    http_reader_reset(reader);
    feed(with_many(POST "Content-Length: 16\r\n\r\n%s", BODY_MOST), 100, &reading);
    assert_int_equal(reading, HTTP_READY);
    assert_int_equal(http_request_of(reader).body_bytes, BODY_MOST);
}
