/* SPDX-License-Identifier: MIT */
/*
 * A listening socket. It accepts by itself, without uv_listen(): that one spins as long as
 * accept() has an error that does not go away (ENFILE, ENOMEM), and drops waiting connections on
 * EMFILE. Here they wait, and the listener tries again after a pause.
 */
#ifndef PENTAD_SERVER_SHELL_LISTENER_H
#define PENTAD_SERVER_SHELL_LISTENER_H

#include "server/shell/log.h"

#include <stdbool.h>

#include <uv.h>

/* Called with an accepted socket, which it owns then. */
typedef void listener_accept_fn(void *ctx, int take_fd);

struct listener {
    uv_poll_t poll;
    uv_timer_t pause;
    int fd;          /* -1: not open */
    int port;        /* 0: of no network */
    bool is_failing; /* told the log, and nothing was accepted since */
    struct log *log;
    listener_accept_fn *accept;
    void *ctx;
};

struct listener_options {
    const char *address; /* numeric IPv4 or IPv6 */
    int port;            /* 0: any free one */
    int backlog;
    struct log *log;
};

/* Begins to listen. `listener` has to stay where it is until the loop has closed its handles.
 * Returns 0, or a negative errno and nothing is open. */
int listener_open(struct listener *listener, uv_loop_t *loop,
                  const struct listener_options *options, listener_accept_fn *accept, void *ctx);
/* Opens a listener on a socket that listens already; takes it, closing it even on failure. */
int listener_open_fd(struct listener *listener, uv_loop_t *loop, int take_fd, struct log *log,
                     listener_accept_fn *accept, void *ctx);
/* Stops listening. Fine when it is not open. */
void listener_close(struct listener *listener);

#endif
