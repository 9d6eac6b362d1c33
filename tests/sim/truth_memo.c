/* SPDX-License-Identifier: MIT */
/*
 * What players are to be told: memos that operations added, and that were confirmed.
 */
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"

#include <string.h>

const struct truth_memo *truth_memo(const struct truth *truth, uint64_t player, uint64_t id)
{
    for (size_t i = truth->memo_count; i > 0; i--)
        if (truth->memos[i - 1].player == player && truth->memos[i - 1].id == id)
            return &truth->memos[i - 1];
    return NULL;
}

bool truth_is_kept(const struct truth *truth, const struct truth_memo *memo)
{
    size_t later = 0;
    for (size_t i = 0; i < truth->memo_count; i++)
        later += truth->memos[i].player == memo->player && truth->memos[i].id > memo->id ? 1 : 0;
    return later < TRUTH_MEMOS;
}

static void check_order(struct sim *sim, const struct store_memo *memo)
{
    const struct truth *truth = &sim->truth;
    for (size_t i = 0; i < truth->memo_count; i++)
        CHECK_THAT(sim, CHECK_MEMOS,
                   truth->memos[i].player != memo->player || truth->memos[i].id < memo->id,
                   "memo %llx of %llx is stored behind a later one", (unsigned long long)memo->id,
                   (unsigned long long)memo->player);
}

void truth__memo_add(struct sim *sim, const struct store_memo *memo)
{
    struct truth *truth = &sim->truth;
    check_order(sim, memo);
    truth->memos =
        sim_grow(truth->memos, truth->memo_count, &truth->memo_cap, sizeof(*truth->memos));
    truth->memos[truth->memo_count++] = (struct truth_memo){.player = memo->player,
                                                            .id = memo->id,
                                                            .batch = truth->batches,
                                                            .about = memo->about,
                                                            .kind = memo->kind,
                                                            .number = memo->number};
    sim->stats->memos++;
}

void truth__memos_add(struct sim *sim, const struct store_op *op)
{
    for (size_t i = 0; i < op->memos_count; i++)
        truth__memo_add(sim, &op->memos[i]);
}

void truth__memos_seen(struct sim *sim, const struct store_op *op)
{
    const struct store_memos_seen *seen = &op->as.memos_seen;
    for (size_t i = 0; i < sim->truth.memo_count; i++) {
        struct truth_memo *memo = &sim->truth.memos[i];
        if (memo->player == seen->player && memo->id <= seen->upto)
            memo->is_seen = true;
    }
}

bool truth__added(const struct store_op *op, const struct store_memo *memo)
{
    if (memo == NULL || op->memos_count != 1)
        return memo == NULL && op->memos_count == 0;
    const struct store_memo *added = &op->memos[0];
    return added->player == memo->player && added->kind == memo->kind &&
           added->about == memo->about && added->number == memo->number &&
           strcmp(added->text, memo->text) == 0;
}
