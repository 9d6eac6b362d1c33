/* SPDX-License-Identifier: MIT */
/*
 * The stack over which tests speak with the server, by PENTAD_STACK of the environment: lines on
 * TCP where it says nothing; `tls`, lines on TLS; `proxy`, the same behind a proxy that says where
 * they come from; `ws`, WebSocket; `wss`, that over TLS; `page`, what a page in a browser does:
 * WebSocket for most, POST /session for what concerns logins, and a cookie. The same tests run over
 * each. penta speaks the first two.
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
/* Makes the files of a server in its folder. */
void stack_prepare(const struct folder *folder);
/* The flags of a server that listens at 127.0.0.1 with this stack, in pairs, NULL at the end. They
 * borrow the port, "0" for any free one, which is chosen here where 0 means none. */
#define STACK_FLAGS_MAX 19
struct stack_flags {
    const char *words[STACK_FLAGS_MAX];
    char certificate[FOLDER_PATH_SIZE], key[FOLDER_PATH_SIZE];
    char url[64];
};
void stack_flags(const struct folder *folder, char port[8], struct stack_flags *flags_out);
/* The word of the server's log before its port. */
const char *stack_word(void);

/* A line of a client over `fd`, which it borrows; the handshakes are done. NULL: bytes go as they
 * are. */
struct stack_line;
struct stack_line *stack_line_new(int fd);
void stack_line_free(struct stack_line *line);
/* As send() and recv() do; -1 with EAGAIN if nothing came for the reader. */
ssize_t stack_line_send(struct stack_line *line, const char *bytes, size_t len);
ssize_t stack_line_receive(struct stack_line *line, char *out, size_t size);
/* Bytes are there that were taken from the socket. */
bool stack_line_has_bytes(const struct stack_line *line);

#endif
