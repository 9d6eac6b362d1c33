/* SPDX-License-Identifier: MIT */
/*
 * What tests speak with the server over: lines on TCP; or, where the environment says
 * PENTAD_STACK=tls, lines on TLS, and with PENTAD_STACK=proxy the same behind a proxy that says
 * where they come from. The same tests run over each; penta cannot play the proxy's part.
 */
#ifndef PENTAD_TESTS_SUPPORT_STACK_H
#define PENTAD_TESTS_SUPPORT_STACK_H

#include "tests/support/folder.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Beside the server's own files; STACK_CA is the authority. */
#define STACK_CERTIFICATE "certificate"
#define STACK_CA "authority"

bool stack_has_tls(void);
bool stack_has_proxy(void);
/* Makes the files of a server in its folder. */
void stack_prepare(const struct folder *folder);

/* A line of a client over `fd`, which it borrows; the handshake is done. NULL: bytes go as they
 * are, or the other end has refused. */
struct stack_line;
struct stack_line *stack_line_new(int fd);
void stack_line_free(struct stack_line *line);
/* As send() and recv() do; -1 with EAGAIN if nothing came for the reader. */
ssize_t stack_line_send(struct stack_line *line, const char *bytes, size_t len);
ssize_t stack_line_receive(struct stack_line *line, char *out, size_t size);
/* Bytes are there that were taken from the socket. */
bool stack_line_has_bytes(const struct stack_line *line);

#endif
