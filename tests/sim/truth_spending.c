/* SPDX-License-Identifier: MIT */
/*
 * How much players say, and what is stored of how much they wrote. Figures of its own: 16 lines at
 * once and as many again within 10 s, over all connections, in the life's percentage; a day until
 * all bytes are granted again.
 */
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"

#define LINES 16
#define LINES_MS 10000
#define DAY_MS INT64_C(86400000)

void truth__said(struct sim *sim, uint64_t id, int64_t at_ms)
{
    struct truth_player *player = truth_player(&sim->truth, id);
    int64_t lines = LINES * (int64_t)sim->core_options.allowance_percent / 100;
    int64_t each_ms = LINES_MS / (lines > 0 ? lines : 1);
    if (player->said_life != sim->truth.lives || player->said_ms < at_ms)
        player->said_ms = at_ms;
    player->said_life = sim->truth.lives;
    player->said_ms += each_ms;
    CHECK_THAT(sim, CHECK_SPENDING, player->said_ms <= at_ms + LINES_MS,
               "%s says something, and has said too much for %lld ms more", player->name,
               (long long)(player->said_ms - at_ms - LINES_MS));
}

void truth__written(struct sim *sim, const struct store_op *op)
{
    const struct store_written *written = &op->as.written;
    struct truth_player *player = truth_player(&sim->truth, written->player);
    CHECK_THAT(sim, CHECK_SPENDING, player != NULL && written->owed_ms <= DAY_MS,
               "player %llx wrote more than a day allows", (unsigned long long)written->player);
    player->written = *written;
}
