/* SPDX-License-Identifier: MIT */
/*
 * The first bytes of connections from trusted proxies. An arrival is the user of the socket until
 * the header is whole, and hands it to the next one with what is behind the header.
 */
#include "server/shell/arrival.h"

#include "base/memory.h"
#include "server/shell/loop.h"
#include "server/shell/proxy_header.h"
#include "server/shell/socket_transport.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

#define LOG_MS 10000 /* between two words about refused ones in the log */

struct arrival {
    struct arrival *prev, *next;
    struct shell *shell;
    const struct listener_row *row;
    struct transport *transport;
    uint64_t deadline_ms;
    size_t len;
    char bytes[PROXY_HEADER_MAX];
};

static void leave(struct arrival *arrival)
{
    struct arrivals *arrivals = &arrival->shell->arrivals;
    DL_DELETE(arrivals->all, arrival);
    arrivals->count--;
}

static void on_closed(void *ctx)
{
    free(ctx);
}

static void hang_up(struct arrival *arrival)
{
    leave(arrival);
    transport_close(arrival->transport, TRANSPORT_ABANDON);
}

static void refuse(struct arrival *arrival, const char *why)
{
    struct shell *shell = arrival->shell;
    uint64_t now_ms = uv_now(&shell->loop);
    if (shell->arrival_told_ms == 0 || now_ms - shell->arrival_told_ms >= LOG_MS) {
        shell->arrival_told_ms = now_ms;
        log_event(shell->log, LOG_LEVEL_WARN, "proxy_refused", "address=%s because=\"%s\"",
                  transport_origin(arrival->transport).text, why);
    }
    hang_up(arrival);
}

/* The connection is the client's from here on, or the proxy's own. */
static void pass_on(struct arrival *arrival, const struct proxy_header *header)
{
    struct transport *transport = arrival->transport;
    struct origin origin = origin_of(&header->address);
    leave(arrival);
    if (!header->is_proxy)
        transport_tcp_tell_origin(transport, &origin);
    listener__meet(arrival->shell, arrival->row, transport);
    free(arrival);
}

/* Bytes beyond the buffer stand behind the header, which is never longer. */
static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct arrival *arrival = ctx;
    struct proxy_header header;
    size_t before = arrival->len;
    size_t part = sizeof(arrival->bytes) - before;
    if (part > len)
        part = len;
    memcpy(arrival->bytes + before, bytes, part);
    arrival->len += part;
    switch (proxy_header_read(arrival->bytes, arrival->len, &header)) {
    case PROXY_MORE:
        break;
    case PROXY_READY:
        transport_stop(arrival->transport, bytes + (header.len - before),
                       len - (header.len - before));
        pass_on(arrival, &header);
        break;
    case PROXY_WRONG:
        refuse(arrival, "no header of the PROXY protocol");
        break;
    }
}

static void on_gone(void *ctx)
{
    hang_up(ctx);
}

static const struct transport_user user = {
    .bytes = on_bytes, .ended = on_gone, .broken = on_gone, .closed = on_closed};

static void on_timer(uv_timer_t *timer)
{
    struct arrivals *arrivals = timer->data;
    uint64_t now_ms = uv_now(timer->loop);
    while (arrivals->all != NULL && arrivals->all->deadline_ms <= now_ms)
        refuse(arrivals->all, "the header did not come in time");
    if (arrivals->all != NULL)
        uv_timer_start(timer, on_timer, arrivals->all->deadline_ms - now_ms, 0);
}

void arrivals_init(struct arrivals *arrivals, uv_loop_t *loop)
{
    uv_timer_init(loop, &arrivals->timer);
    arrivals->timer.data = arrivals;
}

void arrivals_close(struct arrivals *arrivals)
{
    while (arrivals->all != NULL)
        hang_up(arrivals->all);
}

void arrivals_trim(struct arrivals *arrivals, size_t most)
{
    while (arrivals->count > most)
        refuse(arrivals->all, "too many without a header");
}

bool arrival_is_from_proxy(const struct shell *shell, const struct origin *origin)
{
    const struct core_networks *proxies = &shell->options.proxies;
    if (origin->place == ORIGIN_UNIX_PLACE)
        return true;
    for (size_t i = 0; i < proxies->count; i++)
        if (proxies->rows[i].first <= origin->place && origin->place <= proxies->rows[i].last)
            return true;
    return false;
}

void arrival_begin(struct shell *shell, const struct listener_row *row,
                   struct transport *take_transport)
{
    struct arrivals *arrivals = &shell->arrivals;
    struct arrival *arrival = mem_zero(sizeof(*arrival));
    arrival->shell = shell;
    arrival->row = row;
    arrival->transport = take_transport;
    arrival->deadline_ms = uv_now(&shell->loop) + ARRIVAL_MS;
    arrivals_trim(arrivals, listener__waiting_most(shell) - 1);
    DL_APPEND(arrivals->all, arrival);
    arrivals->count++;
    if (!uv_is_active((uv_handle_t *)&arrivals->timer))
        uv_timer_start(&arrivals->timer, on_timer, ARRIVAL_MS, 0);
    if (transport_start(take_transport, &user, arrival) != 0)
        hang_up(arrival);
}
