/* SPDX-License-Identifier: MIT */
/*
 * Bans of origins. They are few, so memory has all of them in one array; a ban that ended stays
 * there until another one comes, and counts for nothing.
 */
#include "server/core/people/origin_ban.h"

#include "server/core/desk/conn.h"
#include "server/core/people/network.h"
#include "server/core/people/state.h"
#include "server/core/turn/call.h"
#include "server/core/turn/wall.h"
#include "server/core/turn/writes.h"

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
    uint64_t origin = network_origin(core, conn_network(core, call->origin.conn));
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
