/* SPDX-License-Identifier: MIT */
/*
 * The map of last opponents and sides, in the order in which their players went.
 */
#include "server/core/people/last_pairs.h"

#include "base/memory.h"
#include "server/core/people/state.h"

#include <stdlib.h>

/* The one that went first is forgotten first. */
#define LAST_PAIRS_MAX 16384

static void forget(struct core *core, struct last_pair *pair)
{
    HASH_DELETE(by_player, core->people->last_pairs, pair);
    free(pair);
}

void last_pairs_keep(struct core *core, const struct player *player)
{
    if (player->last_paired == 0 && player->due_side == SEAT_NONE)
        return;
    if (HASH_CNT(by_player, core->people->last_pairs) >= LAST_PAIRS_MAX)
        forget(core, core->people->last_pairs);
    struct last_pair *pair = mem_zero(sizeof(*pair));
    pair->player = player->id;
    pair->opponent = player->last_paired;
    pair->due_side = player->due_side;
    HASH_ADD(by_player, core->people->last_pairs, player, sizeof(pair->player), pair);
}

void last_pairs_take(struct core *core, struct player *player)
{
    struct last_pair *pair = NULL;
    HASH_FIND(by_player, core->people->last_pairs, &player->id, sizeof(player->id), pair);
    player->due_side = pair != NULL ? pair->due_side : SEAT_NONE;
    if (pair == NULL)
        return;
    player->last_paired = pair->opponent;
    forget(core, pair);
}

void last_pairs_free(struct core *core)
{
    while (core->people->last_pairs != NULL)
        forget(core, core->people->last_pairs);
}
