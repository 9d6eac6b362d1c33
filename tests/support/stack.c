/* SPDX-License-Identifier: MIT */
/*
 * TLS for clients of tests, by OpenSSL's own sockets, so that it is not the product's code that
 * speaks with the product. Whether the certificate is right is asked by penta and by net_tls.
 */
#include "tests/support/stack.h"

#include "tests/support/certificate.h"
#include "tests/support/cmocka_all.h"

#include <errno.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* Of the PROXY protocol, version 2: from 127.0.0.1. */
#define HEADER "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0C\x7F\0\0\1\x7F\0\0\1\0\1\0\1"

struct stack_line {
    SSL_CTX *context;
    SSL *ssl;
};

static bool stack_is(const char *name)
{
    const char *stack = getenv("PENTAD_STACK");
    return stack != NULL && strcmp(stack, name) == 0;
}

bool stack_has_proxy(void)
{
    return stack_is("proxy");
}

bool stack_has_tls(void)
{
    return stack_is("tls") || stack_has_proxy();
}

void stack_prepare(const struct folder *folder)
{
    static const struct certificate here = {STACK_CERTIFICATE, "DNS:localhost,IP:127.0.0.1", -1, 1};
    struct authority *authority = authority_new(folder, STACK_CA);
    authority_sign(authority, &here);
    authority_free(authority);
}

struct stack_line *stack_line_new(int fd)
{
    if (!stack_has_tls())
        return NULL;
    struct stack_line *line = calloc(1, sizeof(*line));
    assert_non_null(line);
    line->context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_clear_mode(line->context, SSL_MODE_AUTO_RETRY); /* a ticket is nothing to wait behind */
    SSL_CTX_set_options(line->context, SSL_OP_IGNORE_UNEXPECTED_EOF);
    line->ssl = SSL_new(line->context);
    assert_int_equal(SSL_set_fd(line->ssl, fd), 1);
    if (stack_has_proxy())
        (void)send(fd, HEADER, sizeof(HEADER) - 1, MSG_NOSIGNAL);
    (void)SSL_connect(line->ssl); /* of what failed the reader hears */
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
    size_t sent = 0;
    if (SSL_write_ex(line->ssl, bytes, len, &sent) != 1) {
        errno = EPIPE;
        return -1;
    }
    return (ssize_t)sent;
}

ssize_t stack_line_receive(struct stack_line *line, char *out, size_t size)
{
    size_t len = 0;
    int done = SSL_read_ex(line->ssl, out, size, &len);
    if (done == 1)
        return (ssize_t)len;
    if (SSL_get_error(line->ssl, done) != SSL_ERROR_WANT_READ)
        return 0;
    errno = EAGAIN;
    return -1;
}

bool stack_line_has_bytes(const struct stack_line *line)
{
    return line != NULL && SSL_pending(line->ssl) > 0;
}
