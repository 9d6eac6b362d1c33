/* SPDX-License-Identifier: MIT */
#include "server/core/people/network.h"

#include "server/core/desk/address.h"
#include "server/core/people/secret.h"
#include "server/core/people/state.h"
#include "server/core/turn/wall.h"
#include "server/core/turn/writes.h"

#include <stdio.h>

#define NETWORK_BYTES 8

static bool is_exempt(const struct core *core, uint64_t network)
{
    const struct core_networks *exempt = &core->options.exempt_networks;
    for (size_t i = 0; i < exempt->count; i++)
        if (network >= exempt->rows[i].first && network <= exempt->rows[i].last)
            return true;
    return false;
}

uint64_t network_origin(const struct core *core, uint64_t network)
{
    uint8_t bytes[NETWORK_BYTES];
    uint64_t customer = address_customer(network);
    if (network == 0 || is_exempt(core, network))
        return 0;
    for (int i = 0; i < NETWORK_BYTES; i++)
        bytes[i] = (uint8_t)(customer >> 8 * i);
    return secret_hash(core, SECRET_ORIGINS, bytes, sizeof(bytes));
}

#define IPV4 1 /* the high half of its number */
#define LOOPBACK 127

void network_text(uint64_t network, char text_out[NETWORK_TEXT_SIZE])
{
    unsigned first = (unsigned)(network >> 24 & 0xff);
    unsigned second = (unsigned)(network >> 16 & 0xff);
    text_out[0] = '\0';
    if (network >> 32 == IPV4 && first == LOOPBACK)
        snprintf(text_out, NETWORK_TEXT_SIZE, "local");
    else if (network >> 32 == IPV4)
        snprintf(text_out, NETWORK_TEXT_SIZE, "%u.%u.*.*", first, second);
    else if (network != 0)
        snprintf(text_out, NETWORK_TEXT_SIZE, "%x:%x:*", (unsigned)(network >> 48),
                 (unsigned)(network >> 32 & 0xffff));
}

void network_seen(struct core *core, uint64_t player, uint64_t network)
{
    struct store_op op = {.kind = STORE_ORIGIN_SEEN,
                          .as.origin_seen = {.player = player,
                                             .origin = network_origin(core, network),
                                             .last_ms = core->now.wall_ms,
                                             .forget_ms = INT64_MIN}};
    /* A clock that was set forward makes nothing old. */
    if (wall_is_trusted(core))
        op.as.origin_seen.forget_ms = core->now.wall_ms - core->options.origin_ms;
    if (op.as.origin_seen.origin != 0)
        writes_add(core, &op);
}
