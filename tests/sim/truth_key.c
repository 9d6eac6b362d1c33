/* SPDX-License-Identifier: MIT */
/*
 * Keys of requests that were committed. The slots are the server's; that a key is there once is not
 * for it to say.
 */
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"

#include <stdlib.h>
#include <string.h>

#define DAY_MS INT64_C(86400000)
#define ID_ARG(id) ((unsigned long long)(id))

struct truth_key *truth_key(const struct truth_player *player, uint64_t key)
{
    struct truth_key *found = NULL;
    for (size_t i = 0; player->keys != NULL && i < TRUTH_KEYS; i++)
        if (player->keys[i].key == key &&
            (found == NULL || player->keys[i].uptime_ms > found->uptime_ms))
            found = &player->keys[i];
    return found;
}

void truth__key_put(struct sim *sim, const struct store_op *op)
{
    const struct store_used_key *used = &op->as.key_put.used;
    struct truth_player *player = truth_player(&sim->truth, op->as.key_put.player);
    if (op->result != STORE_APPLIED)
        return;
    truth__uptime(sim, used->uptime_ms);
    const struct truth_key *before = truth_key(player, used->key);
    CHECK_THAT(sim, CHECK_ONE_KEY, before == NULL || used->uptime_ms - before->uptime_ms > DAY_MS,
               "a request of %s with the key %llx is carried out twice", player->name,
               ID_ARG(used->key));
    if (player->keys == NULL)
        player->keys = calloc(TRUTH_KEYS, sizeof(*player->keys));
    if (player->keys == NULL)
        abort();
    struct truth_key *key = &player->keys[used->slot];
    free(key->reply);
    *key = (struct truth_key){.key = used->key,
                              .request = used->request,
                              .uptime_ms = used->uptime_ms,
                              .reply = strdup(op->as.key_put.reply),
                              .batch = sim->truth.batches};
    sim->stats->keys++;
}

void truth__keys_forget(struct truth_player *player)
{
    for (size_t i = 0; player->keys != NULL && i < TRUTH_KEYS; i++)
        free(player->keys[i].reply);
    free(player->keys);
    player->keys = NULL;
}
