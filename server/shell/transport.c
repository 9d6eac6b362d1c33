/* SPDX-License-Identifier: MIT */
/*
 * The calls of transports, which are those of their kind.
 */
#include "server/shell/transport.h"

int transport_start(struct transport *transport, const struct transport_user *user, void *ctx)
{
    transport->user = user;
    transport->ctx = ctx;
    return transport->calls->start(transport);
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

void transport_close(struct transport *transport, enum transport_end end)
{
    transport->calls->close(transport, end);
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
