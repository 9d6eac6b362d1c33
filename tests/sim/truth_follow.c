/* SPDX-License-Identifier: MIT */
/*
 * Follows that were committed, judged while they are written down.
 */
#include "tests/sim/truth_follow.h"

#include "tests/sim/sim.h"

struct truth_follow *truth_follow(struct sim *sim, uint64_t player, uint64_t other)
{
    for (size_t i = 0; i < sim->follows.count; i++)
        if (sim->follows.rows[i].player == player && sim->follows.rows[i].other == other)
            return &sim->follows.rows[i];
    return NULL;
}

static size_t followed_by(const struct sim *sim, uint64_t player)
{
    size_t count = 0;
    for (size_t i = 0; i < sim->follows.count; i++)
        count += sim->follows.rows[i].player == player && !sim->follows.rows[i].is_over;
    return count;
}

static struct truth_follow *row_of(struct sim *sim, uint64_t player, uint64_t other)
{
    struct truth_follows *follows = &sim->follows;
    struct truth_follow *row = truth_follow(sim, player, other);
    if (row != NULL)
        return row;
    follows->rows = sim_grow(follows->rows, follows->count, &follows->cap, sizeof(*follows->rows));
    row = &follows->rows[follows->count++];
    *row = (struct truth_follow){.player = player, .other = other, .is_over = true};
    return row;
}

void truth__follow_add(struct sim *sim, const struct store_op *op)
{
    const struct store_pick *pick = &op->as.follow_add;
    const struct truth_player *player = truth_player(&sim->truth, pick->player);
    const struct truth_player *other = truth_player(&sim->truth, pick->other);
    CHECK_THAT(sim, CHECK_FOLLOWERS,
               player != NULL && other != NULL && player != other && !player->is_deleted &&
                   player->kind == PLAYER_REGISTERED && other->kind == PLAYER_REGISTERED,
               "player %llx follows %llx, and one of them has no account, or it is the same one",
               (unsigned long long)pick->player, (unsigned long long)pick->other);
    struct truth_follow *row = row_of(sim, pick->player, pick->other);
    if (row->is_over) {
        row->since_ms = sim->now_ms;
        sim->stats->followed++;
    }
    row->is_over = false;
    CHECK_THAT(sim, CHECK_FOLLOWERS, followed_by(sim, pick->player) <= TRUTH_FOLLOWED_MAX,
               "%s follows more than may be", player->name);
}

void truth__follow_remove(struct sim *sim, const struct store_op *op)
{
    const struct store_unpick *unpick = &op->as.follow_remove;
    row_of(sim, unpick->player, unpick->other)->is_over = true;
}

void truth__follows_nobody(struct sim *sim, uint64_t player)
{
    for (size_t i = 0; i < sim->follows.count; i++)
        if (sim->follows.rows[i].player == player)
            sim->follows.rows[i].is_over = true;
}
