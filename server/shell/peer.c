/* SPDX-License-Identifier: MIT */
/*
 * Peers: one connection each, over TCP or the local socket. A peer owns its socket and refers to
 * the frames that it is to be sent; what is read goes through the loop's one buffer, so that a
 * quiet peer has no buffers at all. A peer dies in the close callback of its socket.
 *
 * The core is told what the sockets did not take, and says who is cut off for it.
 *
 * The end of a peer comes in steps, since closing a socket with unread bytes would destroy what
 * was sent last: output goes out, then a FIN, then the peer has close_ms to close its side while
 * what it still says is read and dropped.
 */
#include "base/memory.h"
#include "server/shell/loop.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utlist.h>

/* Peers that are being told that they are too many; one more gets no time to listen. */
#define REFUSING_MAX 32
/* Frames that one call writes. */
#define PIECES_MAX 128
/* What libuv is left to write: so little that a slow reader who reads is soon seen to. */
#define FLIGHT_MAX ((size_t)16 * 1024)
/* What the system keeps for a peer beyond what is on its way: the rest is counted here. */
#define SYSTEM_KEEPS_BYTES (64 * 1024)

enum peer_state {
    PEER_OPEN,
    PEER_DRAINING,  /* nothing more is taken; what is queued goes out */
    PEER_LINGERING, /* everything is sent, and a FIN; the peer closes next */
    PEER_CLOSED,    /* its close callback follows */
};

/* Bytes of the first frame that waits, for when the socket takes some again. */
struct flight {
    uv_write_t request;
    struct peer *peer;
    size_t len;
};

struct peer {
    union {
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe; /* of the local socket */
    } handle;
    struct shell *shell;
    uint64_t place;
    struct conn *conn; /* the core's; NULL: the core does not know it, or not any more */
    struct output out;
    struct flight *flight; /* NULL: none */
    size_t told_bytes;     /* as the core knows what waits */
    size_t taken_bytes;    /* by the socket, since the core was told */
    int64_t deadline_ms;   /* monotonic; if it has one */
    enum peer_state state;
    bool is_unsent;  /* in shell->unsent */
    bool is_changed; /* in shell->changed */
    bool is_refused; /* one too many, of all or from its place */
    bool is_placed;  /* counted in shell->origins */
    bool is_local;
    bool has_ended;    /* it sent its FIN */
    bool has_deadline; /* in shell->closing */
    struct peer *prev, *next;
    struct peer *unsent_prev, *unsent_next;
    struct peer *changed_prev, *changed_next;
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

static void unmark_changed(struct peer *peer)
{
    if (!peer->is_changed)
        return;
    peer->is_changed = false;
    DL_DELETE2(peer->shell->changed, peer, changed_prev, changed_next);
}

/* Tells the core once. The peer may go on sending what it has. */
static void tell_gone(struct peer *peer)
{
    struct conn *conn = peer->conn;
    if (conn == NULL)
        return;
    peer->conn = NULL;
    unmark_changed(peer);
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
    free(peer);
}

/* What it was sent is not whole and never will be: the system need not go on trying. */
static void forget_sent(struct peer *peer)
{
    const struct linger at_once = {.l_onoff = 1};
    uv_os_fd_t fd;
    if (uv_fileno((uv_handle_t *)&peer->handle, &fd) == 0)
        (void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
}

/* The end, whatever is still to be sent. libuv looks at the bytes of a flight no more. */
static void cut(struct peer *peer)
{
    if (peer->state == PEER_CLOSED)
        return;
    if (!output_is_empty(&peer->out))
        forget_sent(peer);
    if (peer->has_deadline)
        DL_DELETE2(peer->shell->closing, peer, closing_prev, closing_next);
    peer->state = PEER_CLOSED;
    unmark_unsent(peer);
    unmark_changed(peer);
    output_drop(&peer->out, &peer->shell->home);
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

static void drain(struct peer *peer)
{
    if (peer->state != PEER_OPEN)
        return;
    peer->state = PEER_DRAINING;
    mark_unsent(peer);
}

void peer__close(struct peer *peer, enum close_kind kind)
{
    if (kind == CLOSE_AT_ONCE)
        cut(peer);
    else
        drain(peer);
}

/* ------------------------------------------------------------------ output */

void peer__send(struct peer *peer, struct frame *frame)
{
    if (peer->state != PEER_OPEN)
        return;
    peer->shell->queued_bytes += core_frame_size(frame);
    if (output_add(&peer->out, &peer->shell->home, frame))
        mark_unsent(peer);
    else
        cut(peer); /* memory is short, and this can be done without */
}

static void take(struct peer *peer, size_t len)
{
    peer->shell->counts.bytes_out += len;
    peer->taken_bytes += len;
    output_take(&peer->out, &peer->shell->home, len);
}

static void on_flown(uv_write_t *request, int status)
{
    struct flight *flight = request->data;
    struct peer *peer = flight->peer;
    size_t len = flight->len;
    peer->flight = NULL;
    free(flight);
    if (peer->state == PEER_CLOSED)
        return;
    if (status < 0) {
        cut(peer);
        return;
    }
    take(peer, len);
    mark_unsent(peer);
}

/* Leaves the next bytes to libuv, which knows when the socket takes some. */
static bool fly(struct peer *peer)
{
    struct flight *flight = mem_zero(sizeof(*flight));
    uv_buf_t piece;
    output_pieces(&peer->out, &piece, 1, &flight->len);
    if (flight->len > FLIGHT_MAX)
        flight->len = FLIGHT_MAX;
    piece.len = flight->len;
    flight->request.data = flight;
    flight->peer = peer;
    if (uv_write(&flight->request, &peer->handle.stream, &piece, 1, on_flown) != 0) {
        free(flight);
        return false;
    }
    peer->flight = flight;
    return true;
}

/* The one write of the turn, or some where the frames are very many. False if the connection is
 * broken. */
static bool write_out(struct peer *peer)
{
    uv_buf_t pieces[PIECES_MAX];
    size_t len;
    int sent;
    do {
        size_t count = output_pieces(&peer->out, pieces, PIECES_MAX, &len);
        sent = uv_try_write(&peer->handle.stream, pieces, (unsigned)count);
        peer->shell->counts.writes++;
        if (sent == UV_EAGAIN)
            sent = 0;
        if (sent < 0)
            return false;
        take(peer, (size_t)sent);
    } while ((size_t)sent == len && !output_is_empty(&peer->out));
    return output_is_empty(&peer->out) || fly(peer);
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

/* Most peers take everything at once, and the core does not hear of it. */
static void note_rest(struct peer *peer)
{
    bool waits = peer->out.size_bytes > 0 || peer->told_bytes > 0;
    if (!waits || peer->conn == NULL)
        peer->taken_bytes = 0;
    else if (!peer->is_changed &&
             (peer->taken_bytes > 0 || peer->out.size_bytes != peer->told_bytes)) {
        peer->is_changed = true;
        DL_APPEND2(peer->shell->changed, peer, changed_prev, changed_next);
    }
}

static void flush(struct peer *peer)
{
    unmark_unsent(peer);
    if (peer->state == PEER_DRAINING)
        set_deadline(peer);
    if (peer->flight == NULL && !output_is_empty(&peer->out) && !write_out(peer)) {
        cut(peer);
        return;
    }
    note_rest(peer);
    if (peer->state == PEER_DRAINING && output_is_empty(&peer->out))
        linger(peer);
}

void peer__flush_all(struct shell *shell)
{
    shell->queued_bytes = 0;
    while (shell->unsent != NULL)
        flush(shell->unsent);
}

static void report(struct peer *peer)
{
    size_t taken_bytes = peer->taken_bytes;
    unmark_changed(peer);
    peer->told_bytes = peer->out.size_bytes;
    peer->taken_bytes = 0;
    core_conn_unsent(peer->shell->core, peer->conn, peer->told_bytes, taken_bytes);
}

bool peer__report_all(struct shell *shell)
{
    if (shell->changed == NULL)
        return false;
    turn__begin(shell);
    while (shell->changed != NULL)
        report(shell->changed);
    return true;
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
    turn__check(peer->shell);
}

/* To the core a peer that says nothing more is gone. If something still goes out it hears of it
 * when that is done, so that all that waits is counted. */
static void on_end(struct peer *peer)
{
    peer->has_ended = true;
    if (output_is_empty(&peer->out))
        tell_gone(peer);
    if (peer->state == PEER_LINGERING)
        cut(peer);
    else
        drain(peer);
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

/* A new socket takes a line. */
static void refuse(struct peer *peer, const char *line)
{
    uv_buf_t words = uv_buf_init((char *)line, (unsigned)strlen(line));
    int sent = uv_try_write(&peer->handle.stream, &words, 1);
    peer->shell->counts.writes++;
    peer->shell->counts.bytes_out += sent > 0 ? (size_t)sent : 0;
    if (peer->shell->refusing <= REFUSING_MAX)
        drain(peer);
    else
        cut(peer); /* what it has already said may destroy the line, but most will hear it */
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

void peer__accept(struct shell *shell, int take_fd)
{
    const int kept_bytes = SYSTEM_KEEPS_BYTES;
    (void)setsockopt(take_fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kept_bytes, sizeof(kept_bytes));
    struct peer *peer = peer_new(shell, take_fd, false);
    struct origin origin = peer_origin(peer);
    const char *refusal = refusal__judge(shell, &origin);
    peer->place = origin.place;
    peer->is_placed = refusal == NULL;
    peer->is_refused = refusal != NULL;
    count_new(shell, peer->is_refused);
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
        drain(peer);
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
