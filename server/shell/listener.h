/* SPDX-License-Identifier: MIT */
/*
 * Private to server/shell/. The listening sockets of the rows of listeners.def; a row may have
 * several. They do not use uv_listen(), which spins while accept() fails with an error that
 * persists (ENFILE, ENOMEM), and drops waiting connections on EMFILE. Here the connections wait,
 * and the listener tries again after a pause.
 */
#ifndef PENTAD_SERVER_SHELL_LISTENER_H
#define PENTAD_SERVER_SHELL_LISTENER_H

#include "server/shell/local_socket.h"
#include "server/shell/origin.h"
#include "server/shell/process.h"
#include "server/shell/shell.h"
#include "server/shell/transport.h"

#include <stdbool.h>

#include <uv.h>

#define STACK_LAYERS_MAX 2
#define LISTENERS_MAX (SERVICE_SOCKETS_MAX + LISTENER_COUNT)

/* The stack of transports, from the socket up. */
struct stack {
    bool is_file; /* its address is a path, without a port */
    bool has_tls; /* it needs a certificate */
    /* Makes the transport of an accepted socket. */
    struct transport *(*socket)(struct transport_home *home, int take_fd);
    /* Each puts another transport on top; NULL after the last. */
    struct transport *(*layers[STACK_LAYERS_MAX + 1])(struct transport *take_inner);
};

/* Serves a new connection. */
typedef void face_fn(struct shell *shell, struct transport *take_transport,
                     enum origin_rule origins);

struct listener_row {
    const char *word;
    const struct stack *stack;
    enum origin_rule origins;
    face_fn *face;
    bool stays;
    bool takes_header;
};
extern const struct listener_row listener_rows[LISTENER_COUNT];

struct listener {
    const struct listener_row *row;
    struct shell *shell;
    uv_poll_t poll;
    uv_timer_t pause;
    int fd; /* -1: not open */
    int port;
    bool is_failing;          /* the failure is logged, and nothing was accepted since */
    struct local_socket file; /* of a local listener */
};

/* Connections may wait to become players': of trusted proxies, and at both listeners of HTTP. */
#define LISTENER_WAITING_PLACES 3
/* So many at each in any case, for which files are reserved. */
#define LISTENER_WAITING_LEAST 16

/* The most at each of these places: a quarter of the connections that are free, so that they fit
 * all together. */
size_t listener__waiting_most(const struct shell *shell);
/* Hangs up on the oldest of those who wait if a new player's connection needs their files. */
void listener__trim_waiting(struct shell *shell);
/* Puts the layers of its stack on the transport of a connection, and gives it to the face. */
void listener__meet(struct shell *shell, const struct listener_row *row,
                    struct transport *take_transport);
/* Opens one more listener, at a socket that listens already or, if that is -1, at the address, and
 * logs it. Returns 0 or a negative errno. */
int listener__open(struct shell *shell, const struct listener_row *row, const struct listen_at *at,
                   int take_fd);
/* Closes all open listeners, with their files; while the shell is stopping, only those that do not
 * stay. */
void listeners__close(struct shell *shell);

#endif
