/* SPDX-License-Identifier: MIT */
/*
 * What others read of a player, and may expect: every page that there ever was, so that whatever is
 * said can be held against what was in force while it was asked and answered.
 */
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"

#include <stdio.h>
#include <string.h>

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

static bool is_as_told(const struct truth_page *page, const struct truth_told *told)
{
    return (told->role == ROLE_COUNT || page->role == told->role) &&
           (told->about == NULL || strcmp(page->about, told->about) == 0) &&
           (told->country == NULL || strcmp(page->country, told->country) == 0);
}

bool truth_had_page(const struct truth_player *player, const struct truth_told *told,
                    uint64_t batches)
{
    for (size_t i = first_since(player, batches); i < player->page_count; i++)
        if (is_as_told(&player->pages[i], told))
            return true;
    return false;
}

void truth__page_add(struct sim *sim, struct truth_player *player, const struct truth_page *page)
{
    player->pages =
        sim_grow(player->pages, player->page_count, &player->page_cap, sizeof(*player->pages));
    struct truth_page *added = &player->pages[player->page_count++];
    *added = *page;
    added->since = sim->truth.batches;
}

/* Who is muted may take words away, and say where he is from. */
static void check_words(struct sim *sim, const struct truth_player *player,
                        const struct truth_page *page)
{
    bool is_new = page->about[0] != '\0' && strcmp(page->about, truth_page(player)->about) != 0;
    truth__stored(sim, player->id, DEED_PROFILE);
    sim->stats->profiles++;
    CHECK_THAT(sim, CHECK_MUTED_IS_SILENT, !is_new || player->muted_until_ms != STORE_FOR_GOOD,
               "%s is muted for good, and has a new profile", player->name);
}

void truth__page_put(struct sim *sim, struct truth_player *player,
                     const struct store_account *account)
{
    const struct truth_page *before = truth_page(player);
    struct truth_page page = {.role = account->role};
    snprintf(page.about, sizeof(page.about), "%.31s", account->about);
    snprintf(page.country, sizeof(page.country), "%s", account->country);
    sim->truth.order.role_before = before->role;
    if (page.role != before->role) {
        sim->truth.order.unrecorded = player->id;
        sim->stats->roles++;
    }
    if (strcmp(page.about, before->about) != 0 || strcmp(page.country, before->country) != 0)
        check_words(sim, player, &page);
    else if (page.role == before->role)
        return;
    truth__page_add(sim, player, &page);
}
