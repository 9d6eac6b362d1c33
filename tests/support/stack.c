/* SPDX-License-Identifier: MIT */
/*
 * TLS and WebSocket for clients of tests: OpenSSL's own sockets, and frames written by hand, so
 * that it is not the product's code that speaks with the product. Whether the certificate is right
 * is asked by penta and by net_tls.
 */
#include "tests/support/stack.h"

#include "tests/support/certificate.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/free_port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Of the PROXY protocol, version 2: from 127.0.0.1. */
#define HEADER "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0C\x7F\0\0\1\x7F\0\0\1\0\1\0\1"

#define RAW_SIZE (256 * 1024)

enum stack { STACK_TCP, STACK_TLS, STACK_PROXY, STACK_WS, STACK_WSS, STACK_PAGE };

struct stack_line {
    int fd;
    SSL_CTX *context;
    SSL *ssl; /* NULL: without TLS */
    bool is_web;
    bool has_ended;     /* a close came */
    char raw[RAW_SIZE]; /* WebSocket: what came and is not read yet */
    size_t raw_len;
    char said[RAW_SIZE]; /* the beginning of a line that is to be a message */
    size_t said_len;
    /* Of a page. */
    uint16_t port;
    char cookies[512];     /* the header, as a browser sends it; "": there are none */
    char posted[RAW_SIZE]; /* lines that POST answered */
    size_t posted_len;
    bool is_logged_in;
};

static enum stack stack_here(void)
{
    static const char *const names[] = {[STACK_TLS] = "tls",
                                        [STACK_PROXY] = "proxy",
                                        [STACK_WS] = "ws",
                                        [STACK_WSS] = "wss",
                                        [STACK_PAGE] = "page"};
    const char *name = getenv("PENTAD_STACK");
    for (size_t i = STACK_TLS; name != NULL && i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(name, names[i]) == 0)
            return (enum stack)i;
    return STACK_TCP;
}

bool stack_has_tls(void)
{
    enum stack stack = stack_here();
    return stack == STACK_TLS || stack == STACK_PROXY || stack == STACK_WSS;
}

static bool is_web(void)
{
    return stack_here() >= STACK_WS;
}

/* ------------------------------------------------------------------ the server */

void stack_prepare(const struct folder *folder)
{
    static const struct certificate here = {STACK_CERTIFICATE, "DNS:localhost,IP:127.0.0.1", -1, 1};
    struct authority *authority = authority_new(folder, STACK_CA);
    authority_sign(authority, &here);
    authority_free(authority);
}

void stack_flags(const struct folder *folder, char port[8], struct stack_flags *flags_out)
{
    const enum stack stack = stack_here();
    size_t count = 0;
    if (is_web() && strcmp(port, "0") == 0)
        snprintf(port, 8, "%u", (unsigned)free_port());
    folder_path(folder, STACK_CERTIFICATE, flags_out->certificate);
    folder_path(folder, STACK_CERTIFICATE ".key", flags_out->key);
    snprintf(flags_out->url, sizeof(flags_out->url), "http://localhost:%s", port);
    const struct {
        bool is_used;
        const char *name, *value;
    } flags[] = {
        {true, "--port", stack == STACK_TCP ? port : "0"},
        {stack == STACK_WS || stack == STACK_PAGE, "--http-port", port},
        {stack == STACK_PAGE, "--public-url", flags_out->url},
        {stack == STACK_WSS, "--https-port", port},
        {stack == STACK_WSS, "--https-listen", "127.0.0.1"},
        {stack_has_tls(), "--tls-port", is_web() ? "0" : port},
        {stack_has_tls(), "--tls-listen", "127.0.0.1"},
        {stack_has_tls(), "--tls-certificate", flags_out->certificate},
        {stack_has_tls(), "--tls-key", flags_out->key},
        {stack == STACK_PROXY, "--trusted-proxies", "127.0.0.1"},
    };
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        if (!flags[i].is_used)
            continue;
        assert_true(count + 2 < STACK_FLAGS_MAX);
        flags_out->words[count++] = flags[i].name;
        flags_out->words[count++] = flags[i].value;
    }
    flags_out->words[count] = NULL;
}

const char *stack_word(void)
{
    static const char *const words[] = {
        [STACK_TCP] = "listening ",       [STACK_TLS] = "listening_tls ",
        [STACK_PROXY] = "listening_tls ", [STACK_WS] = "listening_http ",
        [STACK_PAGE] = "listening_http ", [STACK_WSS] = "listening_https "};
    return words[stack_here()];
}

/* ------------------------------------------------------------------ bytes */

static ssize_t send_raw(struct stack_line *line, const char *bytes, size_t len)
{
    size_t sent = 0;
    if (line->ssl == NULL)
        return send(line->fd, bytes, len, MSG_NOSIGNAL);
    if (SSL_write_ex(line->ssl, bytes, len, &sent) == 1)
        return (ssize_t)sent;
    errno = EPIPE;
    return -1;
}

static ssize_t receive_raw(struct stack_line *line, char *out, size_t size)
{
    size_t len = 0;
    if (line->ssl == NULL)
        return recv(line->fd, out, size, 0);
    int done = SSL_read_ex(line->ssl, out, size, &len);
    if (done == 1)
        return (ssize_t)len;
    if (SSL_get_error(line->ssl, done) != SSL_ERROR_WANT_READ)
        return 0;
    errno = EAGAIN;
    return -1;
}

static void begin_tls(struct stack_line *line)
{
    line->context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_clear_mode(line->context, SSL_MODE_AUTO_RETRY); /* a ticket is nothing to wait behind */
    SSL_CTX_set_options(line->context, SSL_OP_IGNORE_UNEXPECTED_EOF);
    line->ssl = SSL_new(line->context);
    assert_int_equal(SSL_set_fd(line->ssl, line->fd), 1);
    if (stack_here() == STACK_PROXY)
        (void)send(line->fd, HEADER, sizeof(HEADER) - 1, MSG_NOSIGNAL);
    (void)SSL_connect(line->ssl); /* of what failed the reader hears */
}

/* ------------------------------------------------------------------ WebSocket */

/* The headers that a browser adds for a page of the server's own. */
static void put_page_headers(const struct stack_line *line, char *out, size_t size)
{
    out[0] = '\0';
    if (stack_here() == STACK_PAGE)
        snprintf(out, size, "Origin: http://localhost:%u\r\nSec-Fetch-Site: same-origin\r\n%s%s%s",
                 (unsigned)line->port, line->cookies[0] != '\0' ? "Cookie: " : "", line->cookies,
                 line->cookies[0] != '\0' ? "\r\n" : "");
}

/* Upgrades; what comes behind the answer is kept. A server that refuses is heard no more. */
static void begin_web(struct stack_line *line)
{
    char request[1024];
    char more[768];
    const char *end = NULL;
    put_page_headers(line, more, sizeof(more));
    int request_len = snprintf(request, sizeof(request),
                               "GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                               "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n",
                               more);
    line->is_web = true;
    (void)send_raw(line, request, (size_t)request_len);
    while (end == NULL) {
        ssize_t len = receive_raw(line, line->raw + line->raw_len, RAW_SIZE - 1 - line->raw_len);
        if (len == 0 || (len < 0 && errno != EAGAIN))
            break;
        line->raw_len += len > 0 ? (size_t)len : 0;
        line->raw[line->raw_len] = '\0';
        end = strstr(line->raw, "\r\n\r\n");
    }
    if (end == NULL || strncmp(line->raw, "HTTP/1.1 101 ", 13) != 0 ||
        strstr(line->raw, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") == NULL) {
        line->has_ended = true;
        return;
    }
    size_t head = (size_t)(end + 4 - line->raw);
    line->raw_len -= head;
    memmove(line->raw, line->raw + head, line->raw_len);
}

/* Sends a masked frame; a mask of zeros is one, too. */
static bool send_frame(struct stack_line *line, const char *bytes, size_t len)
{
    static char frame[RAW_SIZE + 14];
    size_t at = 2;
    frame[0] = (char)0x81;
    if (len < 126) {
        frame[1] = (char)(0x80 | len);
    } else {
        size_t count = len > UINT16_MAX ? 8 : 2;
        frame[1] = (char)(count == 8 ? 0xff : 0xfe);
        for (size_t i = 0; i < count; i++)
            frame[at++] = (char)((uint64_t)len >> (8 * (count - 1 - i)));
    }
    memset(frame + at, 0, 4);
    at += 4;
    memcpy(frame + at, bytes, len);
    return send_raw(line, frame, at + len) == (ssize_t)(at + len);
}

/* The length of the frame at the beginning of what came, and of its head; 0: it is not whole. */
static size_t frame_at(const struct stack_line *line, size_t *head_out)
{
    const unsigned char *raw = (const unsigned char *)line->raw;
    uint64_t len = line->raw_len >= 2 ? raw[1] : 0;
    size_t extended = len == 127 ? 8 : len == 126 ? 2 : 0;
    *head_out = 2 + extended;
    if (line->raw_len < *head_out)
        return 0;
    for (size_t i = 0; i < extended; i++)
        len = (i == 0 ? 0 : len << 8) | raw[2 + i];
    return line->raw_len >= *head_out + len ? *head_out + (size_t)len : 0;
}

/* Gives the payload of the first whole frame, with an LF behind the last part of a message. */
static ssize_t take_frame(struct stack_line *line, char *out, size_t size)
{
    size_t head;
    size_t whole = frame_at(line, &head);
    if (whole == 0) {
        errno = EAGAIN;
        return -1;
    }
    unsigned first = (unsigned char)line->raw[0];
    size_t len = whole - head;
    line->has_ended = (first & 0x0f) == 8;
    assert_true(len < size);
    memcpy(out, line->raw + head, len);
    if ((first & 0x80) != 0)
        out[len++] = '\n';
    line->raw_len -= whole;
    memmove(line->raw, line->raw + whole, line->raw_len);
    return line->has_ended ? 0 : (ssize_t)len;
}

/* ------------------------------------------------------------------ pages */

#define HELLO "{\"id\":1,\"op\":\"hello\",\"protocol\":3}"

/* What a page does by POST. */
static bool is_for_post(const char *message)
{
    static const char *const ops[] = {
        "auth.guest",  "auth.register", "auth.login",  "auth.recover",   "auth.recovery",
        "auth.logout", "auth.password", "auth.delete", "session.revoke", "room.link"};
    char member[40];
    for (size_t i = 0; stack_here() == STACK_PAGE && i < sizeof(ops) / sizeof(ops[0]); i++) {
        snprintf(member, sizeof(member), "\"op\":\"%s\"", ops[i]);
        if (strstr(message, member) != NULL)
            return true;
    }
    return false;
}

static int connect_to(uint16_t port)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
    return fd;
}

static void put_posted(struct stack_line *line, const char *text, size_t len)
{
    assert_true(line->posted_len + len < RAW_SIZE);
    memcpy(line->posted + line->posted_len, text, len);
    line->posted_len += len;
}

/* Keeps the first cookie of the answer, or that it is gone. Returns its token, as long as the next
 * one; NULL: there is none. */
static const char *take_cookie(struct stack_line *line, const char *answer)
{
    const char *at = strstr(answer, "Set-Cookie: ");
    if (at == NULL)
        return NULL;
    at += strlen("Set-Cookie: ");
    size_t len = strcspn(at, ";");
    assert_non_null(strstr(at, "; Path=/; HttpOnly; SameSite=Strict"));
    snprintf(line->cookies, sizeof(line->cookies), "%.*s", (int)len, at);
    if (line->cookies[len - 1] != '=')
        return strchr(line->cookies, '=') + 1;
    line->cookies[0] = '\0';
    return NULL;
}

/* Waits for the next message. Returns its length. */
static size_t next_message(struct stack_line *line, char *out, size_t size)
{
    size_t head;
    while (frame_at(line, &head) == 0) {
        ssize_t len = receive_raw(line, line->raw + line->raw_len, RAW_SIZE - line->raw_len);
        assert_true(len > 0);
        line->raw_len += (size_t)len;
    }
    ssize_t len = take_frame(line, out, size);
    assert_true(len > 0);
    out[len] = '\0';
    return (size_t)len;
}

/* Connects anew with the cookie, and waits for the answers to hello and to the server's own
 * request, which `out` gets. What else comes before is told later. */
static void come_again(struct stack_line *line, char *out, size_t size)
{
    int fd = connect_to(line->port);
    assert_int_equal(dup2(fd, line->fd), line->fd);
    close(fd);
    line->raw_len = 0;
    line->has_ended = false;
    begin_web(line);
    assert_true(send_frame(line, HELLO, sizeof(HELLO) - 1));
    do {
        size_t len = next_message(line, out, size);
        if (strncmp(out, "{\"re\":", 6) != 0)
            put_posted(line, out, len);
    } while (strncmp(out, "{\"re\":0,", 8) != 0);
    line->is_logged_in = strstr(out, "\"error\"") == NULL;
}

/* Asks over a connection of its own; the answer is read as a line of the server, with the token,
 * which a browser keeps to itself. */
static void post(struct stack_line *line)
{
    static char request[RAW_SIZE + 2048];
    static char answer[RAW_SIZE];
    char more[768];
    size_t used = 0;
    ssize_t len;
    int fd = connect_to(line->port);
    put_page_headers(line, more, sizeof(more));
    size_t body = line->said_len + strlen("{\"hello\":" HELLO ",\"request\":}");
    int head = snprintf(request, sizeof(request),
                        "POST /session HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        "Content-Type: application/json\r\nContent-Length: %zu\r\n%s\r\n"
                        "{\"hello\":" HELLO ",\"request\":%s}",
                        body, more, line->said);
    assert_int_equal(send(fd, request, (size_t)head, MSG_NOSIGNAL), head);
    while ((len = recv(fd, answer + used, sizeof(answer) - 1 - used, 0)) > 0)
        used += (size_t)len;
    close(fd);
    answer[used] = '\0';
    char *end = strstr(answer, "\r\n\r\n");
    assert_non_null(end);
    assert_null(strstr(end, "\"token\""));
    const char *token = take_cookie(line, answer);
    used -= (size_t)(end + 4 - answer);
    if (token == NULL) {
        put_posted(line, end + 4, used);
        return;
    }
    put_posted(line, end + 4, used - 2); /* without } and LF */
    head = snprintf(more, sizeof(more), ",\"token\":\"%s\"}\n", token);
    put_posted(line, more, (size_t)head);
    if (!line->is_logged_in)
        come_again(line, answer, sizeof(answer));
}

/* What a program asks for with a token, a page gets by its cookie. */
static void resume(struct stack_line *line)
{
    static char answer[RAW_SIZE];
    char head[64];
    const char *token = strstr(line->said, "\"token\":\"") + strlen("\"token\":\"");
    const char *id = strstr(line->said, "\"id\":") + strlen("\"id\":");
    snprintf(line->cookies, sizeof(line->cookies), "pentad-%u=%.*s", (unsigned)line->port,
             (int)strcspn(token, "\""), token);
    come_again(line, answer, sizeof(answer));
    int len = snprintf(head, sizeof(head), "{\"re\":%.*s,", (int)strspn(id, "0123456789"), id);
    put_posted(line, head, (size_t)len);
    put_posted(line, answer + strlen("{\"re\":0,"), strlen(answer + strlen("{\"re\":0,")));
}

static ssize_t take_posted(struct stack_line *line, char *out, size_t size)
{
    size_t len = line->posted_len < size ? line->posted_len : size;
    memcpy(out, line->posted, len);
    line->posted_len -= len;
    memmove(line->posted, line->posted + len, line->posted_len);
    return (ssize_t)len;
}

/* ------------------------------------------------------------------ lines as messages */

/* Each line is a message; its end may be CR and LF, and an empty one is none. */
static ssize_t send_lines(struct stack_line *line, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (bytes[i] != '\n') {
            assert_true(line->said_len < RAW_SIZE - 1);
            line->said[line->said_len++] = bytes[i];
            continue;
        }
        if (line->said_len > 0 && line->said[line->said_len - 1] == '\r')
            line->said_len--;
        line->said[line->said_len] = '\0';
        if (is_for_post(line->said))
            post(line);
        else if (stack_here() == STACK_PAGE && strstr(line->said, "\"op\":\"auth.resume\"") != NULL)
            resume(line);
        else if (line->said_len > 0 && !send_frame(line, line->said, line->said_len))
            return -1;
        line->said_len = 0;
    }
    return (ssize_t)len;
}

static ssize_t receive_lines(struct stack_line *line, char *out, size_t size)
{
    size_t head;
    if (line->posted_len > 0)
        return take_posted(line, out, size);
    if (line->has_ended)
        return 0;
    if (frame_at(line, &head) == 0) {
        ssize_t len = receive_raw(line, line->raw + line->raw_len, RAW_SIZE - line->raw_len);
        if (len <= 0)
            return len;
        line->raw_len += (size_t)len;
    }
    return take_frame(line, out, size);
}

/* ------------------------------------------------------------------ lines */

static uint16_t port_of(int fd)
{
    struct sockaddr_in address = {0};
    socklen_t len = sizeof(address);
    (void)getpeername(fd, (struct sockaddr *)&address, &len);
    return ntohs(address.sin_port);
}

struct stack_line *stack_line_new(int fd)
{
    if (stack_here() == STACK_TCP)
        return NULL;
    struct stack_line *line = calloc(1, sizeof(*line));
    assert_non_null(line);
    line->fd = fd;
    line->port = port_of(fd);
    if (stack_has_tls())
        begin_tls(line);
    if (is_web())
        begin_web(line);
    return line;
}

void stack_line_free(struct stack_line *line)
{
    if (line == NULL)
        return;
    SSL_free(line->ssl);
    SSL_CTX_free(line->context);
    free(line);
}

ssize_t stack_line_send(struct stack_line *line, const char *bytes, size_t len)
{
    return line->is_web ? send_lines(line, bytes, len) : send_raw(line, bytes, len);
}

ssize_t stack_line_receive(struct stack_line *line, char *out, size_t size)
{
    return line->is_web ? receive_lines(line, out, size) : receive_raw(line, out, size);
}

bool stack_line_has_bytes(const struct stack_line *line)
{
    size_t head;
    return line != NULL && ((line->posted_len > 0) ||
                            (line->is_web && (line->has_ended || frame_at(line, &head) > 0)) ||
                            (line->ssl != NULL && SSL_pending(line->ssl) > 0));
}
