/* SPDX-License-Identifier: MIT */
/*
 * The calls of transports, passed on to those of their kind; and the bytes that one user leaves to
 * the next.
 */
#include "server/shell/transport.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* The bytes that were given back. Until they are told it is the transport's user, in place of the
 * real one; so a transport that was never stopped has no memory for them. */
struct transport_rest {
    struct transport_rest *prev, *next; /* in its home, if it is due */
    struct transport *transport;
    const struct transport_user *user;
    void *ctx;
    bool is_due; /* the transport was started again */
    size_t len;
    char bytes[];
};

static void on_written(void *ctx, bool is_gone)
{
    const struct transport_rest *rest = ctx;
    rest->user->written(rest->ctx, is_gone);
}

static const struct transport_user rest_user = {.written = on_written};

static struct transport_rest *rest_of(const struct transport *transport)
{
    return transport->user == &rest_user ? transport->ctx : NULL;
}

static void rest_put_off(struct transport_rest *rest)
{
    if (rest->is_due)
        DL_DELETE(rest->transport->home->rests, rest);
    rest->is_due = false;
}

/* Gives the transport back to the real user. */
static void rest_leave(struct transport_rest *rest)
{
    rest_put_off(rest);
    rest->transport->user = rest->user;
    rest->transport->ctx = rest->ctx;
}

/* The user may do what it likes when it is told, also close the transport or stop it again. */
static void rest_tell(struct transport_rest *rest)
{
    struct transport *transport = rest->transport;
    rest_leave(rest);
    if (transport->calls->start(transport) == 0)
        transport->user->bytes(transport->ctx, rest->bytes, rest->len);
    else
        transport->user->broken(transport->ctx);
    free(rest);
}

static void on_idle(uv_idle_t *idle)
{
    const struct transport_home *home = idle->data;
    while (home->rests != NULL)
        rest_tell(home->rests);
    uv_idle_stop(idle);
}

void transport_home_init(struct transport_home *home, uv_loop_t *loop, char *buffer,
                         size_t buffer_size)
{
    memset(home, 0, sizeof(*home));
    home->loop = loop;
    home->buffer = buffer;
    home->buffer_size = buffer_size;
    uv_idle_init(loop, &home->idle);
    home->idle.data = home;
}

int transport_start(struct transport *transport, const struct transport_user *user, void *ctx)
{
    struct transport_rest *rest = rest_of(transport);
    if (rest == NULL) {
        transport->user = user;
        transport->ctx = ctx;
        return transport->calls->start(transport);
    }
    rest_put_off(rest);
    rest->user = user;
    rest->ctx = ctx;
    rest->is_due = true;
    DL_APPEND(transport->home->rests, rest);
    uv_idle_start(&transport->home->idle, on_idle);
    return 0;
}

void transport_stop(struct transport *transport, const char *unused, size_t len)
{
    struct transport_rest *rest = rest_of(transport);
    transport->calls->stop(transport);
    if (rest != NULL) {
        assert(len == 0); /* nothing was told since */
        rest_put_off(rest);
    } else if (len > 0) {
        rest = mem_alloc(sizeof(*rest) + len);
        *rest = (struct transport_rest){
            .transport = transport, .user = transport->user, .ctx = transport->ctx, .len = len};
        memcpy(rest->bytes, unused, len);
        transport->user = &rest_user;
        transport->ctx = rest;
    }
}

ssize_t transport_try_write(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    return transport->calls->try_write(transport, pieces, count);
}

bool transport_write(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    return transport->calls->write(transport, pieces, count);
}

bool transport_shut(struct transport *transport)
{
    return transport->calls->shut(transport);
}

static void drop_rest(struct transport *transport)
{
    struct transport_rest *rest = rest_of(transport);
    if (rest != NULL)
        rest_leave(rest);
    free(rest);
}

void transport_close(struct transport *transport, enum transport_end end)
{
    drop_rest(transport);
    transport->calls->close(transport, end);
}

static void nobody_closed(void *ctx)
{
    (void)ctx;
}

void transport_discard(struct transport *transport)
{
    static const struct transport_user nobody = {.closed = nobody_closed};
    drop_rest(transport);
    transport->user = &nobody;
    transport->ctx = NULL;
    transport->calls->close(transport, TRANSPORT_ABANDON);
}

int64_t transport_round_trip_ms(const struct transport *transport)
{
    const struct transport_calls *calls = transport->calls;
    return calls->round_trip_ms != NULL ? calls->round_trip_ms(transport) : -1;
}

struct origin transport_origin(const struct transport *transport)
{
    return transport->calls->origin(transport);
}
