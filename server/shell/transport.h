/* SPDX-License-Identifier: MIT */
/*
 * Transports: what carries bytes between the server and one client. Whoever talks over one (a peer,
 * the HTTP of a monitoring system, another transport) knows no socket. A struct transport belongs
 * to its user from the moment it is made until `closed` is called. Everything happens on the loop's
 * thread, and no call of the user comes from inside a function that the user calls.
 *
 * A transport is one of bytes or one of messages. One of bytes tells `bytes`, in any portions, and
 * its user finds out where a message ends (proto/frame.h). One of messages tells `message`, once
 * for each, so that nothing inside one can make two of it. Both take the same pieces to write: each
 * is a frame, or what is left of one that was taken in part; the LF at the end of a frame is its
 * last byte and its only one.
 *
 * A transport may stand on another one: it is that one's user, and has the functions of this header
 * for its own user. It begins with the inner one's origin and home, closes it when it is closed,
 * and tells `closed` when the inner one has.
 *   - TLS (tls_transport.h) is one of bytes. It tells nothing before the handshake is over.
 *   - WebSocket is one of messages: it puts a head before each piece (the LF tells the last part of
 *     a message, so that a frame may go in several), answers pings and closes, and unmasks what
 *     comes. It tells `too_long` by the head of a message, before its bytes are there.
 * Neither needs a change of the core or of peer.c: a stack of listener.c has it.
 *
 * A user hands its transport to another one by stopping it, giving back the bytes that it was told
 * and has not used; the other one starts it. What comes meanwhile waits in the system. So HTTP
 * hands its own to WebSocket: it answers, stops it with what is behind the request, and hands it
 * over when the answer is written. One that hands over its inner transport tells `moved`.
 */
#ifndef PENTAD_SERVER_SHELL_TRANSPORT_H
#define PENTAD_SERVER_SHELL_TRANSPORT_H

#include "server/shell/origin.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <uv.h>

struct transport;

/* The calls by which a transport tells its user of things. Bytes are lent for the call. A user may
 * close it in any of these. */
struct transport_user {
    void (*bytes)(void *ctx, const char *bytes, size_t len);   /* NULL if it has messages */
    void (*message)(void *ctx, const char *bytes, size_t len); /* NULL if it has bytes */
    void (*too_long)(void *ctx); /* the same: a message longer than the longest; it is not told */
    /* The other end says nothing more, and may go on listening. */
    void (*ended)(void *ctx);
    /* Nothing more comes or goes: it is to be closed. */
    void (*broken)(void *ctx);
    /* The bytes of transport_write() have gone, or the connection is broken. */
    void (*written)(void *ctx, bool is_gone);
    /* Its place is taken by `take_next`, which the user starts; it is freed behind the call and
     * tells no `closed`. Of a transport_write() that is under way nothing has gone: the user gives
     * it to the next. NULL for a user that never stands on a transport which does this. */
    void (*moved)(void *ctx, struct transport *take_next);
    /* The last call: the transport is freed behind it. */
    void (*closed)(void *ctx);
};

enum transport_end {
    TRANSPORT_DONE,    /* what it has taken still goes out, if the system manages to */
    TRANSPORT_ABANDON, /* it does not: the other end has no use for it */
};

/* A kind of transport; the functions are those below. */
struct transport_calls {
    int (*start)(struct transport *transport); /* also again, behind `stop` */
    void (*stop)(struct transport *transport); /* also where it is stopped */
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

/* For all that live on one loop. */
struct transport_home {
    uv_loop_t *loop;
    char *buffer; /* what is read goes through it, so that a quiet connection has none */
    size_t buffer_size;
    uv_idle_t idle;               /* tells the rests */
    struct transport_rest *rests; /* that are to be told next */
    struct tls_gate *tls;         /* set by whoever has TLS; borrowed */
};

/* Makes one for transports that read through `buffer`, which it borrows. Its idle handle, which the
 * caller closes after all of them, has the loop. */
void transport_home_init(struct transport_home *home, uv_loop_t *loop, char *buffer,
                         size_t buffer_size);

/* Begins to tell what comes, or goes on after transport_stop(), for the same user or another one;
 * an end is told again. Before the first time only transport_origin() may be called, and no other
 * user takes over while transport_write() is under way. On failure (a negative errno) it is to be
 * closed, too. */
int transport_start(struct transport *transport, const struct transport_user *user, void *ctx);
/* Tells its user nothing more but `written`, until it is started again. Gives it back the last
 * bytes of those that it told: they are told first then. Fine when it is stopped. */
void transport_stop(struct transport *transport, const char *unused, size_t len);
/* Takes as many of the bytes as go at once: returns how many, 0 for none, negative if it is broken.
 * Those that it does not take are the first of the next call. Not while transport_write() is under
 * way. */
ssize_t transport_try_write(struct transport *transport, const uv_buf_t *pieces, size_t count);
/* Takes all of the bytes, which stay where they are until `written` or transport_close(). Only one
 * such call is under way. False: it is broken, and nothing is told. */
bool transport_write(struct transport *transport, const uv_buf_t *pieces, size_t count);
/* Says that nothing more will be said (a FIN): everything written arrives before. Goes on telling
 * what comes. Not while transport_write() is under way. False: it is broken. */
bool transport_shut(struct transport *transport);
/* Ends it. Nothing is told any more but `closed`, later. */
void transport_close(struct transport *transport, enum transport_end end);
/* How long a byte takes to the other end and back, as the system measured it of late; -1 where it
 * did not. */
int64_t transport_round_trip_ms(const struct transport *transport);
/* Where the other end is; "unknown" if it is gone already. */
struct origin transport_origin(const struct transport *transport);

#endif
