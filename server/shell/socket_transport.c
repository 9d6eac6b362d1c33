/* SPDX-License-Identifier: MIT */
/*
 * Sockets as transports, by libuv's streams. A transport is freed in the close callback of its
 * handle.
 */
#include "server/shell/socket_transport.h"

#include "base/memory.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* The bytes that the system keeps for a connection beyond those on their way; its user counts the
 * rest. */
#define SYSTEM_KEEPS_BYTES (64 * 1024)

static struct socket_transport *of(struct transport *transport)
{
    return (struct socket_transport *)transport;
}

/* ------------------------------------------------------------------ input */

/* libuv reads and calls on_read() right after this, so one buffer serves all. */
static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf_out)
{
    const struct socket_transport *socket = handle->data;
    const struct transport_home *home = socket->base.home;
    (void)suggested;
    *buf_out = uv_buf_init(home->buffer, (unsigned)home->buffer_size);
}

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buf)
{
    const struct socket_transport *socket = stream->data;
    const struct transport *base = &socket->base;
    if (len > 0)
        base->user->bytes(base->ctx, buf->base, (size_t)len);
    else if (len == UV_EOF)
        base->user->ended(base->ctx);
    else if (len < 0)
        base->user->broken(base->ctx);
}

static int socket_start(struct transport *transport)
{
    return uv_read_start(&of(transport)->handle.stream, on_alloc, on_read);
}

static void socket_stop(struct transport *transport)
{
    uv_read_stop(&of(transport)->handle.stream);
}

/* ------------------------------------------------------------------ output */

static ssize_t socket_try_write(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    int sent = uv_try_write(&of(transport)->handle.stream, pieces, (unsigned)count);
    return sent == UV_EAGAIN ? 0 : sent;
}

/* libuv looks at the bytes no more when the handle is being closed. */
static void on_written(uv_write_t *request, int status)
{
    const struct socket_transport *socket = request->data;
    free(request);
    if (!uv_is_closing(&socket->handle.any))
        socket->base.user->written(socket->base.ctx, status == 0);
}

static bool socket_write(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    struct socket_transport *socket = of(transport);
    uv_write_t *request = mem_zero(sizeof(*request));
    request->data = socket;
    if (uv_write(request, &socket->handle.stream, pieces, (unsigned)count, on_written) == 0)
        return true;
    free(request);
    return false;
}

/* Not uv_shutdown(), which would tell of it later: everything is written. */
static bool socket_shut(struct transport *transport)
{
    uv_os_fd_t fd;
    return uv_fileno(&of(transport)->handle.any, &fd) == 0 && shutdown(fd, SHUT_WR) == 0;
}

/* ------------------------------------------------------------------ the end */

static const struct transport_calls tcp_calls;

static void on_closed(uv_handle_t *handle)
{
    struct socket_transport *socket = handle->data;
    socket->base.user->closed(socket->base.ctx);
    if (socket->base.calls == &tcp_calls)
        free(socket->handle.told);
    free(socket);
}

/* The system need not go on trying. */
static void forget_sent(const struct socket_transport *socket)
{
    const struct linger at_once = {.l_onoff = 1};
    uv_os_fd_t fd;
    if (uv_fileno(&socket->handle.any, &fd) == 0)
        (void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
}

static void socket_close(struct transport *transport, enum transport_end end)
{
    struct socket_transport *socket = of(transport);
    if (end == TRANSPORT_ABANDON)
        forget_sent(socket);
    uv_close(&socket->handle.any, on_closed);
}

/* ------------------------------------------------------------------ two kinds */

static struct origin tcp_origin(const struct transport *transport)
{
    const struct socket_transport *socket = (const struct socket_transport *)transport;
    struct sockaddr_storage address = {0};
    int len = sizeof(address);
    if (socket->handle.told != NULL)
        return *socket->handle.told;
    (void)uv_tcp_getpeername(&socket->handle.tcp, (struct sockaddr *)&address, &len);
    return origin_of(&address);
}

/* The system counts it in microseconds, and 0 until the first byte was acknowledged. */
static int64_t tcp_round_trip_ms(const struct transport *transport)
{
    const struct socket_transport *socket = (const struct socket_transport *)transport;
    struct tcp_info info = {0};
    socklen_t size = sizeof(info);
    uv_os_fd_t fd;
    if (socket->handle.told != NULL || uv_fileno(&socket->handle.any, &fd) != 0 ||
        getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 || info.tcpi_rtt == 0)
        return -1;
    return (info.tcpi_rtt + 999) / 1000;
}

static struct origin local_origin(const struct transport *transport)
{
    (void)transport;
    return (struct origin){.text = "local"};
}

#define SOCKET_CALLS                                                                               \
    .start = socket_start, .stop = socket_stop, .try_write = socket_try_write,                     \
    .write = socket_write, .shut = socket_shut, .close = socket_close

static const struct transport_calls tcp_calls = {SOCKET_CALLS, .origin = tcp_origin,
                                                 .round_trip_ms = tcp_round_trip_ms};
static const struct transport_calls local_calls = {SOCKET_CALLS, .origin = local_origin};

static struct socket_transport *socket_new(struct transport_home *home,
                                           const struct transport_calls *calls)
{
    struct socket_transport *socket = mem_zero(sizeof(*socket));
    socket->base.calls = calls;
    socket->base.home = home;
    return socket;
}

struct transport *transport_tcp_new(struct transport_home *home, int take_fd)
{
    struct socket_transport *socket = socket_new(home, &tcp_calls);
    const int kept_bytes = SYSTEM_KEEPS_BYTES;
    (void)setsockopt(take_fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kept_bytes, sizeof(kept_bytes));
    uv_tcp_init(home->loop, &socket->handle.tcp);
    socket->handle.any.data = socket;
    if (uv_tcp_open(&socket->handle.tcp, take_fd) != 0)
        close(take_fd); /* reading fails then */
    uv_tcp_nodelay(&socket->handle.tcp, 1);
    return &socket->base;
}

void transport_tcp_tell_origin(struct transport *transport, const struct origin *origin)
{
    struct socket_transport *socket = of(transport);
    if (socket->handle.told == NULL)
        socket->handle.told = mem_alloc(sizeof(*origin));
    *socket->handle.told = *origin;
}

struct transport *transport_local_new(struct transport_home *home, int take_fd)
{
    struct socket_transport *socket = socket_new(home, &local_calls);
    uv_pipe_init(home->loop, &socket->handle.pipe, 0);
    socket->handle.any.data = socket;
    if (uv_pipe_open(&socket->handle.pipe, take_fd) != 0)
        close(take_fd);
    return &socket->base;
}
