/* SPDX-License-Identifier: MIT */
/*
 * WebSocket over another transport. Of what its user writes each LF ends a message; a part without
 * one is a fragment, whose message goes on in the next part.
 */
#include "server/shell/websocket_transport.h"

#include "base/memory.h"
#include "net/websocket.h"
#include "proto/frame.h"
#include "server/shell/coded_transport.h"

#include <stdlib.h>
#include <string.h>

/* Room for the heads of a few frames: of more it grows. */
#define EXPECTED_HEADS 64

struct websocket_transport {
    struct coded coded;
    struct websocket *websocket;
    char *out; /* frames that are to go out; NULL: none */
    size_t out_len, out_size;
    bool is_within; /* a message was begun and is not ended */
    bool is_deaf;   /* of what comes nothing is heard any more */
};

/* ------------------------------------------------------------------ output */

static bool is_open(const struct coded *coded)
{
    (void)coded;
    return true;
}

static void make_room(struct websocket_transport *web, size_t len)
{
    if (web->out_len + len <= web->out_size)
        return;
    web->out_size = web->out_len + len;
    web->out = mem_grow(web->out, web->out_size);
}

/* Puts one frame behind the others. */
static void put_frame(struct websocket_transport *web, const char *bytes, size_t len, bool is_last)
{
    char head[WEBSOCKET_HEAD_MAX];
    size_t head_len = websocket_head(head, len, !web->is_within, is_last);
    make_room(web, head_len + len);
    memcpy(web->out + web->out_len, head, head_len);
    memcpy(web->out + web->out_len + head_len, bytes, len);
    web->out_len += head_len + len;
    web->is_within = !is_last;
}

/* Behind a close nothing may go out, and nobody would hear it. */
static bool encode(struct coded *coded, const char *bytes, size_t len)
{
    struct websocket_transport *web = (struct websocket_transport *)coded;
    make_room(web, len + EXPECTED_HEADS);
    while (len > 0 && !websocket_is_closing(web->websocket)) {
        const char *lf = memchr(bytes, '\n', len);
        size_t part = lf != NULL ? (size_t)(lf - bytes) : len;
        put_frame(web, bytes, part, lf != NULL);
        bytes += part + (lf != NULL);
        len -= part + (lf != NULL);
    }
    return true;
}

static char *take_output(struct coded *coded, size_t *len_out)
{
    struct websocket_transport *web = (struct websocket_transport *)coded;
    size_t len;
    char *control = websocket_take_output(web->websocket, &len);
    if (control != NULL) {
        make_room(web, len);
        memcpy(web->out + web->out_len, control, len);
        web->out_len += len;
        free(control);
    }
    char *out = web->out;
    *len_out = web->out_len;
    web->out = NULL;
    web->out_len = web->out_size = 0;
    if (*len_out > 0)
        return out;
    free(out);
    return NULL;
}

/* The server ends no connection but for a reason, which a message has said before. */
static void say_end(struct coded *coded)
{
    websocket_close(((struct websocket_transport *)coded)->websocket,
                    coded->base.home->is_going_away ? WEBSOCKET_GOING_AWAY : WEBSOCKET_POLICY);
}

static const struct coded_calls code = {
    .is_open = is_open, .encode = encode, .take_output = take_output, .say_end = say_end};

/* ------------------------------------------------------------------ input */

/* Returns false when nothing more is to be heard now. */
static bool hear_one(struct websocket_transport *web)
{
    struct coded *coded = &web->coded;
    const char *message;
    size_t len;
    switch (websocket_read(web->websocket, &message, &len)) {
    case WEBSOCKET_MORE:
        if (!coded_push(coded))
            coded_tell_broken(coded);
        return false;
    case WEBSOCKET_MESSAGE:
        if (len > 0) /* as an empty line, which is none */
            coded->base.user->message(coded->base.ctx, message, len);
        return true;
    case WEBSOCKET_TOO_LONG:
        web->is_deaf = true;
        coded->base.user->too_long(coded->base.ctx);
        return false;
    case WEBSOCKET_NOT_TEXT: /* the judge of messages says so */
        web->is_deaf = true;
        coded->base.user->message(coded->base.ctx, message, len);
        return false;
    case WEBSOCKET_ENDED:
        (void)coded_push(coded);
        coded_tell_ended(coded);
        return false;
    case WEBSOCKET_BROKEN:
        (void)coded_push(coded);
        coded_tell_broken(coded);
        return false;
    }
    return false;
}

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct websocket_transport *web = ctx;
    struct coded *coded = &web->coded;
    if (web->is_deaf || coded->has_ended || coded->is_broken)
        return;
    websocket_feed(web->websocket, bytes, len);
    while (!coded->is_closed && !coded->is_stopped && hear_one(web))
        continue;
    size_t unused = websocket_unused(web->websocket, &bytes);
    if (coded->is_stopped && !coded->is_closed)
        transport_stop(coded->inner, bytes, unused);
}

/* A client that ends without a close has ended. */
static void on_ended(void *ctx)
{
    struct websocket_transport *web = ctx;
    if (!web->coded.has_ended)
        coded_tell_ended(&web->coded);
}

static void on_closed(void *ctx)
{
    struct websocket_transport *web = ctx;
    web->coded.base.user->closed(web->coded.base.ctx);
    websocket_free(web->websocket);
    coded_deinit(&web->coded);
    free(web->out);
    free(web);
}

static const struct transport_user inner_user = {.bytes = on_bytes,
                                                 .ended = on_ended,
                                                 .broken = coded_on_broken,
                                                 .written = coded_on_written,
                                                 .closed = on_closed};

/* ------------------------------------------------------------------ its calls */

static int websocket_start(struct transport *transport)
{
    struct websocket_transport *web = (struct websocket_transport *)transport;
    return coded_start(&web->coded, &inner_user);
}

static void websocket_stop(struct transport *transport)
{
    struct websocket_transport *web = (struct websocket_transport *)transport;
    web->coded.is_stopped = true;
    /* Unused bytes are given back when on_bytes() has returned. */
    transport_stop(web->coded.inner, NULL, 0);
}

struct transport *transport_websocket_new(struct transport *take_inner)
{
    static const struct transport_calls calls = {.start = websocket_start,
                                                 .stop = websocket_stop,
                                                 .try_write = coded_try_write,
                                                 .write = coded_write,
                                                 .shut = coded_shut,
                                                 .close = coded_close,
                                                 .origin = coded_origin,
                                                 .round_trip_ms = coded_round_trip_ms};
    struct websocket_transport *web = mem_zero(sizeof(*web));
    coded_init(&web->coded, take_inner, &calls, &code, &inner_user);
    web->websocket = websocket_new(take_inner->home->pool, FRAME_REQUEST_MAX);
    return &web->coded.base;
}
