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
                                                            .game = memo->game,
                                                            .kind = memo->kind,
                                                            .number = memo->number};
    sim->stats->memos++;
}

/* A game by correspondence that the player had with that opponent, and how it has just ended. */
static void check_game_over(struct sim *sim, const struct store_memo *memo)
{
    const struct truth_game *game = truth_game(&sim->truth, memo->game);
    bool is_of_days = game != NULL && game->is_over && game->end_batch == sim->truth.batches &&
                      game->clock.kind == CLOCK_CORRESPONDENCE;
    int seat = is_of_days && game->players[SEAT_FIRST] == memo->player ? SEAT_FIRST : SEAT_SECOND;
    CHECK_THAT(sim, CHECK_MEMOS,
               is_of_days && game->players[seat] == memo->player &&
                   game->players[1 - seat] == memo->about &&
                   memo->number == (int64_t)score_of_seat(game->outcome.result, seat),
               "memo %llx tells %llx of the end of game %llx, which did not end like this",
               (unsigned long long)memo->id, (unsigned long long)memo->player,
               (unsigned long long)memo->game);
}

void truth__memos_add(struct sim *sim, const struct store_op *op)
{
    if (op->kind == STORE_MEMO_ADD && op->as.memo_add.kind == MEMO_GAME_OVER)
        check_game_over(sim, &op->as.memo_add);
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
