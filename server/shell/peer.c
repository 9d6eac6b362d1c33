/* SPDX-License-Identifier: MIT */
/*
 * Peers: one connection each, over TCP or the local socket. A peer owns its socket and what is to
 * be sent; what is read goes through the loop's one buffer, so that a quiet peer has no buffers at
 * all. A peer dies in the close callback of its socket.
 *
 * The end of a peer comes in steps, since closing a socket with unread bytes would destroy what
 * was sent last: output goes out, then a FIN, then the peer has close_ms to close its side while
 * what it still says is read and dropped.
 */
#include "base/memory.h"
#include "server/shell/loop.h"
#include "server/shell/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utlist.h>

/* Peers that are being told that they are too many; one more gets no time to listen. */
#define REFUSING_MAX 32
#define REFUSAL_LOG_MS 10000 /* between two words about it in the log */

enum peer_state {
    PEER_OPEN,
    PEER_DRAINING,  /* nothing more is taken; what is queued goes out */
    PEER_LINGERING, /* everything is sent, and a FIN; the peer closes next */
    PEER_CLOSED,    /* its close callback follows */
};

/* Bytes on their way that the socket did not take at once. */
struct flight {
    uv_write_t request;
    struct peer *peer;
    struct output output;
};

struct peer {
    union {
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe; /* of the local socket */
    } handle;
    struct shell *shell;
    uint64_t place;
    struct conn *conn;     /* the core's; NULL: the core does not know it, or not any more */
    struct output out;     /* of the turn */
    struct flight *flight; /* NULL: none */
    int64_t deadline_ms;   /* monotonic; if it has one */
    enum peer_state state;
    bool is_unsent;  /* in shell->unsent */
    bool is_refused; /* one too many, of all or from its place */
    bool is_placed;  /* counted in shell->origins */
    bool is_local;
    bool has_ended;    /* it sent its FIN */
    bool has_deadline; /* in shell->closing */
    struct peer *prev, *next;
    struct peer *unsent_prev, *unsent_next;
    struct peer *closing_prev, *closing_next;
};

static struct origin peer_origin(const struct peer *peer)
{
    struct sockaddr_storage address = {0};
    int len = sizeof(address);
    if (!peer->is_local)
        (void)uv_tcp_getpeername(&peer->handle.tcp, (struct sockaddr *)&address, &len);
    return origin_of(&address);
}

/* ------------------------------------------------------------------ the end of a peer */

static void mark_unsent(struct peer *peer)
{
    if (peer->is_unsent)
        return;
    peer->is_unsent = true;
    DL_APPEND2(peer->shell->unsent, peer, unsent_prev, unsent_next);
}

static void unmark_unsent(struct peer *peer)
{
    if (!peer->is_unsent)
        return;
    peer->is_unsent = false;
    DL_DELETE2(peer->shell->unsent, peer, unsent_prev, unsent_next);
}

static void drop_output(struct peer *peer)
{
    output_drop(&peer->out, &peer->shell->slab);
}

/* Tells the core once. The peer may go on sending what it has. */
static void tell_gone(struct peer *peer)
{
    struct conn *conn = peer->conn;
    if (conn == NULL)
        return;
    peer->conn = NULL;
    turn__begin(peer->shell);
    core_conn_closed(peer->shell->core, conn);
}

static void on_closed(uv_handle_t *handle)
{
    struct peer *peer = handle->data;
    struct shell *shell = peer->shell;
    tell_gone(peer);
    if (peer->is_refused)
        shell->refusing--;
    else
        shell->counts.connections--;
    if (peer->is_placed)
        origins_leave(&shell->origins, peer->place);
    DL_DELETE(shell->peers, peer);
    drop_output(peer);
    free(peer);
}

/* The end, whatever is still to be sent. */
static void cut(struct peer *peer)
{
    if (peer->state == PEER_CLOSED)
        return;
    if (peer->has_deadline)
        DL_DELETE2(peer->shell->closing, peer, closing_prev, closing_next);
    peer->state = PEER_CLOSED;
    unmark_unsent(peer);
    uv_close((uv_handle_t *)&peer->handle, on_closed);
}

static void on_closing_timer(uv_timer_t *timer)
{
    struct shell *shell = timer->data;
    int64_t now_ms = (int64_t)uv_now(&shell->loop);
    while (shell->closing != NULL && shell->closing->deadline_ms <= now_ms)
        cut(shell->closing);
    if (shell->closing != NULL)
        uv_timer_start(timer, on_closing_timer, (uint64_t)(shell->closing->deadline_ms - now_ms),
                       0);
}

/* Begins at the first flush, so that a turn of any length leaves time to send. */
static void set_deadline(struct peer *peer)
{
    struct shell *shell = peer->shell;
    if (peer->has_deadline)
        return;
    peer->has_deadline = true;
    peer->deadline_ms = (int64_t)uv_now(&shell->loop) + shell->options.close_ms;
    /* All have the same time, so appending keeps the earliest deadline first. */
    DL_APPEND2(shell->closing, peer, closing_prev, closing_next);
    if (!uv_is_active((uv_handle_t *)&shell->closing_timer))
        uv_timer_start(&shell->closing_timer, on_closing_timer, (uint64_t)shell->options.close_ms,
                       0);
}

void peer__close(struct peer *peer)
{
    if (peer->state != PEER_OPEN)
        return;
    peer->state = PEER_DRAINING;
    mark_unsent(peer);
}

/* ------------------------------------------------------------------ output */

static void give_up(struct peer *peer, size_t queued)
{
    struct origin origin = peer_origin(peer);
    log_event(peer->shell->log, LOG_LEVEL_INFO, "slow_reader", "address=%s queued_bytes=%zu",
              peer->is_local ? "local" : origin.text, queued);
    peer->shell->counts.slow++;
    cut(peer);
}

void peer__send(struct peer *peer, const char *bytes, size_t len)
{
    size_t queued = peer->out.len + len + uv_stream_get_write_queue_size(&peer->handle.stream);
    if (peer->state != PEER_OPEN || len == 0)
        return;
    if (queued > peer->shell->options.output_bytes ||
        !output_add(&peer->out, &peer->shell->slab, bytes, len)) {
        give_up(peer, queued);
        return;
    }
    mark_unsent(peer);
}

static void flight_free(struct flight *flight)
{
    output_drop(&flight->output, &flight->peer->shell->slab);
    free(flight);
}

static void on_flown(uv_write_t *request, int status)
{
    struct flight *flight = request->data;
    struct peer *peer = flight->peer;
    peer->flight = NULL;
    flight_free(flight);
    if (peer->state == PEER_CLOSED)
        return;
    if (status < 0)
        cut(peer);
    else
        mark_unsent(peer);
}

/* Leaves what is queued behind the first `sent` bytes to libuv. */
static bool fly(struct peer *peer, size_t sent)
{
    struct flight *flight = mem_zero(sizeof(*flight));
    uv_buf_t rest = uv_buf_init(peer->out.bytes + sent, (unsigned)(peer->out.len - sent));
    flight->request.data = flight;
    flight->peer = peer;
    flight->output = peer->out;
    peer->out = (struct output){0};
    if (uv_write(&flight->request, &peer->handle.stream, &rest, 1, on_flown) != 0) {
        flight_free(flight);
        return false;
    }
    peer->flight = flight;
    return true;
}

/* The one write of the turn. False if the connection is broken. */
static bool write_out(struct peer *peer)
{
    uv_buf_t all = uv_buf_init(peer->out.bytes, (unsigned)peer->out.len);
    int sent = uv_try_write(&peer->handle.stream, &all, 1);
    peer->shell->counts.writes++;
    if (sent == UV_EAGAIN)
        sent = 0;
    if (sent < 0)
        return false;
    peer->shell->counts.bytes_out += peer->out.len;
    if ((size_t)sent < peer->out.len)
        return fly(peer, (size_t)sent);
    drop_output(peer);
    return true;
}

/* Everything is sent: now the FIN. A peer that has sent its own already is done with. */
static void linger(struct peer *peer)
{
    uv_os_fd_t fd;
    if (peer->has_ended || uv_fileno((uv_handle_t *)&peer->handle, &fd) != 0 ||
        shutdown(fd, SHUT_WR) != 0) {
        cut(peer);
        return;
    }
    peer->state = PEER_LINGERING;
}

static void flush(struct peer *peer)
{
    unmark_unsent(peer);
    if (peer->state == PEER_DRAINING)
        set_deadline(peer);
    if (peer->flight != NULL)
        return;
    if (peer->out.len > 0 && !write_out(peer)) {
        cut(peer);
        return;
    }
    if (peer->state == PEER_DRAINING && peer->flight == NULL)
        linger(peer);
}

void peer__flush_all(struct shell *shell)
{
    while (shell->unsent != NULL)
        flush(shell->unsent);
}

/* ------------------------------------------------------------------ input */

/* libuv reads and calls on_read() right after this, so one buffer serves all. */
static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf_out)
{
    struct peer *peer = handle->data;
    (void)suggested;
    *buf_out = uv_buf_init(peer->shell->read_buffer, READ_BUFFER_SIZE);
}

static void on_bytes(struct peer *peer, const char *bytes, size_t len)
{
    peer->shell->counts.bytes_in += len;
    if (peer->state != PEER_OPEN)
        return;
    turn__begin(peer->shell);
    core_conn_bytes(peer->shell->core, peer->conn, bytes, len);
}

/* To the core a peer that says nothing more is gone; what it was told in this turn still goes out.
 */
static void on_end(struct peer *peer)
{
    peer->has_ended = true;
    tell_gone(peer);
    if (peer->state == PEER_LINGERING)
        cut(peer);
    else
        peer__close(peer);
}

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buf)
{
    struct peer *peer = stream->data;
    if (len > 0)
        on_bytes(peer, buf->base, (size_t)len);
    else if (len == UV_EOF)
        on_end(peer);
    else if (len < 0)
        cut(peer);
}

/* ------------------------------------------------------------------ the beginning of a peer */

static int stream_open(struct peer *peer, int fd)
{
    uv_loop_t *loop = &peer->shell->loop;
    if (peer->is_local) {
        uv_pipe_init(loop, &peer->handle.pipe, 0);
        return uv_pipe_open(&peer->handle.pipe, fd);
    }
    uv_tcp_init(loop, &peer->handle.tcp);
    return uv_tcp_open(&peer->handle.tcp, fd);
}

/* Takes `fd`. */
static struct peer *peer_new(struct shell *shell, int fd, bool is_local)
{
    struct peer *peer = mem_zero(sizeof(*peer));
    peer->shell = shell;
    peer->is_local = is_local;
    DL_APPEND(shell->peers, peer);
    /* After a failure here reading fails as well, which the caller looks at. */
    if (stream_open(peer, fd) != 0)
        close(fd);
    peer->handle.stream.data = peer;
    return peer;
}

static void greet(struct peer *peer, const struct origin *origin)
{
    struct shell *shell = peer->shell;
    turn__begin(shell);
    peer->conn = core_conn_open(shell->core, peer, origin->text, origin->place);
}

static void refuse(struct peer *peer, const char *line)
{
    peer__send(peer, line, strlen(line));
    peer__close(peer);
    if (peer->shell->refusing <= REFUSING_MAX)
        return;
    flush(peer); /* what it has already said may destroy this, but most will hear it */
    cut(peer);
}

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

static void count_new(struct shell *shell, bool is_refused)
{
    if (is_refused) {
        shell->refusing++;
        return;
    }
    shell->counts.accepted++;
    shell->counts.connections++;
}

/* The line that refuses one connection more; NULL: it may come in. */
static const char *judge(struct shell *shell, const struct origin *origin)
{
    const struct shell_options *options = &shell->options;
    if (shell->counts.connections >= options->connections)
        return options->refusal;
    if (!origins_enter(&shell->origins, origin->place, options->connections_per_address))
        return options->refusal_of_address;
    return NULL;
}

void peer__accept(struct shell *shell, int take_fd)
{
    struct peer *peer = peer_new(shell, take_fd, false);
    struct origin origin = peer_origin(peer);
    const char *refusal = judge(shell, &origin);
    peer->place = origin.place;
    peer->is_placed = refusal == NULL;
    peer->is_refused = refusal != NULL;
    count_new(shell, peer->is_refused);
    if (peer->is_refused)
        log_refusal(shell, &origin);
    uv_tcp_nodelay(&peer->handle.tcp, 1);
    if (uv_read_start(&peer->handle.stream, on_alloc, on_read) != 0)
        cut(peer);
    else if (refusal != NULL)
        refuse(peer, refusal);
    else
        greet(peer, &origin);
}

void peer__accept_local(struct shell *shell, int take_fd)
{
    struct peer *peer = peer_new(shell, take_fd, true);
    count_new(shell, false);
    if (uv_read_start(&peer->handle.stream, on_alloc, on_read) != 0) {
        cut(peer);
        return;
    }
    turn__begin(shell);
    peer->conn = core_conn_open_local(shell->core, peer);
}

/* ------------------------------------------------------------------ all peers */

void peer__close_all(struct shell *shell)
{
    struct peer *peer;
    DL_FOREACH(shell->peers, peer)
        peer__close(peer);
}

void peer__cut_all(struct shell *shell)
{
    struct peer *peer;
    DL_FOREACH(shell->peers, peer)
        cut(peer);
}

int peer__init(struct shell *shell)
{
    shell->closing_timer.data = shell;
    return uv_timer_init(&shell->loop, &shell->closing_timer);
}
