/* SPDX-License-Identifier: MIT */
/*
 * The two transports that are sockets of the system, both of bytes: TCP and Unix sockets. The
 * transport owns its socket.
 */
#ifndef PENTAD_SERVER_SHELL_SOCKET_TRANSPORT_H
#define PENTAD_SERVER_SHELL_SOCKET_TRANSPORT_H

#include "server/shell/transport.h"

/* Complete here only for socket_transport.c and for measuring its size. */
struct socket_transport {
    struct transport base;
    union {
        uv_handle_t any;
        uv_stream_t stream;
        struct {
            uv_tcp_t tcp;
            struct origin *told; /* where a proxy says that it comes from; NULL: nothing */
        };
        uv_pipe_t pipe;
    } handle;
};

/* Take a connected socket, and never fail: errors show when the transport is started. `home` has to
 * stay until they are closed. */
struct transport *transport_tcp_new(struct transport_home *home, int take_fd);
struct transport *transport_local_new(struct transport_home *home, int take_fd);

/* The other end of the socket is a proxy, and that of the connection is `origin`: from now on that
 * is told, and no round trip, which would be the proxy's. */
void transport_tcp_tell_origin(struct transport *transport, const struct origin *origin);

#endif
