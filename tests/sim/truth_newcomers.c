/* SPDX-License-Identifier: MIT */
/*
 * From where players came, and networks from which newcomers are refused, as they were committed. A
 * ban is held against guests while the server that wrote it lives: by what clock a later one
 * measures it, is its own affair.
 */
#include "tests/sim/truth_newcomers.h"

#include "tests/sim/sim.h"

/* A ban counts from when it was said, which may be so long before it is stored. */
#define SAID_BEFORE_MS INT64_C(300000)

void truth__origin_ban(struct sim *sim, const struct store_op *op)
{
    struct truth *truth = &sim->truth;
    const struct store_origin_ban *ban = &op->as.origin_ban;
    truth->bans.rows =
        sim_grow(truth->bans.rows, truth->bans.count, &truth->bans.cap, sizeof(*truth->bans.rows));
    truth->bans.rows[truth->bans.count++] =
        (struct truth_origin_ban){.player = ban->player,
                                  .origin = ban->origin,
                                  .end_ms = sim->now_ms + ban->until_ms - ban->at_ms,
                                  .life = truth->lives};
    truth->order.unrecorded = ban->player;
    sim->stats->origins_banned++;
}

void truth__origin_unban(struct sim *sim, const struct store_op *op)
{
    struct truth *truth = &sim->truth;
    uint64_t player = op->as.origin_unban.player;
    if (truth_is_refused_for(truth, player))
        truth->order.unrecorded = player;
    for (size_t i = 0; i < truth->bans.count; i++)
        if (truth->bans.rows[i].player == player)
            truth->bans.rows[i].is_over = true;
}

bool truth_is_refused_for(const struct truth *truth, uint64_t player)
{
    for (size_t i = 0; i < truth->bans.count; i++)
        if (truth->bans.rows[i].player == player && !truth->bans.rows[i].is_over)
            return true;
    return false;
}

void truth_refused(struct sim *sim, size_t house)
{
    const struct truth *truth = &sim->truth;
    bool is_known = false; /* the house's network */
    bool is_banned = false;
    for (size_t i = 0; i < truth->player_count; i++) {
        const struct truth_player *player = truth->players[i];
        if (!player->is_at_home || player->house != house || player->came.count != 1)
            continue;
        is_known = true;
        for (size_t j = 0; j < truth->bans.count; j++)
            is_banned = is_banned || truth->bans.rows[j].origin == player->came.origins[0];
    }
    sim->stats->newcomers_refused++;
    CHECK_THAT(sim, CHECK_NEWCOMERS, truth->bans.count > 0 && (is_banned || !is_known),
               "newcomers from house %zu are refused, and nobody has done that", house);
}

/* A guest is made who comes from there. */
static void newcomer_check(struct sim *sim, const struct truth_player *guest, uint64_t origin)
{
    const struct truth *truth = &sim->truth;
    for (size_t i = 0; i < truth->bans.count; i++) {
        const struct truth_origin_ban *ban = &truth->bans.rows[i];
        CHECK_THAT(sim, CHECK_NEWCOMERS,
                   ban->is_over || ban->origin != origin || ban->life != truth->lives ||
                       sim->now_ms >= ban->end_ms - SAID_BEFORE_MS,
                   "%s is new and comes from where newcomers are refused", guest->name);
    }
}

/* ------------------------------------------------------------------ networks */

static bool came_from(const struct truth_player *player, uint64_t origin)
{
    for (size_t i = 0; i < player->came.count; i++)
        if (player->came.origins[i] == origin)
            return true;
    return false;
}

void truth__origin_seen(struct sim *sim, const struct store_op *op)
{
    struct truth_player *player = truth_player(&sim->truth, op->as.origin_seen.player);
    if (player != NULL && player->kind == PLAYER_GUEST &&
        player->came.made_batch == sim->truth.batches)
        newcomer_check(sim, player, op->as.origin_seen.origin);
    if (player != NULL)
        player->came.last_ms = op->as.origin_seen.last_ms;
    if (player == NULL || came_from(player, op->as.origin_seen.origin))
        return;
    player->came.origins = sim_grow(player->came.origins, player->came.count, &player->came.cap,
                                    sizeof(*player->came.origins));
    player->came.origins[player->came.count++] = op->as.origin_seen.origin;
}

int64_t truth_networks_shared(const struct truth_player *one, const struct truth_player *other)
{
    int64_t shared = 0;
    for (size_t i = 0; i < one->came.count; i++)
        shared += came_from(other, one->came.origins[i]) ? 1 : 0;
    return shared;
}
