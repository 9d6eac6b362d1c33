/* SPDX-License-Identifier: MIT */
/*
 * Listening and accepting. A struct listener owns its socket; the loop tells when a connection
 * waits, and after a failure a timer tells when to look again.
 */
#include "server/shell/listener.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Connections taken in one turn of the loop, so that those that are open get their turn, too. */
#define ACCEPTS_A_TURN 64
/* How long to wait when the system has no file or memory for a connection. */
#define PAUSE_MS 100

/* ------------------------------------------------------------------ the socket */

union address {
    struct sockaddr any;
    struct sockaddr_in ipv4;
    struct sockaddr_in6 ipv6;
};

static int parse_address(const char *text, int port, union address *out, socklen_t *len_out)
{
    memset(out, 0, sizeof(*out));
    if (uv_ip4_addr(text, port, &out->ipv4) == 0) {
        *len_out = sizeof(out->ipv4);
        return 0;
    }
    *len_out = sizeof(out->ipv6);
    return uv_ip6_addr(text, port, &out->ipv6);
}

static int set_flags(int fd)
{
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ||
        fcntl(fd, F_SETFD, FD_CLOEXEC) < 0)
        return -errno;
    return 0;
}

static int bind_and_listen(int fd, const union address *address, socklen_t len, int backlog)
{
    /* Without this a restart waits for the last connections' TIME_WAIT to end. */
    const int yes = 1;
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) < 0 ||
        bind(fd, &address->any, len) < 0 || listen(fd, backlog) < 0)
        return -errno;
    return 0;
}

static int port_of(int fd)
{
    union address address;
    socklen_t len = sizeof(address);
    if (getsockname(fd, &address.any, &len) < 0 || address.any.sa_family == AF_UNIX)
        return 0;
    return ntohs(address.any.sa_family == AF_INET ? address.ipv4.sin_port : address.ipv6.sin6_port);
}

static int open_socket(const struct listener_options *options)
{
    union address address;
    socklen_t len;
    int error = parse_address(options->address, options->port, &address, &len);
    int fd;
    if (error != 0)
        return error;
    fd = socket(address.any.sa_family, SOCK_STREAM, 0);
    if (fd < 0)
        return -errno;
    error = bind_and_listen(fd, &address, len, options->backlog);
    if (error != 0) {
        close(fd);
        return error;
    }
    return fd;
}

/* ------------------------------------------------------------------ accepting */

/* Errors of the connection that waited, not of the listener; accept(2) passes them on. */
static bool is_about_one_connection(int error)
{
    switch (error) {
    case EINTR:
    case ECONNABORTED:
    case EPROTO:
    case EPERM:
    case ENETDOWN:
    case ENETUNREACH:
    case EHOSTDOWN:
    case EHOSTUNREACH:
    case ENOPROTOOPT:
    case EOPNOTSUPP:
        return true;
    default:
        return false;
    }
}

static void on_readable(uv_poll_t *poll, int status, int events);

static void on_pause_over(uv_timer_t *pause)
{
    struct listener *listener = pause->data;
    uv_poll_start(&listener->poll, UV_READABLE, on_readable);
}

/* The connection stays in the backlog, so looking again at once would be looking for ever. */
static void take_a_pause(struct listener *listener, int error)
{
    if (!listener->is_failing)
        log_event(listener->log, LOG_LEVEL_WARN, "accept_failed", "error=\"%s\"", strerror(error));
    listener->is_failing = true;
    uv_poll_stop(&listener->poll);
    uv_timer_start(&listener->pause, on_pause_over, PAUSE_MS, 0);
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct listener *listener = poll->data;
    (void)status;
    (void)events;
    for (int i = 0; i < ACCEPTS_A_TURN && listener->fd >= 0; i++) {
        int fd = accept(listener->fd, NULL, NULL);
        if (fd < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return;
        if (fd < 0 && is_about_one_connection(errno))
            continue;
        if (fd < 0) {
            take_a_pause(listener, errno);
            return;
        }
        listener->is_failing = false;
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        listener->accept(listener->ctx, fd);
    }
}

/* ------------------------------------------------------------------ opening and closing */

int listener_open_fd(struct listener *listener, uv_loop_t *loop, int take_fd, struct log *log,
                     listener_accept_fn *accept_one, void *ctx)
{
    int error = set_flags(take_fd);
    if (error == 0)
        error = uv_poll_init(loop, &listener->poll, take_fd);
    if (error != 0) {
        close(take_fd);
        return error;
    }
    uv_timer_init(loop, &listener->pause);
    listener->fd = take_fd;
    listener->port = port_of(take_fd);
    listener->log = log;
    listener->accept = accept_one;
    listener->ctx = ctx;
    listener->poll.data = listener;
    listener->pause.data = listener;
    return uv_poll_start(&listener->poll, UV_READABLE, on_readable);
}

int listener_open(struct listener *listener, uv_loop_t *loop,
                  const struct listener_options *options, listener_accept_fn *accept_one, void *ctx)
{
    int fd = open_socket(options);
    if (fd < 0)
        return fd;
    return listener_open_fd(listener, loop, fd, options->log, accept_one, ctx);
}

void listener_close(struct listener *listener)
{
    if (listener->fd < 0)
        return;
    uv_close((uv_handle_t *)&listener->poll, NULL);
    uv_close((uv_handle_t *)&listener->pause, NULL);
    /* uv_close() has taken the socket out of the loop already. */
    close(listener->fd);
    listener->fd = -1;
}
