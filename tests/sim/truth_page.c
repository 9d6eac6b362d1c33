/* SPDX-License-Identifier: MIT */
/*
 * What others read of a player, and may expect: every page that there ever was, so that whatever is
 * said can be held against what was in force while it was asked and answered.
 */
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"

const struct truth_page *truth_page(const struct truth_player *player)
{
    return &player->pages[player->page_count - 1];
}

/* The first that was in force at some time since so many batches were stored; all behind it were,
 * too. */
static size_t first_since(const struct truth_player *player, uint64_t batches)
{
    size_t first = player->page_count - 1;
    while (first > 0 && player->pages[first].since > batches)
        first--;
    return first;
}

bool truth_had_role(const struct truth_player *player, enum player_role role, uint64_t batches)
{
    for (size_t i = first_since(player, batches); i < player->page_count; i++)
        if (player->pages[i].role >= role)
            return true;
    return false;
}

bool truth_kept_role(const struct truth_player *player, enum player_role role, uint64_t batches)
{
    for (size_t i = first_since(player, batches); i < player->page_count; i++)
        if (player->pages[i].role < role)
            return false;
    return true;
}

bool truth_had_page(const struct truth_player *player, const struct truth_page *page,
                    uint64_t batches)
{
    for (size_t i = first_since(player, batches); i < player->page_count; i++)
        if (truth_page_is(&player->pages[i], page))
            return true;
    return false;
}

bool truth_page_is(const struct truth_page *a, const struct truth_page *b)
{
    return a->role == b->role;
}

void truth__page_add(struct sim *sim, struct truth_player *player, const struct truth_page *page)
{
    player->pages =
        sim_grow(player->pages, player->page_count, &player->page_cap, sizeof(*player->pages));
    struct truth_page *added = &player->pages[player->page_count++];
    *added = *page;
    added->since = sim->truth.batches;
}

void truth__page_put(struct sim *sim, struct truth_player *player,
                     const struct store_account *account)
{
    const struct truth_page *before = truth_page(player);
    const struct truth_page page = {.role = account->role};
    sim->truth.order.role_before = before->role;
    if (page.role != before->role) {
        sim->truth.order.unrecorded = player->id;
        sim->stats->roles++;
    }
    if (!truth_page_is(&page, before))
        truth__page_add(sim, player, &page);
}
