/* SPDX-License-Identifier: MIT */
/*
 * Peers: one connection each, over any transport, which the peer owns. It holds references to the
 * frames that are to be sent, and cuts input into frames for the core; only the beginning of a line
 * is kept, so that a quiet peer has no buffers at all. A peer is freed when its transport has
 * closed.
 *
 * The core is told how much output the sockets did not take, and decides which peers are cut off.
 *
 * The end of a peer comes in steps, since closing a socket with unread bytes would destroy the last
 * output: output goes out, then a FIN, then the client has close_ms to close its side while its
 * input is read and dropped.
 */
#include "base/memory.h"
#include "proto/frame.h"
#include "server/shell/loop.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* Frames that one call writes. */
#define PIECES_MAX 128
/* The bytes left to the transport to write: so few that a slow reader who reads is soon seen to. */
#define FLIGHT_MAX 16384

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

static void on_closed(void *ctx)
{
    struct peer *peer = ctx;
    struct shell *shell = peer->shell;
    tell_gone(peer);
    if (peer->is_refused)
        shell->refusing--;
    else
        shell->counts.connections--;
    if (peer->is_placed)
        origins_leave(&shell->origins, peer->place);
    if (peer->is_by_http)
        free(peer->login);
    else
        frame_rest_drop(&peer->rest);
    DL_DELETE(shell->peers, peer);
    free(peer);
}

/* The end, whatever is still to be sent: what was sent is not whole then, and never will be. */
static void cut(struct peer *peer)
{
    if (peer->state == PEER_CLOSED)
        return;
    enum transport_end end = output_is_empty(&peer->out) ? TRANSPORT_DONE : TRANSPORT_ABANDON;
    if (peer->has_deadline)
        DL_DELETE2(peer->shell->closing, peer, closing_prev, closing_next);
    peer->state = PEER_CLOSED;
    unmark_unsent(peer);
    unmark_changed(peer);
    transport_close(peer->transport, end);
    output_drop(&peer->out, &peer->shell->home);
}

static void on_closing_timer(uv_timer_t *timer)
{
    struct shell *shell = timer->data;
    int64_t now_ms = turn__now_ms(shell);
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
    peer->deadline_ms = turn__now_ms(shell) + shell->options.close_ms;
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

int64_t peer__round_trip_ms(const struct peer *peer)
{
    return peer->transport != NULL ? transport_round_trip_ms(peer->transport) : -1;
}

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

static void on_written(void *ctx, bool is_gone)
{
    struct peer *peer = ctx;
    size_t len = peer->flight_bytes;
    peer->flight_bytes = 0;
    if (!is_gone) {
        cut(peer);
        return;
    }
    if (!peer->is_refused)
        take(peer, len);
    mark_unsent(peer);
}

/* Leaves the next bytes to the transport, which knows when it can take some. */
static bool fly(struct peer *peer)
{
    uv_buf_t piece;
    size_t len;
    output_pieces(&peer->out, &piece, 1, &len);
    piece.len = len < FLIGHT_MAX ? len : FLIGHT_MAX;
    peer->flight_bytes = (uint32_t)piece.len;
    return transport_write(peer->transport, &piece, 1);
}

/* The one write of the turn, or some where the frames are very many. False if the connection is
 * broken. */
static bool write_out(struct peer *peer)
{
    uv_buf_t pieces[PIECES_MAX];
    size_t len;
    ssize_t sent;
    do {
        size_t count = output_pieces(&peer->out, pieces, PIECES_MAX, &len);
        sent = transport_try_write(peer->transport, pieces, count);
        peer->shell->counts.writes++;
        if (sent < 0)
            return false;
        take(peer, (size_t)sent);
    } while ((size_t)sent == len && !output_is_empty(&peer->out));
    return output_is_empty(&peer->out) || fly(peer);
}

/* Everything is sent: now the FIN. A peer that has sent its own already is done with. */
static void linger(struct peer *peer)
{
    if (peer->has_ended || !transport_shut(peer->transport))
        cut(peer);
    else
        peer->state = PEER_LINGERING;
}

/* Most peers take everything at once, and the core does not hear of it. */
static void note_rest(struct peer *peer)
{
    bool waits = output_size(&peer->out) > 0 || peer->told_bytes > 0;
    if (!waits || peer->conn == NULL)
        peer->taken_bytes = 0;
    else if (!peer->is_changed &&
             (peer->taken_bytes > 0 || output_size(&peer->out) != peer->told_bytes)) {
        peer->is_changed = true;
        DL_APPEND2(peer->shell->changed, peer, changed_prev, changed_next);
    }
}

static void flush(struct peer *peer)
{
    unmark_unsent(peer);
    if (peer->state == PEER_DRAINING)
        set_deadline(peer);
    if (peer->flight_bytes == 0 && !output_is_empty(&peer->out) && !write_out(peer)) {
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
    peer->told_bytes = output_size(&peer->out);
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

/* Gives the core one frame, NULL for one that is too long. False: nothing more is heard. */
static bool hear(struct peer *peer, const struct frame_slice *frame)
{
    struct core *core = peer->shell->core;
    if (peer->state != PEER_OPEN)
        return false;
    turn__begin(peer->shell);
    return frame != NULL ? core_conn_frame(core, peer->conn, frame->bytes, frame->len)
                         : core_conn_too_long(core, peer->conn);
}

/* The line is the transport's to write, which takes it when it can. It goes before the end. */
static void refuse(struct peer *peer, const char *line)
{
    uv_buf_t words = uv_buf_init((char *)line, (unsigned)strlen(line));
    peer->shell->counts.writes++;
    if (peer->shell->refusing > PEERS_REFUSED_MAX) {
        /* Bytes that it has sent already may destroy the line, but most will hear it. */
        ssize_t sent = transport_try_write(peer->transport, &words, 1);
        peer->shell->counts.bytes_out += sent > 0 ? (size_t)sent : 0;
        cut(peer);
        return;
    }
    peer->state = PEER_DRAINING;
    set_deadline(peer);
    if (!transport_write(peer->transport, &words, 1))
        cut(peer);
}

/* The first byte of a client that speaks TLS, and of no line (RFC 8446, 5.1). */
#define TLS_HANDSHAKE 22

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct peer *peer = ctx;
    struct frame_slice input = {bytes, len};
    struct frame_slice frame;
    bool is_first = !peer->has_spoken;
    peer->has_spoken = true;
    peer->shell->counts.bytes_in += len;
    if (is_first && peer->state == PEER_OPEN && bytes[0] == TLS_HANDSHAKE) {
        tell_gone(peer);
        refuse(peer, peer->shell->options.refusal_of_tls);
    }
    bool is_heard = peer->state == PEER_OPEN;
    while (is_heard) {
        enum frame_status status = frame_take(&peer->rest, &input, FRAME_REQUEST_MAX, &frame);
        if (status == FRAME_NEED_MORE)
            break;
        is_heard = hear(peer, status == FRAME_READY ? &frame : NULL);
    }
    if (!is_heard)
        frame_rest_drop(&peer->rest);
    turn__check(peer->shell);
}

/* The first message is hello, before which nobody is let in. */
static void say_login(struct peer *peer)
{
    char *login = peer->is_by_http ? peer->login : NULL;
    if (login == NULL)
        return;
    peer->login = NULL;
    (void)hear(peer, &(struct frame_slice){login, strlen(login)});
    free(login);
}

static void on_message(void *ctx, const char *bytes, size_t len)
{
    struct peer *peer = ctx;
    peer->shell->counts.bytes_in += len;
    if (hear(peer, &(struct frame_slice){bytes, len}))
        say_login(peer);
    turn__check(peer->shell);
}

static void on_too_long(void *ctx)
{
    struct peer *peer = ctx;
    (void)hear(peer, NULL);
    turn__check(peer->shell);
}

/* To the core a peer that says nothing more is gone. If something still goes out it hears of it
 * when that is done, so that all that waits is counted. */
static void on_ended(void *ctx)
{
    struct peer *peer = ctx;
    peer->has_ended = true;
    if (output_is_empty(&peer->out))
        tell_gone(peer);
    if (peer->state == PEER_LINGERING)
        cut(peer);
    else
        drain(peer);
}

static void on_broken(void *ctx)
{
    cut(ctx);
}

/* ------------------------------------------------------------------ the beginning of a peer */

static void on_moved(void *ctx, struct transport *take_next);

static const struct transport_user peer_user = {
    .bytes = on_bytes,
    .message = on_message,
    .too_long = on_too_long,
    .ended = on_ended,
    .broken = on_broken,
    .written = on_written,
    .moved = on_moved,
    .closed = on_closed,
};

/* The core does not hear of it. */
static void on_moved(void *ctx, struct transport *take_next)
{
    struct peer *peer = ctx;
    peer->transport = take_next;
    if (peer->flight_bytes > 0)
        mark_unsent(peer);
    peer->flight_bytes = 0;
    if (transport_start(take_next, &peer_user, peer) != 0)
        cut(peer);
}

static struct peer *peer_new(struct shell *shell, struct transport *take_transport)
{
    struct peer *peer = mem_zero(sizeof(*peer));
    peer->shell = shell;
    peer->transport = take_transport;
    DL_APPEND(shell->peers, peer);
    return peer;
}

static void greet(struct peer *peer, const struct origin *origin, enum origin_rule origins)
{
    struct core *core = peer->shell->core;
    turn__begin(peer->shell);
    if (origins == ORIGIN_OPERATOR)
        peer->conn = core_conn_open_local(core, peer);
    else if (peer->is_by_http)
        peer->conn = core_conn_open_by_http(core, peer, origin->text, origin->place);
    else if (peer->is_for_file)
        peer->conn = core_conn_open_for_file(core, peer, origin->text, origin->place);
    else
        peer->conn = core_conn_open(core, peer, origin->text, origin->place);
}

static void count_new(struct shell *shell, bool is_refused)
{
    if (is_refused) {
        shell->refusing++;
        return;
    }
    shell->counts.accepted++;
    shell->counts.connections++;
    listener__trim_waiting(shell);
}

static void admit(struct peer *peer, enum origin_rule origins)
{
    struct shell *shell = peer->shell;
    struct origin origin = transport_origin(peer->transport);
    const char *refusal = origins == ORIGIN_NETWORK ? refusal__judge(shell, &origin) : NULL;
    peer->place = origin.place;
    peer->is_placed = origins == ORIGIN_NETWORK && refusal == NULL;
    peer->is_refused = refusal != NULL;
    count_new(shell, peer->is_refused);
    if (transport_start(peer->transport, &peer_user, peer) != 0)
        cut(peer);
    else if (refusal != NULL)
        refuse(peer, refusal);
    else
        greet(peer, &origin, origins);
}

void peer__accept(struct shell *shell, struct transport *take_transport, enum origin_rule origins)
{
    admit(peer_new(shell, take_transport), origins);
}

void peer__accept_by_http(struct shell *shell, struct transport *take_transport, const char *token)
{
    char login[BY_HTTP_RESUME_SIZE];
    struct peer *peer = peer_new(shell, take_transport);
    peer->is_by_http = true;
    by_http_resume(token, login);
    peer->login = mem_text(login);
    admit(peer, ORIGIN_NETWORK);
}

void peer__accept_for_file(struct shell *shell, struct transport *take_transport)
{
    struct peer *peer = peer_new(shell, take_transport);
    peer->is_for_file = true;
    admit(peer, ORIGIN_NETWORK);
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
