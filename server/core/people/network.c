/* SPDX-License-Identifier: MIT */
#include "server/core/people/network.h"

#include "server/core/desk/address.h"
#include "server/core/desk/conn.h"
#include "server/core/people/player.h"
#include "server/core/people/session.h"
#include "server/core/people/state.h"
#include "server/core/rules/allowance.h"
#include "server/core/state.h"
#include "server/core/turn/call.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

#include <stdio.h>

#include <utlist.h>

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

/* ------------------------------------------------------------------ networks that are banned */

void origin_ban_load(struct core *core, const struct store_origin_ban *ban)
{
    struct origin_bans *bans = &core->people->origin_bans;
    if (bans->count < ORIGIN_BANS_MAX)
        bans->rows[bans->count++] = *ban;
}

int origin_ban_check(struct call *call)
{
    const struct core *core = call->core;
    const struct origin_bans *bans = &core->people->origin_bans;
    int64_t now_ms = wall_believed_ms(core);
    int64_t until_ms = now_ms;
    if (bans->count == 0)
        return 0;
    uint64_t origin = network_origin(core, conn_network(core, call->reply_to.conn));
    for (size_t i = 0; i < bans->count; i++)
        if (bans->rows[i].origin == origin && bans->rows[i].until_ms > until_ms)
            until_ms = bans->rows[i].until_ms;
    call->retry_after_ms = until_ms - now_ms;
    return until_ms > now_ms ? ERR_NEWCOMERS_REFUSED : 0;
}

bool origin_ban_is_because_of(const struct core *core, uint64_t player)
{
    const struct origin_bans *bans = &core->people->origin_bans;
    int64_t now_ms = wall_believed_ms(core);
    for (size_t i = 0; i < bans->count; i++)
        if (bans->rows[i].player == player && bans->rows[i].until_ms > now_ms)
            return true;
    return false;
}

static bool is_kept(const struct store_origin_ban *ban, uint64_t player, int64_t now_ms)
{
    return ban->player != player && ban->until_ms > now_ms;
}

bool origin_ban_has_room(const struct core *core, uint64_t player, size_t count)
{
    const struct origin_bans *bans = &core->people->origin_bans;
    for (size_t i = 0; i < bans->count; i++)
        count += is_kept(&bans->rows[i], player, wall_believed_ms(core)) ? 1 : 0;
    return count <= ORIGIN_BANS_MAX;
}

/* Forgets those that ended, and those because of the player. */
static void forget(struct core *core, uint64_t player)
{
    struct origin_bans *bans = &core->people->origin_bans;
    size_t kept = 0;
    for (size_t i = 0; i < bans->count; i++)
        if (is_kept(&bans->rows[i], player, wall_believed_ms(core)))
            bans->rows[kept++] = bans->rows[i];
    bans->count = kept;
}

void origin_ban_put(struct core *core, uint64_t player, const struct store_recent_origins *networks,
                    int64_t until_ms)
{
    struct origin_bans *bans = &core->people->origin_bans;
    origin_ban_lift(core, player);
    for (size_t i = 0; i < networks->rows_count; i++) {
        const struct store_op op = {.kind = STORE_ORIGIN_BAN,
                                    .as.origin_ban = {.player = player,
                                                      .origin = networks->rows[i].origin,
                                                      .at_ms = wall_believed_ms(core),
                                                      .until_ms = until_ms}};
        bans->rows[bans->count++] = op.as.origin_ban;
        writes_add(core, &op);
    }
}

void origin_ban_lift(struct core *core, uint64_t player)
{
    const struct store_op op = {.kind = STORE_ORIGIN_UNBAN, .as.origin_unban = {.player = player}};
    writes_touch(core, &core->people->origin_bans, sizeof(core->people->origin_bans), NULL, NULL);
    forget(core, player);
    writes_add(core, &op);
}
