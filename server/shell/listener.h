/* SPDX-License-Identifier: MIT */
/*
 * Private to server/shell/. The listening sockets, which are the rows of listeners.def, at one
 * address or several. They accept by themselves, without uv_listen(): that one spins as long as
 * accept() has an error that does not go away (ENFILE, ENOMEM), and drops waiting connections on
 * EMFILE. Here they wait, and the listener tries again after a pause.
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
    bool is_file; /* its address is a path, and there is no port */
    /* Makes the transport of an accepted socket. */
    struct transport *(*socket)(struct transport_home *home, int take_fd);
    /* Put another transport on it, one after the other; NULL behind the last. */
    struct transport *(*layers[STACK_LAYERS_MAX + 1])(struct transport *take_inner);
};

/* Speaks with the other end of a new connection. */
typedef void face_fn(struct shell *shell, struct transport *take_transport,
                     enum origin_rule origins);

struct listener_row {
    const char *word;
    const struct stack *stack;
    enum origin_rule origins;
    face_fn *face;
    bool stays;
};
extern const struct listener_row listener_rows[LISTENER_COUNT];

struct listener {
    const struct listener_row *row;
    struct shell *shell;
    uv_poll_t poll;
    uv_timer_t pause;
    int fd; /* -1: not open */
    int port;
    bool is_failing;          /* told the log, and nothing was accepted since */
    struct local_socket file; /* of a local one */
};

/* Opens one more listener, at a socket that listens already or, if that is -1, at the address. The
 * log is told. Returns 0 or a negative errno. */
int listener__open(struct shell *shell, const struct listener_row *row, const struct listen_at *at,
                   int take_fd);
/* Closes all that are open, with their files; while the shell is stopping, those that do not stay.
 */
void listeners__close(struct shell *shell);

#endif
