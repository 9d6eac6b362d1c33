/* SPDX-License-Identifier: MIT */
/*
 * Ratings in memory, which follow the store.
 */
#include "server/core/people/ratings.h"

#include "base/memory.h"
#include "server/core/desk/happen.h"
#include "server/core/people/fines.h"
#include "server/core/people/player.h"
#include "server/core/people/state.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ the list */

static struct store_rating *find(const struct player *player, enum variant_id variant)
{
    for (size_t i = 0; i < player->rating_count; i++)
        if (player->ratings[i].variant == variant)
            return &player->ratings[i];
    return NULL;
}

const struct store_rating *ratings_find(const struct player *player, enum variant_id variant)
{
    return find(player, variant);
}

int64_t ratings_points(const struct player *player, enum variant_id variant)
{
    const struct store_rating *rating = find(player, variant);
    return rating != NULL ? rating->points : NONE;
}

bool ratings_are_provisional(const struct player *player, enum variant_id variant)
{
    const struct store_rating *rating = find(player, variant);
    return rating != NULL && rating->established_ms == 0;
}

/* Takes over the stored ratings, and fines them for months settled since the store's answer. */
void ratings_take(struct core *core, struct player *player, const struct store_player *stored)
{
    size_t size = stored->ratings_count * sizeof(*player->ratings);
    if (size > 0)
        player->ratings = memcpy(mem_alloc(size), stored->ratings, size);
    player->rating_count = (uint32_t)stored->ratings_count;
    player->settled_month = stored->settled_month;
    fines_catch_up(core, player);
}

void ratings_drop(struct player *player)
{
    free(player->ratings);
    player->ratings = NULL;
    player->rating_count = 0;
}

void ratings_put(struct core *core, struct player *player, const struct store_rating *rating)
{
    struct store_rating *place = find(player, rating->variant);
    if (place == NULL) {
        size_t size = (player->rating_count + 1) * sizeof(*player->ratings);
        player->ratings = mem_grow(player->ratings, size);
        place = &player->ratings[player->rating_count++];
    }
    *place = *rating;
    fines_note_rating(core, rating);
    happen_points_changed(core, player->id);
}

/* ------------------------------------------------------------------ points that are held no more
 * A month is over to the hour. */

#define LOOK_EVERY_MS (INT64_C(3600) * 1000)
#define LOOK_WINS 1000 /* at a time, so that nobody waits for the store because of them */

static bool look(struct core *core)
{
    const struct store_op op = {
        .kind = STORE_HELD_RELEASE,
        .as.held_release = {.won_ms = core->now.wall_ms - STORE_HELD_MS, .most = LOOK_WINS}};
    if (!core_can_store(core))
        return false;
    writes_add(core, &op);
    date_set(core, &core->people->held_release, core->now.wall_ms + LOOK_EVERY_MS, look);
    return true;
}

void ratings_load(struct core *core)
{
    date_set(core, &core->people->held_release, core->now.wall_ms + LOOK_EVERY_MS, look);
}

/* ------------------------------------------------------------------ on their way */

void ratings_will_move(const struct core *core, struct player *player)
{
    player->ratings_gate = writes_gate(core);
}

void ratings_will_move_somewhere(struct core *core)
{
    core->people->annulled_gate = writes_gate(core);
}

uint64_t ratings_gate(const struct core *core, const struct player *player)
{
    uint64_t gate = player->ratings_gate > core->people->fines.batch ? player->ratings_gate
                                                                     : core->people->fines.batch;
    if (core->people->annulled_gate > gate)
        gate = core->people->annulled_gate;
    return gate > writes_settled(core) ? gate : 0;
}

/* ------------------------------------------------------------------ what is stored */

static void active_stored(struct core *core, const struct store_activity *activity)
{
    const struct player *player = player_find(core, activity->player);
    struct store_rating *rating = player != NULL ? find(player, activity->variant) : NULL;
    int month = fine_playing_month(core->people->fines.settled_month, activity->month);
    if (rating != NULL && fine_counts_moves(core->people->fines.settled_month, month))
        rating->active_months |= fine_bit(month);
}

/* The player has none any more in the variant. */
static void take_away(struct player *player, enum variant_id variant)
{
    struct store_rating *rating = find(player, variant);
    if (rating != NULL)
        *rating = player->ratings[--player->rating_count];
}

static void moved_stored(struct core *core, const struct store_moved *moved)
{
    struct player *player = player_find(core, moved->player);
    bool is_left = moved->after.games > 0;
    if (player == NULL || find(player, moved->after.variant) == NULL)
        return;
    if (!is_left)
        take_away(player, moved->after.variant);
    const struct rating_annulled_event event = {.variant = variant_get(moved->after.variant),
                                                .games = moved->games,
                                                .before = moved->before,
                                                .after = is_left ? moved->after.points : NONE,
                                                .provisional =
                                                    is_left && moved->after.established_ms == 0};
    player_tell(core, player, EVENT_RATING_ANNULLED, &event);
    if (is_left)
        ratings_put(core, player, &moved->after);
    else
        happen_points_changed(core, player->id);
}

/* The player broke a game off, whose moves count for no month. */
static void months_stored(struct core *core, const struct store_moved *moved)
{
    const struct player *player = player_find(core, moved->player);
    struct store_rating *rating = player != NULL ? find(player, moved->after.variant) : NULL;
    if (rating != NULL)
        rating->active_months = moved->after.active_months;
}

void ratings_stored(struct core *core, const struct store_op *op)
{
    if (op->result != STORE_APPLIED)
        return;
    for (size_t k = 0; k < op->moved_count; k++)
        if (op->kind == STORE_GAME_END)
            months_stored(core, &op->moved[k]);
        else
            moved_stored(core, &op->moved[k]);
    if (op->kind == STORE_GAME_END && op->changes != NULL)
        happen_game_rated(core, op);
    else if (op->kind == STORE_RATING_ACTIVE)
        active_stored(core, &op->as.rating_active);
    else if (op->kind == STORE_FINE)
        fines_stored(core, &op->as.fine);
    else if (op->kind == STORE_ACT && op->as.act.annulled != NULL)
        happen_games_annulled(core, op->as.act.annulled);
}
