/* SPDX-License-Identifier: MIT */
/*
 * Players in memory, their connections and their seats.
 */
#include "server/core/player.h"

#include "base/memory.h"
#include "server/core/match.h"
#include "server/core/room.h"
#include "server/core/uptime.h"
#include "server/core/writes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

struct player *player_find(struct core *core, uint64_t id)
{
    struct player *player = NULL;
    HASH_FIND(by_id, core->players, &id, sizeof(id), player);
    return player;
}

struct player *player_take(struct core *core, const struct store_player *stored)
{
    struct player *player = player_find(core, stored->id);
    if (player != NULL)
        return player;
    player = mem_zero(sizeof(*player));
    player->id = stored->id;
    player->state.kind = stored->kind;
    player->state.created_ms = stored->created_ms;
    player->away_since_ms = uptime_ms(core);
    snprintf(player->state.name, sizeof(player->state.name), "%s", stored->name);
    memcpy(player->state.ratings, stored->ratings, sizeof(player->state.ratings));
    HASH_ADD(by_id, core->players, id, sizeof(player->id), player);
    return player;
}

bool player_is_connected(const struct player *player)
{
    return player->conns != NULL;
}

static void tell_presence(struct core *core, struct player *player)
{
    struct seat_link *link;
    DL_FOREACH(player->seats, link)
    room_presence_changed(core, link->room, player);
}

void player_connect(struct core *core, struct player *player, struct conn *conn)
{
    conn->player = player;
    player->was_here = true;
    DL_APPEND2(player->conns, conn, player_prev, player_next);
    if (player->conns == conn && conn->player_next == NULL)
        tell_presence(core, player);
}

void player_disconnect(struct core *core, struct conn *conn)
{
    struct player *player = conn->player;
    DL_DELETE2(player->conns, conn, player_prev, player_next);
    conn->player = NULL;
    if (player->conns != NULL)
        return;
    player->away_since_ms = uptime_ms(core);
    tell_presence(core, player);
    player_recheck(core, player);
}

void player_touch(struct core *core, struct player *player)
{
    writes_touch(core, &player->state, sizeof(player->state), NULL, NULL);
}

void player_register(struct core *core, struct player *player, const char *name)
{
    player->state.kind = PLAYER_REGISTERED;
    snprintf(player->state.name, sizeof(player->state.name), "%s", name);
    for (struct match *match = core->matches; match != NULL; match = match->by_id.next)
        match_player_renamed(match, player);
}

int64_t player_points(const struct player *player, enum variant_id variant)
{
    const struct store_rating *rating = &player->state.ratings[variant];
    return rating->games > 0 ? rating->points : NONE;
}

static void player_free(struct core *core, struct player *player)
{
    HASH_DELETE(by_id, core->players, player);
    free(player);
}

static void player_check(struct core *core, uint64_t id)
{
    struct player *player = player_find(core, id);
    if (player == NULL || --player->rechecks > 0)
        return; /* changed again since, by a batch that may still fail */
    if (player->conns == NULL && player->seats == NULL)
        player_free(core, player);
}

void player_recheck(struct core *core, struct player *player)
{
    if (player->conns != NULL || player->seats != NULL)
        return;
    player->rechecks++;
    writes_recheck(core, player_check, player->id);
}

void players_free(struct core *core)
{
    struct player *player;
    struct player *next;
    HASH_ITER(by_id, core->players, player, next)
    player_free(core, player);
}
