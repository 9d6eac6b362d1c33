/* SPDX-License-Identifier: MIT */
/*
 * TLS and WebSocket for clients of tests: OpenSSL's own sockets, and frames written by hand, so
 * that it is not the product's code that speaks with the product. Whether the certificate is right
 * is asked by penta and by net_tls.
 */
#include "tests/support/stack.h"

#include "tests/support/certificate.h"
#include "tests/support/cmocka_all.h"

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

enum stack { STACK_TCP, STACK_TLS, STACK_PROXY, STACK_WS, STACK_WSS };

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
};

static enum stack stack_here(void)
{
    static const char *const names[] = {
        [STACK_TLS] = "tls", [STACK_PROXY] = "proxy", [STACK_WS] = "ws", [STACK_WSS] = "wss"};
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
    return stack_here() == STACK_WS || stack_here() == STACK_WSS;
}

/* ------------------------------------------------------------------ the server */

void stack_prepare(const struct folder *folder)
{
    static const struct certificate here = {STACK_CERTIFICATE, "DNS:localhost,IP:127.0.0.1", -1, 1};
    struct authority *authority = authority_new(folder, STACK_CA);
    authority_sign(authority, &here);
    authority_free(authority);
}

/* Nobody listens there now. */
static void choose_port(char port[8])
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof(address);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, len), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &len), 0);
    snprintf(port, 8, "%u", (unsigned)ntohs(address.sin_port));
    close(fd);
}

void stack_flags(const struct folder *folder, char port[8], struct stack_flags *flags_out)
{
    const enum stack stack = stack_here();
    size_t count = 0;
    if (is_web() && strcmp(port, "0") == 0)
        choose_port(port);
    folder_path(folder, STACK_CERTIFICATE, flags_out->certificate);
    folder_path(folder, STACK_CERTIFICATE ".key", flags_out->key);
    const struct {
        bool is_used;
        const char *name, *value;
    } flags[] = {
        {true, "--port", stack == STACK_TCP ? port : "0"},
        {stack == STACK_WS, "--http-port", port},
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
    static const char *const words[] = {[STACK_TCP] = "listening ",
                                        [STACK_TLS] = "listening_tls ",
                                        [STACK_PROXY] = "listening_tls ",
                                        [STACK_WS] = "listening_http ",
                                        [STACK_WSS] = "listening_https "};
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

/* Upgrades; what comes behind the answer is kept. A server that refuses is heard no more. */
static void begin_web(struct stack_line *line)
{
    static const char request[] =
        "GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    const char *end = NULL;
    line->is_web = true;
    (void)send_raw(line, request, sizeof(request) - 1);
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

/* Each line is a message; its end may be CR and LF, and an empty one is none. */
static ssize_t send_lines(struct stack_line *line, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (bytes[i] != '\n') {
            assert_true(line->said_len < RAW_SIZE);
            line->said[line->said_len++] = bytes[i];
            continue;
        }
        if (line->said_len > 0 && line->said[line->said_len - 1] == '\r')
            line->said_len--;
        if (line->said_len > 0 && !send_frame(line, line->said, line->said_len))
            return -1;
        line->said_len = 0;
    }
    return (ssize_t)len;
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

static ssize_t receive_lines(struct stack_line *line, char *out, size_t size)
{
    size_t head;
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

struct stack_line *stack_line_new(int fd)
{
    if (stack_here() == STACK_TCP)
        return NULL;
    struct stack_line *line = calloc(1, sizeof(*line));
    assert_non_null(line);
    line->fd = fd;
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
    return line != NULL && ((line->is_web && (line->has_ended || frame_at(line, &head) > 0)) ||
                            (line->ssl != NULL && SSL_pending(line->ssl) > 0));
}
