/* SPDX-License-Identifier: MIT */
/*
 * Followed players and their followers, as server/core/people/follows.h describes them.
 */
#include "server/core/people/follows.h"

#include "base/memory.h"
#include "server/core/people/player.h"
#include "server/core/people/state.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>

#include <utlist.h>

/* ------------------------------------------------------------------ who follows whom */

static struct followed *followed_find(const struct core *core, uint64_t id)
{
    return id_table_find(&core->people->followed_by_id, id);
}

/* A new entry has the start of the server as the last that is known of somebody who left before it
 * was there. */
static struct followed *followed_own(struct core *core, uint64_t id)
{
    struct followed *followed = followed_find(core, id);
    if (followed != NULL)
        return followed;
    followed = mem_zero(sizeof(*followed));
    followed->id = id;
    followed->left_ms = core->started_ms;
    id_table_add(&core->people->followed_by_id, id, followed);
    return followed;
}

static void telling_ends(struct core *core, struct followed *followed)
{
    if (followed->next_told == NULL)
        return;
    followed->next_told = NULL;
    DL_DELETE(core->people->followed_due, followed);
}

/* Those who are followed anew stand first, behind the place up to which was told. */
static void link_add(struct core *core, struct player *player, uint64_t other)
{
    struct follow_link *link = mem_zero(sizeof(*link));
    link->follower = player;
    link->of = followed_own(core, other);
    DL_PREPEND(link->of->links, link);
    LL_PREPEND2(player->follow_links, link, next_own);
}

static void link_remove(struct core *core, struct follow_link *link)
{
    struct followed *followed = link->of;
    if (followed->next_told == link && link->next == NULL)
        telling_ends(core, followed);
    else if (followed->next_told == link)
        followed->next_told = link->next;
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the first link has the last before it */
    DL_DELETE(followed->links, link);
    free(link);
    if (followed->links != NULL)
        return;
    id_table_remove(&core->people->followed_by_id, followed->id);
    free(followed);
}

static void links_remove(struct core *core, struct follow_link *links)
{
    struct follow_link *link;
    struct follow_link *next;
    LL_FOREACH_SAFE2(links, link, next, next_own)
        link_remove(core, link);
}

/* Makes the links as the list is: the new ones first, so that what is known of those who stay
 * followed is kept. */
static void relink(struct core *core, void *owner)
{
    struct player *player = owner;
    struct follow_link *before = player->follow_links;
    player->follow_links = NULL;
    for (size_t i = 0; player->follows != NULL && i < player->follows->count; i++)
        link_add(core, player, player->follows->ids[i]);
    links_remove(core, before);
}

void follows_take(struct core *core, struct player *player, const struct store_player *stored)
{
    player->follows = player_list_of(stored->followed, stored->followed_count, STORE_FOLLOWS_MAX);
    relink(core, player);
}

void follows_forget(struct core *core, struct player *player)
{
    links_remove(core, player->follow_links);
    player->follow_links = NULL;
    if (player->follows != NULL)
        player->follows->count = 0;
}

void follows_deinit(struct core *core)
{
    due_set(core, DUE_FOLLOWS, &core->people->follows_deadline, INT64_MAX);
    id_table_deinit(&core->people->followed_by_id);
}

/* ------------------------------------------------------------------ the list */

static const struct writes_owner follower = {.restored = relink};

bool player_follows(const struct player *player, uint64_t other)
{
    return player_list_has(player->follows, other);
}

bool player_can_follow_more(const struct player *player)
{
    return !player_list_is_full(player->follows);
}

void player_follow(struct core *core, struct player *player, uint64_t other)
{
    if (player_follows(player, other))
        return;
    player_list_add(core, player_list_own(&player->follows, STORE_FOLLOWS_MAX), other, &follower,
                    player);
    link_add(core, player, other);
    const struct store_op op = {
        .kind = STORE_FOLLOW_ADD,
        .as.follow_add = {.player = player->id, .other = other, .at_ms = core->now.wall_ms},
    };
    writes_add(core, &op);
}

void player_unfollow(struct core *core, struct player *player, uint64_t other)
{
    if (!player_follows(player, other))
        return;
    player_list_remove(core, player->follows, other, &follower, player);
    relink(core, player);
    const struct store_op op = {.kind = STORE_FOLLOW_REMOVE,
                                .as.follow_remove = {.player = player->id, .other = other}};
    writes_add(core, &op);
}

/* ------------------------------------------------------------------ telling */

void follows_player_came(struct core *core, struct player *player)
{
    struct followed *followed = followed_find(core, player->id);
    if (followed == NULL || followed->next_told != NULL ||
        core->now.mono_ms - followed->left_ms < FOLLOWS_AWAY_MS)
        return;
    followed->next_told = followed->links;
    DL_APPEND(core->people->followed_due, followed);
    due_set(core, DUE_FOLLOWS, &core->people->follows_deadline, uptime_ms(core));
}

void follows_player_went(struct core *core, struct player *player)
{
    struct followed *followed = followed_find(core, player->id);
    if (followed == NULL)
        return;
    followed->left_ms = core->now.mono_ms;
    telling_ends(core, followed);
}

/* Tells at most so many followers, and returns how many more may be told. */
static size_t tell_some(struct core *core, struct followed *followed, size_t most)
{
    const struct player *player = player_find(core, followed->id);
    const struct follow_came_event body = {.name = player->known->name};
    struct frame *frame = frame_event(core, EVENT_FOLLOW_CAME, &body);
    struct follow_link *link = followed->next_told;
    for (; link != NULL && most > 0; link = link->next) {
        most--;
        if (!players_are_apart(player, link->follower))
            player_push(core, link->follower, frame);
    }
    frame_release(core, frame);
    if (link == NULL)
        telling_ends(core, followed);
    else
        followed->next_told = link;
    return most;
}

void follows_fall_due(struct core *core, struct deadline *deadline)
{
    size_t most = FOLLOWS_TOLD_PER_TURN;
    while (core->people->followed_due != NULL && most > 0)
        most = tell_some(core, core->people->followed_due, most);
    if (core->people->followed_due != NULL)
        due_set(core, DUE_FOLLOWS, deadline, uptime_ms(core) + 1);
}
