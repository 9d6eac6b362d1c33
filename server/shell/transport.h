/* SPDX-License-Identifier: MIT */
/*
 * Transports: they carry bytes between the server and one client. A transport's user (a peer, the
 * HTTP of a monitoring system, another transport) knows no socket. A struct transport belongs to
 * its user from the moment it is made until `closed` is called. Everything happens on the loop's
 * thread, and the user is never called from inside a function that it calls.
 *
 * A transport carries either bytes or messages. One of bytes calls `bytes` with any portions, and
 * its user finds where a message ends (proto/frame.h). One of messages calls `message` once for
 * each, so that nothing inside can split a message in two. Both take the same pieces to write: each
 * is a frame, or the rest of one that was taken in part. A frame's only LF is its last byte.
 *
 * A transport may stand on another one: it is that one's user, and has the functions of this header
 * for its own user. It begins with the inner one's origin and home, closes it when it is closed,
 * and tells `closed` when the inner one has.
 *   - TLS (tls_transport.h) is one of bytes. It tells nothing before the handshake is over.
 *   - WebSocket is one of messages: it puts a head before each piece (the LF marks the last part of
 *     a message, so that a frame may go in several), answers pings and closes, and unmasks what
 *     comes. It tells `too_long` by the head of a message, before the bytes are there.
 * Neither needs a change in the core or in peer.c, only a stack in listener.c.
 *
 * A user hands its transport to another user by stopping it and giving back the bytes that it was
 * told and has not used; the other user starts it. What comes meanwhile waits in the system. This
 * is how HTTP hands its transport to WebSocket: it answers, stops it with the bytes after the
 * request, and hands it over when the answer is written. A transport that hands over its inner
 * transport calls `moved`.
 */
#ifndef PENTAD_SERVER_SHELL_TRANSPORT_H
#define PENTAD_SERVER_SHELL_TRANSPORT_H

#include "server/shell/origin.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <uv.h>

struct transport;

/* The functions by which a transport tells its user of things. Bytes are lent for the call. A user
 * may close the transport in any of these. */
struct transport_user {
    void (*bytes)(void *ctx, const char *bytes, size_t len);   /* NULL if it has messages */
    void (*message)(void *ctx, const char *bytes, size_t len); /* NULL if it has bytes */
    void (*too_long)(void *ctx); /* the same: a message beyond the longest, which is not told */
    /* The other end says nothing more, and may go on listening. */
    void (*ended)(void *ctx);
    /* Nothing more comes or goes: the user has to close it. */
    void (*broken)(void *ctx);
    /* The bytes of transport_write() have gone, or the connection is broken. */
    void (*written)(void *ctx, bool is_gone);
    /* `take_next` takes the place of the transport, and the user starts it. The old one is freed
     * after the call, without `closed`. If a transport_write() is under way, nothing of it has
     * gone: the user gives the bytes to the next. NULL for a user that never stands on a transport
     * that does this. */
    void (*moved)(void *ctx, struct transport *take_next);
    /* The last call: the transport is freed after it. */
    void (*closed)(void *ctx);
};

enum transport_end {
    TRANSPORT_DONE,    /* bytes that it took still go out, if the system manages to send them */
    TRANSPORT_ABANDON, /* they do not: the other end has no use for them */
};

/* A kind of transport; the functions are those below. */
struct transport_calls {
    int (*start)(struct transport *transport); /* also called again, after `stop` */
    void (*stop)(struct transport *transport); /* also called when it is stopped */
    ssize_t (*try_write)(struct transport *transport, const uv_buf_t *pieces, size_t count);
    bool (*write)(struct transport *transport, const uv_buf_t *pieces, size_t count);
    bool (*shut)(struct transport *transport);
    void (*close)(struct transport *transport, enum transport_end end);
    struct origin (*origin)(const struct transport *transport);
    int64_t (*round_trip_ms)(const struct transport *transport); /* NULL: never known */
};

struct transport {
    const struct transport_calls *calls;
    struct transport_home *home;       /* borrowed */
    const struct transport_user *user; /* set by transport_start() */
    void *ctx;                         /* the user's */
};

struct transport_rest;
struct tls_gate;
struct websocket_pool;

/* The most that is gathered from pieces, to be encoded at once. */
#define TRANSPORT_GATHERED 16384

/* Shared by all transports on one loop. */
struct transport_home {
    uv_loop_t *loop;
    char *buffer; /* all reads use it, so that quiet connections need no buffer */
    size_t buffer_size;
    uv_idle_t idle;                    /* tells the rests */
    struct transport_rest *rests;      /* bytes given back, to be told next */
    char gathered[TRANSPORT_GATHERED]; /* for the length of a call */
    struct websocket_pool *pool;       /* set by web.c; borrowed */
    struct tls_gate *tls;              /* set by the owner of a listener with TLS; borrowed */
    bool is_going_away;                /* the server stops, which the last words may say */
};

/* Makes a home for transports that read through `buffer`, which it borrows. Its idle handle is on
 * the loop; the caller closes it after all transports. */
void transport_home_init(struct transport_home *home, uv_loop_t *loop, char *buffer,
                         size_t buffer_size);

/* Begins to tell what comes, or goes on after transport_stop(), for the same user or another one;
 * an end that was told is told again. Before the first start only transport_origin() may be called,
 * and no other user takes over while transport_write() is under way. Returns 0 or a negative errno;
 * after an error the transport has to be closed as well. */
int transport_start(struct transport *transport, const struct transport_user *user, void *ctx);
/* From now on the transport tells its user only `written`, until it is started again. Gives back
 * the last `len` of the bytes that it told: they are told first then. May be called when it is
 * stopped. */
void transport_stop(struct transport *transport, const char *unused, size_t len);
/* Takes as many of the bytes as go at once. Returns their number, negative if the connection is
 * broken. Those that it does not take are the first of the next call. Not while transport_write()
 * is under way. */
ssize_t transport_try_write(struct transport *transport, const uv_buf_t *pieces, size_t count);
/* Takes all of the bytes, which stay where they are until `written` or transport_close(). Only one
 * such call is under way. False: the connection is broken, and `written` is not called. */
bool transport_write(struct transport *transport, const uv_buf_t *pieces, size_t count);
/* Tells the other end that nothing more will be sent (a FIN), after everything that was written.
 * Goes on telling what comes. Not while transport_write() is under way. False: the connection is
 * broken. */
bool transport_shut(struct transport *transport);
/* Ends the transport. Only `closed` is called any more, later. */
void transport_close(struct transport *transport, enum transport_end end);
/* Ends a transport that nobody uses: not started yet, or stopped and handed over. */
void transport_discard(struct transport *transport);
/* The ms that a byte takes to the other end and back, as the system measured it lately; -1 if it
 * did not. */
int64_t transport_round_trip_ms(const struct transport *transport);
/* The origin of the other end; "unknown" if it is gone already. */
struct origin transport_origin(const struct transport *transport);

#endif
