/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* prlimit() */
/*
 * HTTP in front of WebSocket, byte for byte: who may come in, who is refused and how, and where one
 * behind a proxy comes from.
 */
#include "tests/support/http_talk.h"
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define UPGRADE "Connection: Upgrade\r\nUpgrade: websocket\r\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"
#define HOST "Host: play.example.org\r\n"
#define ALL HOST UPGRADE VERSION KEY

#define HERD 400 /* fewer than the system keeps waiting for the server */

static int connect_from(struct scene *scene, unsigned number)
{
    return http_connect(server_port(scene->server), number);
}

static int connect_to(struct scene *scene)
{
    return connect_from(scene, 0);
}

static int ask(struct scene *scene, const char *request)
{
    char answer[4096];
    int fd = connect_to(scene);
    int status = http_talk(fd, request, answer, sizeof(answer));
    close(fd);
    return status;
}

static const char *const of_a_site[] = {"--public-url", "http://Play.example.org/", NULL};

SCENE(requests_are_answered_by_their_status)
{
    static const struct {
        int status;
        const char *request;
    } rows[] = {
        {101, "GET /socket HTTP/1.1\r\n" ALL "\r\n"},
        {101, "GET /socket HTTP/1.1\r\n" ALL "Origin: http://play.example.org\r\n\r\n"},
        {101, "GET /socket?a=b HTTP/1.1\r\n" ALL "\r\n"},
        {101, "GET /socket HTTP/1.1\r\nhost: localhost:8080\r\nconnection: keep-alive, upgrade\r\n"
              "upgrade: WebSocket\r\nsec-websocket-version: 13\r\n" KEY "\r\n"},
        {403, "GET /socket HTTP/1.1\r\n" ALL "Origin: https://evil.example\r\n\r\n"},
        {403, "GET /socket HTTP/1.1\r\n" ALL "Origin: https://play.example.org\r\n\r\n"},
        {403,
         "GET /socket HTTP/1.1\r\n" ALL "Origin: http://play.example.org.evil.example\r\n\r\n"},
        {403, "GET /socket HTTP/1.1\r\n" ALL "Origin: null\r\n\r\n"},
        {101, "GET /socket HTTP/1.1\r\nHost: club.example\r\n" UPGRADE VERSION KEY "\r\n"},
        {403, "GET /socket HTTP/1.1\r\nHost: evil.example\r\n" UPGRADE VERSION KEY
              "Origin: http://play.example.org\r\n\r\n"},
        {403, "GET /health HTTP/1.1\r\nHost: evil.example\r\n\r\n"},
        {400, "GET /socket HTTP/1.1\r\n" ALL "Origin : https://evil.example\r\n\r\n"},
        {426, "GET /socket HTTP/1.1\r\n" HOST UPGRADE "Sec-WebSocket-Version: 8\r\n" KEY "\r\n"},
        {426, "GET /socket HTTP/1.1\r\n" HOST UPGRADE KEY "\r\n"},
        {426, "GET /socket HTTP/1.1\r\n" HOST VERSION KEY "\r\n"},
        {426, "GET /socket HTTP/1.1\r\n" HOST "Connection: Upgrade\r\nUpgrade: h2c\r\n" VERSION KEY
              "\r\n"},
        {400, "GET /socket HTTP/1.1\r\n" HOST UPGRADE VERSION "\r\n"},
        {400, "GET /socket HTTP/1.1\r\n" HOST UPGRADE VERSION "Sec-WebSocket-Key: short\r\n\r\n"},
        {400, "GET /socket HTTP/1.1\r\n" UPGRADE VERSION KEY "\r\n"}, /* no host */
        {400, "GET /health HTTP/1.1\r\n\r\n"},
        {200, "GET /health HTTP/1.0\r\n\r\n"},
        {400, "GET /health HTTP/1.1\r\n" HOST HOST "\r\n"},
        {403, "GET /health HTTP/1.1\r\nHost:\r\n\r\n"},
        {403, "GET /health HTTP/1.1\r\nHost: play.example.org.evil.example\r\n\r\n"},
        {403, "GET /health HTTP/1.1\r\nHost: play.example.org evil.example\r\n\r\n"},
        {403, "GET /health HTTP/1.1\r\nHost: evil.example@play.example.org\r\n\r\n"},
        {403, "GET /health HTTP/1.1\r\nHost: play.example.org:80:80\r\n\r\n"},
        {403, "GET /health HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: "
              "play.example.org\r\n\r\n"},
        /* Whatever port: another one may be forwarded to this one. */
        {200, "GET /health HTTP/1.1\r\nHost: PLAY.example.org:4711\r\n\r\n"},
        {200, "GET http://play.example.org/health HTTP/1.1\r\nHost: evil.example\r\n\r\n"},
        {403, "GET http://evil.example/health HTTP/1.1\r\n" HOST "\r\n"},
        {400, "GET http://play.example.org/health HTTP/1.1\r\n\r\n"},
        {400, "GET /socket HTTP/1.0\r\n" ALL "\r\n"},
        {400, "GET /socket HTTP/1.1\r\n" ALL HOST "\r\n"},
        {400, "GET /socket HTTP/1.1\r\n" ALL KEY "\r\n"},
        {400, "GET /health HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabc"},
        {400, "GET /health HTTP/1.1\r\n" HOST
              "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        {400, "GET /health HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        {400, "GET /health HTTP/1.1\r\n" HOST "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"},
        {400, "GET /health\r\n\r\n"},
        {400, "\x16\x03\x01\x02\x00\x01\r\n\r\n"},
        {400, "{\"op\":\"hello\",\"id\":1}\n"},
        {405, "POST /socket HTTP/1.1\r\n" ALL "\r\n"},
        {405, "HEAD /socket HTTP/1.1\r\n" ALL "\r\n"},
        {405, "OPTIONS * HTTP/1.1\r\n" HOST "\r\n"},
        {411, "POST /session HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        {413, "POST /session HTTP/1.1\r\n" HOST "Content-Length: 16385\r\n\r\n"},
        {405, "DELETE /health HTTP/1.1\r\n" HOST "\r\n"},
        {405, "PUT /health HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabc"},
        {405, "PATCH / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n"},
        {200, "GET / HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET /../../etc/passwd HTTP/1.1\r\n" HOST "\r\n"}, /* no path leads anywhere */
        {404, "GET /assets/../../etc/passwd HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET /docs/../health HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET /./health HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET //health HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET //evil.example/%2e%2e HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET /%252e%252e%252fetc/passwd HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET /..\\..\\etc\\passwd HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET /..%5c..%5cetc%5cpasswd HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET /docs%00.html HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET /%c0%ae%c0%ae/etc/passwd HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET /game/../health HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET /game/..%2f..%2fetc HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET /heal%74h HTTP/1.1\r\n" HOST "\r\n"}, /* nothing is decoded */
        {404, "GET /.well-known/acme-challenge/../../health HTTP/1.1\r\n" HOST "\r\n"},
        {400, "GET health HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET /metrics HTTP/1.1\r\n" HOST "\r\n"},
        {404, "GET /Socket HTTP/1.1\r\n" ALL "\r\n"},
        {200, "GET /health HTTP/1.1\r\n" HOST "\r\n"},
        {200, "HEAD /health HTTP/1.1\r\n" HOST "\r\n"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        int status = ask(scene, rows[i].request);
        if (status != rows[i].status)
            fail_msg("%d in place of %d: %s", status, rows[i].status, rows[i].request);
    }
}

/* Extensions and subprotocols are declined by not being named (RFC 6455, 4.2.2). */
SCENE(an_upgrade_names_nothing_that_is_not_spoken)
{
    static const char *const more[] = {
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n",
        "Sec-WebSocket-Extensions: x-webkit-deflate-frame, permessage-deflate\r\n",
        "Sec-WebSocket-Protocol: chat, superchat\r\n"};
    for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++) {
        char request[512];
        char answer[4096];
        int fd = connect_to(scene);
        snprintf(request, sizeof(request), "GET /socket HTTP/1.1\r\n" ALL "%s\r\n", more[i]);
        assert_int_equal(http_talk(fd, request, answer, sizeof(answer)), 101);
        assert_non_null(strstr(answer, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
        assert_null(strstr(answer, "Sec-WebSocket-Extensions"));
        assert_null(strstr(answer, "Sec-WebSocket-Protocol"));
        close(fd);
    }
}

/* Reads up to the end of the connection. */
static size_t hear_all(int fd, char *out, size_t size)
{
    size_t used = 0;
    ssize_t len;
    while ((len = recv(fd, out + used, size - 1 - used, 0)) > 0)
        used += (size_t)len;
    out[used] = '\0';
    return used;
}

/* A second request that another reader takes for a body is carried out by none: there
 * is one answer, and then the end. */
SCENE(nothing_behind_what_is_wrong_is_carried_out)
{
#define LONGER "Content-Length: 44\r\n"
#define CHUNKED "Transfer-Encoding: chunked\r\n"
    static const struct {
        int status;
        const char *headers;
    } rows[] = {
        {400, "Content-Length: 0\r\n" LONGER "\r\n"},
        {400, "Content-Length: 0\r\nContent-Length: 0\r\n\r\n"},
        {400, "Content-Length: 0, 44\r\n\r\n"},
        {400, "Content-Length: -1\r\n\r\n"},
        {400, "Content-Length: 18446744073709551616\r\n\r\n"},
        {413, "Content-Length: 16385\r\n\r\n"},
        {400, LONGER CHUNKED "\r\n0\r\n\r\n"},
        {400, CHUNKED LONGER "\r\n0\r\n\r\n"},
        {411, CHUNKED "\r\n0\r\n\r\n"},
        {411, CHUNKED "\r\n0;a=b\r\n\r\n"},
        {411, CHUNKED CHUNKED "\r\n0\r\n\r\n"},
        {400, "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"},
        {400, "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"},
        {400, "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"},
        {400, "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n"},
        {400, "X-Other: a\r\n " LONGER "\r\n"},
        {400, "X-Other: a\n" LONGER "\r\n"},
        {400, "Content-Length: 0\r\n\n"},
        {400, HOST "\r\n"},
        {400, "X Content-Length: 44\r\n\r\n"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char request[512];
        char answer[8192];
        int len =
            snprintf(request, sizeof(request),
                     "POST /session HTTP/1.1\r\n" HOST "%sGET /health HTTP/1.1\r\n" HOST "\r\n",
                     rows[i].headers);
        int fd = connect_to(scene);
        assert_int_equal(send(fd, request, (size_t)len, MSG_NOSIGNAL), len);
        shutdown(fd, SHUT_WR);
        hear_all(fd, answer, sizeof(answer));
        if (strncmp(answer, "HTTP/1.1 ", 9) != 0 ||
            strtol(answer + 9, NULL, 10) != rows[i].status ||
            strstr(answer + 9, "HTTP/1.1 ") != NULL)
            fail_msg("%d: %s:\n%s", rows[i].status, request, answer);
        close(fd);
    }
}

/* ------------------------------------------------------------------ how a WebSocket ends */

static int upgrade(struct scene *scene)
{
    char answer[4096];
    int fd = connect_to(scene);
    assert_int_equal(http_talk(fd, "GET /socket HTTP/1.1\r\n" ALL "\r\n", answer, sizeof(answer)),
                     101);
    return fd;
}

/* Reads frames up to the close, with which it has to end, and puts the text of all into `out`.
 * Returns the code; 0: it has none. */
static int hear_close(int fd, char *out, size_t size)
{
    static char bytes[65536];
    size_t len = hear_all(fd, bytes, sizeof(bytes));
    size_t used = 0;
    for (size_t at = 0; at + 2 <= len;) {
        const unsigned char *head = (const unsigned char *)bytes + at;
        size_t head_len = head[1] == 126 ? 4 : 2;
        size_t payload = head[1] == 126 ? (size_t)(head[2] << 8 | head[3]) : head[1];
        assert_in_range(head[1], 0, 126);
        at += head_len + payload;
        if (head[0] == 0x88) {
            assert_int_equal(at, len);
            return payload >= 2 ? head[2] << 8 | head[3] : 0;
        }
        used += (size_t)snprintf(out + used, size - used, "%.*s", (int)payload,
                                 (const char *)head + head_len);
    }
    fail_msg("no close came behind %zu bytes", len);
    return 0;
}

#define ZEROS "\0\0\0\0" /* a mask */
#define FRAME(literal) literal, sizeof(literal) - 1

/* A message says why, where a player can be told, and the close by which rule (docs/PROTOCOL.md).
 */
SCENE(a_websocket_is_closed_by_the_code_of_the_standard)
{
    static const struct {
        int code;
        const char *says;
        const char *bytes;
        size_t len;
    } rows[] = {
        {1000, "", FRAME("\x88\x82" ZEROS "\x03\xe8")},
        {4999, "",
         FRAME("\x88\x85" ZEROS "\x13\x87"
               "bye")},
        {0, "", FRAME("\x88\x80" ZEROS)},
        {1002, "", FRAME("\x88\x81" ZEROS "\x03")},
        {1002, "", FRAME("\x81\x01x")},
        {1002, "", FRAME("\xc1\x81" ZEROS "x")},
        {1002, "", FRAME("\x80\x81" ZEROS "x")},
        {1003, "", FRAME("\x82\x81" ZEROS "x")},
        {1007, "\"code\":\"not_utf8\"", FRAME("\x81\x82" ZEROS "\xc0\xaf")},
        {1007, "\"code\":\"not_utf8\"", FRAME("\x01\x83" ZEROS "{\"\xff")},
        {1008, "\"code\":\"duplicate_key\"", FRAME("\x81\x8d" ZEROS "{\"a\":1,\"a\":1}")},
        {1008, "\"code\":\"too_deep\"", FRAME("\x81\x8a" ZEROS "[[[[[[[[[[")},
        {1009, "\"code\":\"frame_too_long\"", FRAME("\x81\xfe\x40\x01" ZEROS "x")},
        {1009, "\"code\":\"frame_too_long\"",
         FRAME("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff" ZEROS "x")},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char told[4096] = "";
        int fd = upgrade(scene);
        assert_int_equal(send(fd, rows[i].bytes, rows[i].len, MSG_NOSIGNAL), rows[i].len);
        int code = hear_close(fd, told, sizeof(told));
        if (code != rows[i].code || strstr(told, rows[i].says) == NULL)
            fail_msg("row %zu: %d in place of %d: %s", i, code, rows[i].code, told);
        close(fd);
    }
}

SCENE(a_server_that_stops_says_that_it_goes_away)
{
    char told[4096] = "";
    int fd = upgrade(scene);
    server_terminate(scene->server);
    assert_int_equal(hear_close(fd, told, sizeof(told)), 1001);
    assert_non_null(strstr(told, "\"code\":\"shutting_down\""));
    close(fd);
}

/* ------------------------------------------------------------------ pages */

SCENE(without_a_public_url_only_programs_come_in)
{
    assert_int_equal(
        ask(scene, "GET /socket HTTP/1.1\r\nHost: localhost\r\n" UPGRADE VERSION KEY "\r\n"), 101);
    assert_int_equal(ask(scene, "GET /socket HTTP/1.1\r\nHost: localhost\r\n" UPGRADE VERSION KEY
                                "Origin: http://localhost\r\n\r\n"),
                     403);
    assert_int_equal(ask(scene, "GET /health HTTP/1.1\r\n" HOST "\r\n"), 403);
}

/* Each answer comes in its turn, and what follows the last request is heard. */
SCENE(one_connection_has_many_requests)
{
    static const char all[] = "GET /health HTTP/1.1\r\n" HOST "\r\n"
                              "HEAD /health HTTP/1.1\r\n" HOST "\r\n"
                              "GET /nothing HTTP/1.1\r\n" HOST "\r\n"
                              "GET /health HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n";
    static const char *const statuses[] = {"200", "200", "404", "200"};
    char answers[8192];
    int fd = connect_to(scene);
    for (size_t i = 0; i < sizeof(all) - 1; i += 7)
        assert_true(
            send(fd, all + i, sizeof(all) - 1 - i < 7 ? sizeof(all) - 1 - i : 7, MSG_NOSIGNAL) > 0);
    hear_all(fd, answers, sizeof(answers));
    close(fd);
    const char *at = answers;
    for (size_t i = 0; i < 4; i++) {
        at = strstr(at, "HTTP/1.1 ");
        assert_non_null(at);
        at += strlen("HTTP/1.1 ");
        assert_memory_equal(at, statuses[i], 3);
    }
    assert_null(strstr(at, "HTTP/1.1 "));
    assert_non_null(strstr(at, "Connection: close\r\n"));
}

/* Pages, and what goes with them. */
SCENE(browsers_are_given_pages)
{
#define GET(path, more) "GET " path " HTTP/1.1\r\n" HOST more "\r\n"
#define HTML "Content-Type: text/html; charset=utf-8\r\n"
    static const struct {
        int status;
        const char *request, *has, *has_not;
    } rows[] = {
        {200, GET("/", ""), "Content-Security-Policy: default-src 'none'; ", "Content-Encoding"},
        {200, GET("/", ""), HTML, "Strict-Transport-Security"},
        {200, GET("/", ""), "\r\n\r\n<!doctype html>\n", "<style"},
        {200, GET("/room/06hq3k9v2m1a", ""), "\r\n\r\n<!doctype html>\n", "nothing here"},
        {200, GET("/game/06hq3k9v2m1a", ""), "\r\n\r\n<!doctype html>\n", "nothing here"},
        {200, GET("/player/%D0%90", ""), "\r\n\r\n<!doctype html>\n", "nothing here"},
        {404, GET("/player/", ""), "<h1>There is nothing here</h1>", "<script"},
        {404, GET("/player/a/b", ""), "<h1>There is nothing here</h1>", "<script"},
        {404, GET("/room/06hq3k9v2m1", ""), "<h1>There is nothing here</h1>", "<script"},
        {404, GET("/room/06hq3k9v2m1a/", ""), "<h1>There is nothing here</h1>", "<script"},
        {200, GET("/?from=mail", ""), "Vary: Accept-Encoding\r\n", "\"/assets/site.css\""},
        {200, GET("/", "Accept-Encoding: gzip, deflate, br\r\n"), "Content-Encoding: br\r\n",
         "<html"},
        {200, GET("/", "Accept-Encoding: gzip\r\n"), "Content-Encoding: gzip\r\n", "<html"},
        {200, GET("/", "Accept-Encoding: br;q=0, gzip;q=0.5\r\n"), "Content-Encoding: gzip\r\n",
         "<html"},
        {200, GET("/", "Accept-Encoding: brotli, x-gzip\r\n"), "<html", "Content-Encoding"},
        {200, "HEAD /docs HTTP/1.1\r\n" HOST "\r\n", HTML, "<html"},
        {200, GET("/schema.json", "Accept-Encoding: br\r\n"), "Content-Type: application/json\r\n",
         "Content-Security-Policy"},
        {200, GET("/protocol.d.ts", ""), "Content-Type: text/plain; charset=utf-8\r\n", "<html"},
        {404, GET("/nothing/here", ""), "<h1>There is nothing here</h1>", "ETag"},
        {404, GET("/nothing", ""), "Cache-Control: no-store\r\n", "Pentad: five"},
        {404, GET("/docs/", ""), HTML, "Pentad: five"},
        {404, GET("/assets/site.css", ""), HTML, "color-scheme"},
        {405, "POST / HTTP/1.1\r\n" HOST "Content-Length: 0\r\n\r\n", "Allow: GET, HEAD\r\n",
         "<html"},
    };
    static char answer[1 << 18];
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        int fd = connect_to(scene);
        int status = http_talk(fd, rows[i].request, answer, sizeof(answer));
        if (status != rows[i].status || strstr(answer, rows[i].has) == NULL ||
            strstr(answer, rows[i].has_not) != NULL)
            fail_msg("%s:\n%s", rows[i].request, answer);
        close(fd);
    }
}

/* What lies between two words of the answer, the first occurrence of the first. */
static const char *between(const char *answer, const char *from, const char *to, char *out)
{
    const char *at = strstr(answer, from);
    assert_non_null(at);
    at += strlen(from);
    const char *end = strstr(at, to);
    assert_non_null(end);
    snprintf(out, 64, "%.*s", (int)(end - at), at);
    return out;
}

/* Whoever has a page asks whether it is still that one; what a page names stays as it is. */
SCENE(pages_are_not_sent_twice)
{
    char answer[16384];
    char request[256];
    char word[64];
    int fd = connect_to(scene);
    assert_int_equal(http_talk(fd, GET("/", ""), answer, sizeof(answer)), 200);
    snprintf(request, sizeof(request), GET("/", "If-None-Match: \"other\", %s\r\n"),
             between(answer, "ETag: ", "\r\n", word));
    close(fd);
    fd = connect_to(scene);
    between(answer, "stylesheet\" href=\"/assets/", "\"", word);
    assert_int_equal(http_talk(fd, request, answer, sizeof(answer)), 304);
    assert_null(strstr(answer, "Content-Length"));
    assert_null(strstr(answer, "<html"));
    close(fd);
    fd = connect_to(scene);
    snprintf(request, sizeof(request), GET("/assets/%s", ""), word);
    assert_int_equal(http_talk(fd, request, answer, sizeof(answer)), 200);
    assert_non_null(strstr(answer, "Cache-Control: public, max-age=31536000, immutable\r\n"));
    assert_non_null(strstr(answer, "color-scheme"));
    close(fd);
}

static const char *const with_tls_elsewhere[] = {"--public-url", "https://Play.example.org/", NULL};

/* Port 80 beside port 443: browsers are sent on, and nothing else is spoken. */
SCENE(without_tls_browsers_are_sent_to_where_it_is)
{
    static const struct {
        int status;
        const char *request, *has;
    } rows[] = {
        {308, "GET / HTTP/1.1\r\n" HOST "\r\n", "Location: https://play.example.org/\r\n"},
        {308, "HEAD /docs?a=b&c HTTP/1.1\r\n" HOST "\r\n",
         "Location: https://play.example.org/docs?a=b&c\r\n"},
        {403, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", ""},
        {403, "GET /socket HTTP/1.1\r\n" ALL "\r\n", ""},
        {403, "GET http://evil.example/ HTTP/1.1\r\n" HOST "\r\n", ""},
        {405, "POST /session HTTP/1.1\r\n" HOST "Content-Length: 2\r\n\r\n{}", "Allow: GET, HEAD"},
        {200, "GET /health HTTP/1.1\r\n" HOST "\r\n", "ok"},
        {404, "GET /.well-known/acme-challenge/token HTTP/1.1\r\n" HOST "\r\n", ""},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char answer[4096];
        int fd = connect_to(scene);
        int status = http_talk(fd, rows[i].request, answer, sizeof(answer));
        if (status != rows[i].status || strstr(answer, rows[i].has) == NULL)
            fail_msg("%s:\n%s", rows[i].request, answer);
        assert_null(strstr(answer, "Strict-Transport-Security"));
        close(fd);
    }
}

/* What a certificate authority asks for is given away under any name, and nothing else of the
 * folder or around it. */
static void challenges_are_given_in_scene(void **state)
{
    static const struct {
        int status;
        const char *name;
    } rows[] = {
        {200, "to-Ken_1"}, {404, "other"},        {404, ""},
        {404, ".hidden"},  {404, "../secret"},    {404, "%2e%2e/secret"},
        {404, "link"},     {404, "folder"},       {404, "folder/in"},
        {404, "large"},    {404, "to-Ken_1.txt"},
    };
    struct scene *scene = *state;
    const struct folder *own = server_folder(scene->server);
    static char large[5000];
    char command[FOLDER_PATH_SIZE + 64];
    const char *const launcher[] = {"/bin/sh", "-c", command, "sh", NULL};
    char path[FOLDER_PATH_SIZE];
    char folder[FOLDER_PATH_SIZE];
    folder_path(own, "acme", folder);
    assert_int_equal(mkdir(folder, 0755), 0);
    memset(large, 'x', sizeof(large) - 1);
    folder_write(own, "secret", "a secret", path);
    folder_write(own, "acme/to-Ken_1", "to-Ken_1.hash", path);
    folder_write(own, "acme/.hidden", "hidden", path);
    folder_write(own, "acme/large", large, path);
    folder_path(own, "acme/link", path);
    assert_int_equal(symlink("../secret", path), 0);
    folder_path(own, "acme/folder", path);
    assert_int_equal(mkdir(path, 0755), 0);
    snprintf(command, sizeof(command), "exec \"$@\" --acme-folder '%s'", folder);
    server_set_launcher(scene->server, launcher);
    scene_begin(scene);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char request[256];
        char answer[4096];
        int fd = connect_to(scene);
        snprintf(request, sizeof(request),
                 "GET /.well-known/acme-challenge/%s HTTP/1.1\r\nHost: www.example.org\r\n\r\n",
                 rows[i].name);
        int status = http_talk(fd, request, answer, sizeof(answer));
        if (status != rows[i].status)
            fail_msg("%d: %s", status, rows[i].name);
        assert_true((status == 200) == (strstr(answer, "\r\n\r\nto-Ken_1.hash") != NULL));
        close(fd);
    }
    scene_pass(scene);
}

/* An answer is not destroyed by what was sent behind what is wrong. */
SCENE(who_sends_too_much_is_told)
{
    static char body[200000];
    char answer[4096];
    memset(body, 'x', sizeof(body));
    int fd = connect_to(scene);
    assert_int_equal(http_talk(fd,
                               "POST /session HTTP/1.1\r\n" HOST "Content-Length: 200000\r\n\r\n",
                               answer, sizeof(answer)),
                     413);
    assert_int_equal(send(fd, body, sizeof(body), MSG_NOSIGNAL), sizeof(body));
    shutdown(fd, SHUT_WR);
    assert_int_equal(recv(fd, answer, sizeof(answer), 0), 0);
    close(fd);
}

/* A request cut anywhere is the same request. */
SCENE(a_request_may_come_in_two_parts)
{
    static const char request[] =
        "GET /socket HTTP/1.1\r\n" ALL "Origin: https://evil.example\r\n\r\n";
    for (size_t cut = 1; cut < sizeof(request) - 1; cut += 3) {
        char answer[4096];
        int fd = connect_to(scene);
        assert_int_equal(send(fd, request, cut, MSG_NOSIGNAL), cut);
        (void)poll(NULL, 0, 1);
        assert_int_equal(http_talk(fd, request + cut, answer, sizeof(answer)), 403);
        close(fd);
    }
}

/* All that wait when the server goes on, as after a restart, find it. Each comes from an address of
 * its own, where that is said. */
static void come_at_once(struct scene *scene, bool is_proxied, const char *words,
                         const char *answer)
{
    int fds[HERD];
    kill(server_pid(scene->server), SIGSTOP);
    for (size_t i = 0; i < HERD; i++) {
        char header[64];
        int len = snprintf(header, sizeof(header), "PROXY TCP4 192.0.%zu.%zu 198.51.100.1 1 2\r\n",
                           i / 256, i % 256);
        fds[i] = connect_to(scene);
        if (is_proxied)
            assert_int_equal(send(fds[i], header, (size_t)len, MSG_NOSIGNAL), len);
        assert_int_equal(send(fds[i], words, strlen(words), MSG_NOSIGNAL), strlen(words));
    }
    kill(server_pid(scene->server), SIGCONT);
    for (size_t i = 0; i < HERD; i++) {
        char bytes[32] = "";
        assert_int_equal(recv(fds[i], bytes, strlen(answer), MSG_WAITALL), strlen(answer));
        assert_string_equal(bytes, answer);
        close(fds[i]);
    }
}

SCENE(all_find_it_who_come_at_once)
{
    come_at_once(scene, false, "GET /socket HTTP/1.1\r\n" ALL "\r\n", "HTTP/1.1 101 ");
}

SCENE(all_find_it_who_come_at_once_through_a_proxy)
{
    come_at_once(scene, true, "{\"id\":1,\"op\":\"hello\",\"protocol\":3}\n",
                 "{\"re\":1,\"protocol\":");
}

static const char *const few_of_an_address[] = {"--connections-per-address", "4", NULL};

/* The server goes on: the scene's end asks for its exit code. */
SCENE(one_too_many_who_says_nothing_is_closed)
{
    int fds[16];
    char byte;
    for (size_t i = 0; i < 16; i++)
        fds[i] = connect_to(scene);
    assert_true(recv(fds[15], &byte, 1, 0) <= 0);
    for (size_t i = 0; i < 16; i++)
        close(fds[i]);
}

/* Files that the server has for others than players, at least (LISTENER_WAITING_LEAST). */
#define FILES (64 + 48)

static const char *const few_files[] = {
    "--connections", "400", "--files-reserved", "64", "--trusted-proxies", "127.0.0.1", NULL};

/* Those who wait give their files to those who play. */
SCENE(who_says_nothing_keeps_no_player_out)
{
    static const char hello[] = "{\"id\":1,\"op\":\"hello\",\"protocol\":3}\n";
    const struct rlimit limit = {.rlim_cur = FILES + HERD, .rlim_max = FILES + HERD};
    int idle[HERD / 4];
    int players[HERD];
    char answer[8];
    assert_int_equal(prlimit(server_pid(scene->server), RLIMIT_NOFILE, &limit, NULL), 0);
    for (size_t i = 0; i < HERD / 4; i++)
        idle[i] = connect_to(scene);
    for (unsigned i = 0; i < HERD; i++) {
        players[i] = connect_from(scene, 1 + i);
        assert_int_equal(send(players[i], hello, sizeof(hello) - 1, MSG_NOSIGNAL),
                         sizeof(hello) - 1);
        assert_int_equal(recv(players[i], answer, sizeof(answer), MSG_WAITALL), sizeof(answer));
    }
    for (size_t i = 0; i < HERD; i++)
        close(players[i]);
    for (size_t i = 0; i < HERD / 4; i++)
        close(idle[i]);
    assert_false(server_has_logged(scene->server, "accept_failed"));
}

/* A frame behind the request, in the same packet, is heard when the connection is a WebSocket. */
SCENE(what_comes_with_the_request_is_heard)
{
    static const char hello[] = "{\"id\":1,\"op\":\"hello\",\"protocol\":3}";
    char request[1024];
    char answer[16384] = "";
    size_t used = 0;
    int len =
        snprintf(request, sizeof(request), "GET /socket HTTP/1.1\r\n" ALL "\r\n\x81%c%c%c%c%c%s",
                 (char)(0x80 | (sizeof(hello) - 1)), 1, 1, 1, 1, hello);
    for (size_t i = (size_t)len - (sizeof(hello) - 1); i < (size_t)len; i++)
        request[i] ^= 1;
    int fd = connect_to(scene);
    assert_int_equal(send(fd, request, (size_t)len, MSG_NOSIGNAL), len);
    /* Nothing in the answer is a NUL but the head of a short frame, which this one is not. */
    while (strstr(answer, "\"re\":1,") == NULL) {
        ssize_t part = recv(fd, answer + used, sizeof(answer) - 1 - used, 0);
        assert_true(part > 0);
        used += (size_t)part;
        answer[used] = '\0';
    }
    close(fd);
}

/* Says a byte now and then until the server hangs up: it waits for the whole, and not for each. */
static void trickle(struct scene *scene, const char *begin, size_t len)
{
    struct pollfd fd = {.fd = connect_to(scene), .events = POLLIN};
    char byte;
    assert_int_equal(send(fd.fd, begin, len, MSG_NOSIGNAL), len);
    while (poll(&fd, 1, 100) == 0)
        (void)send(fd.fd, "x", 1, MSG_NOSIGNAL);
    assert_true(recv(fd.fd, &byte, 1, 0) <= 0);
    close(fd.fd);
}

SCENE(a_request_that_never_ends_is_not_waited_for)
{
    static const char half[] = "GET /socket HTTP/1.1\r\n" ALL "X-Other: ";
    trickle(scene, half, sizeof(half) - 1);
}

/* The head of a record, which says how long it will be. */
SCENE(a_handshake_that_never_ends_is_not_waited_for)
{
    trickle(scene, "\x16\x03\x01\x20\x00", 5);
}

/* By the words that it understands; what came is nobody's request. */
SCENE(who_comes_to_https_without_tls_is_told)
{
    char answer[4096];
    int fd = connect_to(scene);
    assert_int_equal(http_talk(fd, "GET / HTTP/1.1\r\n" HOST "\r\n", answer, sizeof(answer)), 400);
    assert_non_null(strstr(answer, "\r\n\r\nThis port speaks TLS (https).\n"));
    close(fd);
}

static const char *const behind_a_proxy[] = {"--http-kind", "behind_proxy", "--trusted-proxies",
                                             "127.0.0.1 10.0.0.0/8", NULL};

/* Logs in as a guest and looks for the address in the log. */
static void comes_from(struct scene *scene, const char *forwarded, const char *address)
{
    static const char hello[] = "{\"id\":1,\"op\":\"hello\",\"protocol\":3}";
    static const char guest[] = "{\"id\":2,\"op\":\"auth.guest\"}";
    const char *const messages[] = {hello, guest};
    char request[512];
    char answer[4096];
    int fd = connect_to(scene);
    snprintf(request, sizeof(request),
             "GET /socket HTTP/1.1\r\nHost: localhost\r\n" UPGRADE VERSION KEY
             "X-Forwarded-For: %s\r\n\r\n",
             forwarded);
    assert_int_equal(http_talk(fd, request, answer, sizeof(answer)), 101);
    for (size_t i = 0; i < 2; i++) {
        char frame[128] = {(char)0x81, (char)(0x80 | strlen(messages[i]))};
        size_t len = 6 + strlen(messages[i]);
        memcpy(frame + 6, messages[i], strlen(messages[i]));
        assert_int_equal(send(fd, frame, len, MSG_NOSIGNAL), len);
    }
    snprintf(request, sizeof(request), "address=%s", address);
    server_find_log(scene->server, request);
    close(fd);
}

SCENE(behind_a_proxy_the_rightmost_unknown_address_counts)
{
    comes_from(scene, "192.0.2.1", "192.0.2.1");
    comes_from(scene, "203.0.113.9, 192.0.2.2", "192.0.2.2");
    comes_from(scene, "203.0.113.9,192.0.2.3 , 10.1.2.3,10.0.0.1", "192.0.2.3");
    comes_from(scene, "2001:db8:5::7", "2001:db8:5::/64");
    /* Some proxies add a header of their own behind the one that came. */
    comes_from(scene, "203.0.113.9\r\nX-Forwarded-For: 192.0.2.4", "192.0.2.4");
}

/* The proxy is told 400: where the connection comes from is not known. */
SCENE(behind_a_proxy_who_has_no_address_is_closed)
{
    static const char *const lists[] = {
        "", "X-Forwarded-For: \r\n", "X-Forwarded-For: 10.0.0.1\r\n",
        "X-Forwarded-For: somebody\r\n", "X-Forwarded-For: 192.0.2.1, somebody\r\n"};
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        char request[512];
        char answer[4096];
        int fd = connect_to(scene);
        snprintf(request, sizeof(request),
                 "GET /socket HTTP/1.1\r\nHost: localhost\r\n" UPGRADE VERSION KEY "%s\r\n",
                 lists[i]);
        assert_int_equal(http_talk(fd, request, answer, sizeof(answer)), 400);
        close(fd);
    }
}

static const char *const through_a_proxy[] = {"--trusted-proxies", "127.0.0.1", NULL};

int main(void)
{
    const struct CMUnitTest web[] = {
        SCENE_TEST_WITH(requests_are_answered_by_their_status, of_a_site),
        SCENE_TEST_WITH(an_upgrade_names_nothing_that_is_not_spoken, of_a_site),
        SCENE_TEST_WITH(nothing_behind_what_is_wrong_is_carried_out, of_a_site),
        SCENE_TEST_WITH(a_websocket_is_closed_by_the_code_of_the_standard, of_a_site),
        SCENE_TEST_WITH(a_server_that_stops_says_that_it_goes_away, of_a_site),
        SCENE_TEST(without_a_public_url_only_programs_come_in),
        SCENE_TEST_WITH(browsers_are_given_pages, of_a_site),
        SCENE_TEST_WITH(pages_are_not_sent_twice, of_a_site),
        SCENE_TEST_WITH(without_tls_browsers_are_sent_to_where_it_is, with_tls_elsewhere),
        SCENE_TEST(challenges_are_given),
        SCENE_TEST_WITH(one_connection_has_many_requests, of_a_site),
        SCENE_TEST_WITH(who_sends_too_much_is_told, of_a_site),
        SCENE_TEST_WITH(a_request_may_come_in_two_parts, of_a_site),
        SCENE_TEST_WITH(what_comes_with_the_request_is_heard, of_a_site),
        SCENE_TEST_WITH(a_request_that_never_ends_is_not_waited_for, of_a_site),
        SCENE_TEST_WITH(all_find_it_who_come_at_once, of_a_site),
        SCENE_TEST_WITH(one_too_many_who_says_nothing_is_closed, few_of_an_address),
        SCENE_TEST_WITH(behind_a_proxy_the_rightmost_unknown_address_counts, behind_a_proxy),
        SCENE_TEST_WITH(behind_a_proxy_who_has_no_address_is_closed, behind_a_proxy),
    };
    const struct CMUnitTest lines[] = {
        SCENE_TEST_WITH(who_says_nothing_keeps_no_player_out, few_files),
        SCENE_TEST_WITH(all_find_it_who_come_at_once_through_a_proxy, through_a_proxy),
    };
    const struct CMUnitTest over_tls[] = {
        SCENE_TEST_WITH(one_too_many_who_says_nothing_is_closed, few_of_an_address),
        SCENE_TEST(who_comes_to_https_without_tls_is_told),
        SCENE_TEST(a_handshake_that_never_ends_is_not_waited_for),
    };
    setenv("PENTAD_STACK", "ws", 1);
    int failed = cmocka_run_group_tests(web, NULL, NULL);
    setenv("PENTAD_STACK", "wss", 1);
    failed += cmocka_run_group_tests(over_tls, NULL, NULL);
    unsetenv("PENTAD_STACK");
    return failed + cmocka_run_group_tests(lines, NULL, NULL);
}
