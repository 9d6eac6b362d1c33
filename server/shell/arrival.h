/* SPDX-License-Identifier: MIT */
/*
 * Private to server/shell/. Connections from trusted proxies, until their header has told where
 * they come from (proxy_header.h): from then on they are like any other. One without a header, or
 * whose header does not come in time, is closed: it would count as the proxy's own.
 */
#ifndef PENTAD_SERVER_SHELL_ARRIVAL_H
#define PENTAD_SERVER_SHELL_ARRIVAL_H

#include "server/shell/listener.h"

/* The time that a proxy has for its header. */
#define ARRIVAL_MS 10000

struct arrival;

/* Those of a shell. */
struct arrivals {
    struct arrival *all; /* the oldest first */
    size_t count;
    uv_timer_t timer;
};

void arrivals_init(struct arrivals *arrivals, uv_loop_t *loop);
/* Closes all of them; the timer is the caller's to close. */
void arrivals_close(struct arrivals *arrivals);
/* Closes the oldest until there are at most so many. */
void arrivals_trim(struct arrivals *arrivals, size_t most);

/* True if a trusted proxy is there: in one of its networks, or at a Unix socket, which nobody else
 * may open. */
bool arrival_is_from_proxy(const struct shell *shell, const struct origin *origin);
/* Waits for the header, and then gives the connection to the listener's face. */
void arrival_begin(struct shell *shell, const struct listener_row *row,
                   struct transport *take_transport);

#endif
