/* SPDX-License-Identifier: MIT */
/*
 * Private to server/shell/. The half of a transport on another one that is the same for all that
 * change the bytes on their way (TLS, WebSocket): output, the last word, the end. Such a transport
 * begins with a struct coded, and has the functions of a struct coded_calls.
 *
 * Of its user's bytes it takes those whose code the inner transport has taken. What went in part is
 * known by the length of its plain bytes (`coded_len`), which the user offers again, as every user
 * does, and which are skipped then.
 */
#ifndef PENTAD_SERVER_SHELL_CODED_TRANSPORT_H
#define PENTAD_SERVER_SHELL_CODED_TRANSPORT_H

#include "server/shell/transport.h"

#include <stdbool.h>
#include <stddef.h>

struct coded;

struct coded_calls {
    /* Plain bytes may be encoded: no handshake is under way. */
    bool (*is_open)(const struct coded *coded);
    /* Encodes TRANSPORT_GATHERED bytes at the most. False: broken. */
    bool (*encode)(struct coded *coded, const char *bytes, size_t len);
    /* Hands out the bytes that are to go out; NULL: none. */
    char *(*take_output)(struct coded *coded, size_t *len_out);
    /* Says that nothing more will be said. */
    void (*say_end)(struct coded *coded);
};

/* Pieces of one transport_write(). */
#define CODED_PIECES_MAX 4

struct coded {
    struct transport base;
    struct transport *inner;
    const struct coded_calls *code;
    char *flight;                     /* what the inner one was left to write; NULL: nothing */
    size_t coded_len;                 /* plain bytes that went in part, not taken yet */
    uv_buf_t asked[CODED_PIECES_MAX]; /* of transport_write(): what is not encoded yet */
    size_t asked_count;
    bool is_asked; /* transport_write() is under way */
    bool has_ended;
    bool is_broken;
    bool is_shut;
    bool is_stopped;
    bool is_closed;
};

/* One that was never started ends, too: `inner_user` hears the end of the inner one from here on.
 */
void coded_init(struct coded *coded, struct transport *take_inner,
                const struct transport_calls *calls, const struct coded_calls *code,
                const struct transport_user *inner_user);

/* Functions of struct transport_calls; `stop` and `start` are the kind's own. */
ssize_t coded_try_write(struct transport *transport, const uv_buf_t *pieces, size_t count);
bool coded_write(struct transport *transport, const uv_buf_t *pieces, size_t count);
bool coded_shut(struct transport *transport);
void coded_close(struct transport *transport, enum transport_end end);
struct origin coded_origin(const struct transport *transport);
int64_t coded_round_trip_ms(const struct transport *transport);
/* Functions of struct transport_user, of the inner transport. */
void coded_on_written(void *coded, bool is_gone);
void coded_on_broken(void *coded);

/* Starts the inner transport for the kind. A negative errno: it is broken. */
int coded_start(struct coded *coded, const struct transport_user *user);
/* Lets go out what the kind has to say. False: broken. */
bool coded_push(struct coded *coded);
/* The handshake is over: what was asked meanwhile can be written. False: broken. */
bool coded_open(struct coded *coded);
void coded_tell_broken(struct coded *coded);
/* The other end says nothing more; what still comes is no matter. */
void coded_tell_ended(struct coded *coded);
/* Frees what it holds, not itself. */
void coded_deinit(struct coded *coded);

#endif
