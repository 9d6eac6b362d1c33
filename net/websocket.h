/* SPDX-License-Identifier: MIT */
/*
 * The server's end of a WebSocket connection (RFC 6455) behind its handshake, as a function of
 * bytes: frames that came are fed in and messages are read; a head is put before each part that
 * goes out, and answers to pings and closes are taken. Text messages alone, no extensions. wslay
 * reads the frames; it is not seen outside net/websocket.c.
 *
 * A connection between two messages keeps nothing but its struct.
 */
#ifndef PENTAD_NET_WEBSOCKET_H
#define PENTAD_NET_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct websocket;

/* Contexts of frames, which connections take in turn; each has 4 KiB. One thread. */
struct websocket_pool;
struct websocket_pool *websocket_pool_new(void);
/* After all connections. NULL is fine. */
void websocket_pool_free(struct websocket_pool *pool);

/* Codes of closes that this end says (RFC 6455, 7.4.1). A close of the other end is answered by its
 * own code. */
enum websocket_code {
    WEBSOCKET_GOING_AWAY = 1001, /* the server stops */
    WEBSOCKET_PROTOCOL = 1002,   /* a frame is wrong */
    WEBSOCKET_NO_TEXT = 1003,    /* bytes are no message here */
    WEBSOCKET_NOT_UTF8 = 1007,   /* a message, or the reason of a close */
    WEBSOCKET_POLICY = 1008,     /* for a reason that a message has said */
    WEBSOCKET_TOO_LARGE = 1009,  /* longer than the longest */
};

enum websocket_status {
    WEBSOCKET_MORE,    /* everything fed is used; the next bytes have to come first */
    WEBSOCKET_MESSAGE, /* a whole message */
    /* A message that is longer than the longest, by the head of a frame. Nothing more is heard; the
     * close that follows says why. */
    WEBSOCKET_TOO_LONG,
    /* A message that is no UTF-8, whatever comes: it is lent up to what is wrong, and perhaps some
     * more. Nothing more is heard; the close that follows says why. */
    WEBSOCKET_NOT_TEXT,
    WEBSOCKET_ENDED,  /* the other end closes; the answer is to be taken */
    WEBSOCKET_BROKEN, /* nothing more is heard; what is to be taken says why */
};

/* `longest` is that of a message, in bytes. Borrows the pool. */
struct websocket *websocket_new(struct websocket_pool *pool, size_t longest);
void websocket_free(struct websocket *websocket); /* NULL is fine */

/* Lends bytes that came, until they are used or websocket_unused() takes them back. */
void websocket_feed(struct websocket *websocket, const char *bytes, size_t len);
/* Takes back the bytes that were not looked at, behind a whole message; returns how many. */
size_t websocket_unused(struct websocket *websocket, const char **bytes_out);
/* Goes on to the next message, which is UTF-8 and lent until the next call. */
enum websocket_status websocket_read(struct websocket *websocket, const char **message_out,
                                     size_t *len_out);

/* Says that the connection closes, once: nothing may be sent behind it. Behind a message that was
 * too long or no UTF-8 the code says that. */
void websocket_close(struct websocket *websocket, enum websocket_code code);
bool websocket_is_closing(const struct websocket *websocket);
/* The frames that answer pings and closes; NULL if there are none. They go between two frames, and
 * the caller owns them. Of pings that came since the last call the last one is answered. */
char *websocket_take_output(struct websocket *websocket, size_t *len_out);

#define WEBSOCKET_HEAD_MAX 10
/* Writes the head of a frame with `len` bytes of a text message: its first part or not, and its
 * last or not. Returns the length of the head. */
size_t websocket_head(char out[WEBSOCKET_HEAD_MAX], size_t len, bool is_first, bool is_last);

/* The answer to Sec-WebSocket-Key; false if that is no key (24 characters of base64 that are 16
 * bytes). */
#define WEBSOCKET_ACCEPT_SIZE 29
bool websocket_accept(const char *key, char accept_out[WEBSOCKET_ACCEPT_SIZE]);

#endif
