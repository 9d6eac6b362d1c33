/* SPDX-License-Identifier: MIT */
/*
 * Pages of players that others may expect to read: every page that there ever was, so that whatever
 * is said can be held against what was in force while it was asked and answered.
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

bool truth_kept_photo(const struct truth_player *player, uint64_t photo, uint64_t batches)
{
    for (size_t i = first_since(player, batches); i < player->page_count; i++)
        if (player->pages[i].photo != photo)
            return false;
    return true;
}

bool truth_was_below(const struct truth_player *player, const struct truth_player *asker,
                     uint64_t batches)
{
    bool was_operator = truth_had_role(asker, ROLE_OPERATOR, batches);
    return !truth_kept_role(player, was_operator ? ROLE_OPERATOR : ROLE_MODERATOR, batches);
}

bool truth_was_met(const struct truth *truth, const struct truth_player *by,
                   const struct truth_player *player)
{
    return player != by && !truth_kept_role(player, truth_page(by)->role, truth->batches - 1);
}

static bool is_as_told(const struct truth_page *page, const struct truth_told *told)
{
    return (told->role == ROLE_COUNT || page->role == told->role) &&
           (told->about == NULL || strcmp(page->about, told->about) == 0) &&
           (told->country == NULL || strcmp(page->country, told->country) == 0) &&
           (told->photo == NULL || page->photo == *told->photo) &&
           (told->image == NULL || strcmp(page->image, told->image) == 0);
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

/* ------------------------------------------------------------------ who did it */

static bool has_words(const struct truth_page *page)
{
    return page->about[0] != '\0' || page->country[0] != '\0';
}

/* Counts a change as the player's own deed. */
static void count_deeds(struct sim *sim, uint64_t player, bool words, bool photo)
{
    if (words)
        truth__stored(sim, player, DEED_PROFILE);
    if (photo)
        truth__stored(sim, player, DEED_PHOTO);
    sim->stats->profiles += words ? 1 : 0;
    sim->stats->photos += photo ? 1 : 0;
}

void truth__page_emptied(struct sim *sim)
{
    struct truth_moderation *order = &sim->truth.order;
    uint64_t player = order->emptied.player;
    order->emptied.player = 0;
    if (player != 0)
        count_deeds(sim, player, order->emptied.words, order->emptied.photo);
}

void truth__page_cleared(struct sim *sim, uint64_t player)
{
    struct truth_moderation *order = &sim->truth.order;
    CHECK_THAT(sim, CHECK_ACTS_ARE_RECORDED, order->emptied.player == player,
               "the profile of %llx was cleared by the record, and says something",
               (unsigned long long)player);
    order->emptied.player = 0;
    sim->stats->cleared++;
}

/* A muted player may take words and the photo away, and change the country. */
static void check_mute(struct sim *sim, const struct truth_player *player,
                       const struct truth_page *page)
{
    const struct truth_page *before = truth_page(player);
    bool is_new = (page->about[0] != '\0' && strcmp(page->about, before->about) != 0) ||
                  (page->photo != 0 && page->photo != before->photo);
    CHECK_THAT(sim, CHECK_MUTED_IS_SILENT, !is_new || player->muted_until_ms != STORE_FOR_GOOD,
               "%s is muted for good, and has a new profile", player->name);
}

/* Whatever else the account says. */
static void note_change(struct sim *sim, const struct truth_player *player,
                        const struct truth_page *page)
{
    const struct truth_page *before = truth_page(player);
    struct truth_moderation *order = &sim->truth.order;
    bool words =
        strcmp(page->about, before->about) != 0 || strcmp(page->country, before->country) != 0;
    bool photo = page->photo != before->photo;
    check_mute(sim, player, page);
    if (has_words(page) || page->photo != 0) {
        count_deeds(sim, player->id, words, photo);
        return;
    }
    order->emptied.player = player->id;
    order->emptied.words = words;
    order->emptied.photo = photo;
}

/* ------------------------------------------------------------------ what is stored */

static struct truth_page page_of(const struct store_account_put *put,
                                 const struct truth_page *before)
{
    const struct store_account *account = put->account;
    struct truth_page page = {.role = account->role, .photo = account->photo};
    snprintf(page.about, sizeof(page.about), "%.31s", account->about);
    snprintf(page.country, sizeof(page.country), "%s", account->country);
    if (put->photo != NULL)
        snprintf(page.image, sizeof(page.image), "%.*s", (int)put->photo_size,
                 (const char *)put->photo);
    else if (page.photo != 0)
        memcpy(page.image, before->image, sizeof(page.image));
    return page;
}

void truth__page_put(struct sim *sim, struct truth_player *player,
                     const struct store_account_put *put)
{
    const struct truth_page *before = truth_page(player);
    struct truth_page page = page_of(put, before);
    truth__page_emptied(sim); /* the one before was nobody's act */
    sim->truth.order.role_before = before->role;
    if (page.role != before->role) {
        sim->truth.order.unrecorded = player->id;
        sim->stats->roles++;
    }
    bool says_the_same = strcmp(page.about, before->about) == 0 &&
                         strcmp(page.country, before->country) == 0 && page.photo == before->photo;
    if (says_the_same && page.role == before->role)
        return;
    if (!says_the_same)
        note_change(sim, player, &page);
    truth__page_add(sim, player, &page);
}
