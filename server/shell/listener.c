/* SPDX-License-Identifier: MIT */
/*
 * Listening and accepting. A struct listener owns its socket; the loop tells it that a connection
 * waits, and after a failure a timer tells it to try again.
 */
#include "server/shell/listener.h"

#include "server/shell/arrival.h"
#include "server/shell/loop.h"
#include "server/shell/metrics.h"
#include "server/shell/process.h"
#include "server/shell/socket_transport.h"
#include "server/shell/tls_transport.h"
#include "server/shell/web.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Connections taken in one turn of the loop, so that those that are open get their turn, too. */
#define ACCEPTS_A_TURN 64
/* How long to wait when the system has no file or memory for a connection. */
#define PAUSE_MS 100

/* ------------------------------------------------------------------ sockets */

union address {
    struct sockaddr any;
    struct sockaddr_in ipv4;
    struct sockaddr_in6 ipv6;
    struct sockaddr_un local;
};

#define LISTEN_TEXT_SIZE (sizeof(struct sockaddr_un) + 1)

static int parse_address(const char *text, int port, union address *out, socklen_t *len_out)
{
    memset(out, 0, sizeof(*out));
    *len_out = sizeof(out->ipv4);
    if (uv_ip4_addr(text, port, &out->ipv4) == 0)
        return 0;
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

static int open_tcp(const struct listen_at *at)
{
    union address address;
    socklen_t len;
    int error = parse_address(at->address, at->port, &address, &len);
    int fd;
    if (error != 0)
        return error;
    fd = socket(address.any.sa_family, SOCK_STREAM, 0);
    error = fd < 0 ? -errno : bind_and_listen(fd, &address, len, at->backlog);
    if (error != 0 && fd >= 0)
        close(fd);
    return error != 0 ? error : fd;
}

/* ------------------------------------------------------------------ the table */

static const struct stack tcp = {.socket = transport_tcp_new};
static const struct stack tls = {
    .has_tls = true, .socket = transport_tcp_new, .layers = {transport_tls_new}};
static const struct stack local = {.is_file = true, .socket = transport_local_new};

const struct listener_row listener_rows[LISTENER_COUNT] = {
#define LISTENER(ID, address, port, backlog, may_fail, ...) [LISTENER_##ID] = {__VA_ARGS__},
#include "server/shell/listeners.def"
#undef LISTENER
};

/* ------------------------------------------------------------------ accepting */

/* Errors of the connection that waited, not of the listener; accept(2) passes them on. */
static bool is_about_one_connection(int error)
{
    static const int errors[] = {EINTR,       ECONNABORTED, EPROTO,       EPERM,       ENETDOWN,
                                 ENETUNREACH, EHOSTDOWN,    EHOSTUNREACH, ENOPROTOOPT, EOPNOTSUPP};
    for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
        if (errors[i] == error)
            return true;
    return false;
}

/* Only the server's own user and root keep order without an account. */
static bool is_let_in(const struct listener *listener, int fd)
{
    uid_t uid;
    if (listener->row->origins != ORIGIN_OPERATOR || local_socket_peer_is_trusted(fd, &uid))
        return true;
    log_event(listener->shell->log, LOG_LEVEL_WARN, "local_refused", "uid=%lu", (unsigned long)uid);
    return false;
}

void listener__meet(struct shell *shell, const struct listener_row *row,
                    struct transport *take_transport)
{
    struct transport *transport = take_transport;
    for (size_t i = 0; row->stack->layers[i] != NULL; i++)
        transport = row->stack->layers[i](transport);
    row->face(shell, transport, row->origins);
}

_Static_assert(LISTENER_WAITING_PLACES *LISTENER_WAITING_LEAST == SHELL_WAITING_FILES,
               "files are reserved for those who may wait in any case");

size_t listener__waiting_most(const struct shell *shell)
{
    size_t all = shell->options.connections;
    size_t free = all > shell->counts.connections ? all - shell->counts.connections : 0;
    return free / 4 > LISTENER_WAITING_LEAST ? free / 4 : LISTENER_WAITING_LEAST;
}

void listener__trim_waiting(struct shell *shell)
{
    size_t most = listener__waiting_most(shell);
    arrivals_trim(&shell->arrivals, most);
    web_trim(shell, most);
}

/* A proxy says first where the connection comes from, if that matters. */
static void take(const struct listener *listener, int take_fd)
{
    const struct listener_row *row = listener->row;
    struct shell *shell = listener->shell;
    struct transport *transport = row->stack->socket(&shell->transports, take_fd);
    struct origin origin = transport_origin(transport);
    if (row->takes_header && arrival_is_from_proxy(shell, &origin))
        arrival_begin(shell, row, transport);
    else
        listener__meet(shell, row, transport);
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
        log_event(listener->shell->log, LOG_LEVEL_WARN, "accept_failed", "error=\"%s\"",
                  strerror(error));
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
        if (is_let_in(listener, fd))
            take(listener, fd);
        else
            close(fd);
    }
}

/* ------------------------------------------------------------------ opening and closing */

static int start(struct listener *listener, int take_fd)
{
    uv_loop_t *loop = &listener->shell->loop;
    int error = set_flags(take_fd);
    if (error == 0)
        error = uv_poll_init(loop, &listener->poll, take_fd);
    if (error != 0) {
        close(take_fd);
        local_socket_close(&listener->file);
        return error;
    }
    uv_timer_init(loop, &listener->pause);
    listener->fd = take_fd;
    listener->port = port_of(take_fd);
    listener->poll.data = listener;
    listener->pause.data = listener;
    return uv_poll_start(&listener->poll, UV_READABLE, on_readable);
}

/* Tells the port file where the first of the players' listeners is. */
static int tell_port(struct shell *shell, const struct listener *listener)
{
    const char *path = shell->options.port_file;
    int error;
    if (listener->row != &listener_rows[LISTENER_PLAYERS] || shell->port != 0)
        return 0;
    shell->port = listener->port;
    if (path == NULL || *path == '\0')
        return 0;
    error = process_write_port_file(path, shell->port);
    if (error != 0)
        log_event(shell->log, LOG_LEVEL_ERROR, "port_file_failed", "path=\"%s\" error=\"%s\"", path,
                  strerror(-error));
    return error;
}

/* The socket's own address: a service manager's has none in the configuration. */
static void put_address(int fd, char out[LISTEN_TEXT_SIZE])
{
    union address address;
    socklen_t len = sizeof(address);
    snprintf(out, LISTEN_TEXT_SIZE, "unknown");
    memset(&address, 0, sizeof(address));
    if (getsockname(fd, &address.any, &len) < 0)
        return;
    if (address.any.sa_family == AF_UNIX)
        snprintf(out, LISTEN_TEXT_SIZE, "%.*s", (int)sizeof(address.local.sun_path),
                 address.local.sun_path);
    else if (address.any.sa_family == AF_INET)
        uv_ip4_name(&address.ipv4, out, LISTEN_TEXT_SIZE);
    else
        uv_ip6_name(&address.ipv6, out, LISTEN_TEXT_SIZE);
}

/* Logs what came of it. */
static void tell(const struct listener *listener, const struct listen_at *at, bool is_inherited,
                 int error)
{
    char own[LISTEN_TEXT_SIZE];
    const char *address = at->address;
    if (is_inherited && error == 0) {
        put_address(listener->fd, own);
        address = own;
    }
    enum log_level level = at->may_fail ? LOG_LEVEL_WARN : LOG_LEVEL_ERROR;
    struct log *log = listener->shell->log;
    bool is_file = listener->row->stack->is_file;
    if (error == 0 && is_file)
        log_event(log, LOG_LEVEL_INFO, listener->row->word, "path=\"%s\"", address);
    else if (error == 0)
        log_event(log, LOG_LEVEL_INFO, listener->row->word, "address=%s port=%d", address,
                  listener->port);
    else if (is_file)
        log_event(log, level, "local_socket_failed", "path=\"%s\" error=\"%s\"", address,
                  strerror(-error));
    else
        log_event(log, level, "listen_failed", "address=%s port=%d error=\"%s\"", address, at->port,
                  uv_strerror(error));
}

/* Of HTTP without TLS: what is sent there stays on this machine, by the socket's own address. */
static bool is_loopback(int fd)
{
    union address address;
    socklen_t len = sizeof(address);
    if (getsockname(fd, &address.any, &len) < 0)
        return false;
    if (address.any.sa_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(&address.ipv6.sin6_addr);
    return address.any.sa_family == AF_UNIX ||
           (address.any.sa_family == AF_INET &&
            ntohl(address.ipv4.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET);
}

/* A service manager may give a socket without knowing what it needs. NULL: nothing is wrong. */
static const char *wrong_with(const struct shell *shell, const struct listener_row *row, int fd)
{
    const struct shell_options *options = &shell->options;
    if (row->stack->has_tls && shell->tls.context == NULL)
        return "tls_certificate is not set";
    if (row == &listener_rows[LISTENER_HTTP] && options->web_kind == WEB_PLAIN &&
        !options->allows_plain && !web_redirects(shell) && fd >= 0 && !is_loopback(fd))
        return "it is no address of loopback: allow_plain must be yes, or http_kind behind_proxy";
    return NULL;
}

static int refuse_to_open(const struct shell *shell, const char *word, const char *why, int fd)
{
    log_event(shell->log, LOG_LEVEL_ERROR, "listen_failed", "word=%s error=\"%s\"", word, why);
    if (fd >= 0)
        close(fd);
    return -EINVAL;
}

int listener__open(struct shell *shell, const struct listener_row *row, const struct listen_at *at,
                   int take_fd)
{
    struct listener *listener = &shell->listeners[shell->listener_count];
    int fd = take_fd;
    int error;
    assert(shell->listener_count < LISTENERS_MAX);
    shell->listener_count++;
    *listener = (struct listener){.row = row, .shell = shell, .fd = -1};
    if (fd < 0)
        fd = row->stack->is_file ? local_socket_open(&listener->file, at->address, at->backlog)
                                 : open_tcp(at);
    const char *wrong = wrong_with(shell, row, fd);
    if (wrong != NULL)
        return refuse_to_open(shell, row->word, wrong, fd);
    error = fd < 0 ? fd : start(listener, fd);
    if (error == 0)
        error = tell_port(shell, listener);
    tell(listener, at, take_fd >= 0, error);
    return at->may_fail ? 0 : error;
}

/* Finds the row of a socket of the service manager; NULL: none has its name. One without a name of
 * its own is called after its unit, or "unknown" (sd_listen_fds_with_names). */
static const struct listener_row *row_of(const struct service_socket *socket)
{
    static const char *const of_players[] = {"", "unknown", "pentad.socket"};
    for (size_t i = 0; i < LISTENER_COUNT; i++)
        if (!listener_rows[i].stack->is_file && strcmp(listener_rows[i].word, socket->name) == 0)
            return &listener_rows[i];
    for (size_t i = 0; i < sizeof(of_players) / sizeof(of_players[0]); i++)
        if (strcmp(of_players[i], socket->name) == 0)
            return &listener_rows[LISTENER_PLAYERS];
    return NULL;
}

/* A socket of the service manager goes before the configured address: it is the same one before and
 * after a restart, and holds who comes in between. */
static int open_row(struct shell *shell, const struct listener_row *row, const struct listen_at *at,
                    const struct service_socket *sockets, size_t count)
{
    size_t before = shell->listener_count;
    int error = 0;
    for (size_t i = 0; error == 0 && i < count; i++)
        if (row_of(&sockets[i]) == row)
            error = listener__open(shell, row, at, sockets[i].fd);
    if (shell->listener_count == before && at->address != NULL && *at->address != '\0')
        error = listener__open(shell, row, at, -1);
    return error;
}

int shell_listen(struct shell *shell)
{
    struct service_socket sockets[SERVICE_SOCKETS_MAX];
    size_t count = service_take_sockets(sockets);
    int error = shell__load_certificate(shell) ? 0 : -EINVAL;
    for (size_t i = 0; error == 0 && i < count; i++)
        if (row_of(&sockets[i]) == NULL)
            error = refuse_to_open(shell, sockets[i].name, "no listener has this name", -1);
    for (size_t i = 0; error == 0 && i < LISTENER_COUNT; i++)
        error = open_row(shell, &listener_rows[i], &shell->options.listen[i], sockets, count);
    return error;
}

static void stop(struct listener *listener)
{
    if (listener->fd < 0)
        return;
    uv_close((uv_handle_t *)&listener->poll, NULL);
    uv_close((uv_handle_t *)&listener->pause, NULL);
    /* uv_close() has taken the socket out of the loop already. */
    close(listener->fd);
    listener->fd = -1;
    local_socket_close(&listener->file);
}

void listeners__close(struct shell *shell)
{
    for (size_t i = 0; i < shell->listener_count; i++)
        if (!shell->listeners[i].row->stays || shell->phase != SHELL_STOPPING)
            stop(&shell->listeners[i]);
}

/* ------------------------------------------------------------------ refusals */

#define REFUSAL_LOG_MS 10000 /* between two words about it in the log */

/* Not every time: a flood of them must not flood the log. */
static void log_refusal(struct shell *shell, const struct origin *origin)
{
    uint64_t now_ms = uv_now(&shell->loop);
    shell->counts.refused++;
    if (shell->refusal_told_ms != 0 && now_ms - shell->refusal_told_ms < REFUSAL_LOG_MS)
        return;
    shell->refusal_told_ms = now_ms;
    log_event(shell->log, LOG_LEVEL_WARN, "too_many_connections", "connections=%zu address=%s",
              shell->counts.connections, origin->text);
}

static const char *line_for(struct shell *shell, const struct origin *origin)
{
    const struct shell_options *options = &shell->options;
    if (shell->counts.connections >= options->connections)
        return options->refusal;
    if (!origins_enter(&shell->origins, origin->place, options->connections_per_address))
        return options->refusal_of_address;
    return NULL;
}

const char *refusal__judge(struct shell *shell, const struct origin *origin)
{
    const char *line = line_for(shell, origin);
    if (line != NULL)
        log_refusal(shell, origin);
    return line;
}
