/* SPDX-License-Identifier: MIT */
/*
 * The two transports that are sockets of the system, both of bytes: TCP and Unix sockets. The
 * transport owns its socket.
 */
#ifndef PENTAD_SERVER_SHELL_SOCKET_TRANSPORT_H
#define PENTAD_SERVER_SHELL_SOCKET_TRANSPORT_H

#include "server/shell/transport.h"

/* Take a connected socket, and never fail: what is wrong with it shows when it is started. `home`
 * has to stay until they are closed. */
struct transport *transport_tcp_new(struct transport_home *home, int take_fd);
struct transport *transport_local_new(struct transport_home *home, int take_fd);

#endif
