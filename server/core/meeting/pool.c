/* SPDX-License-Identifier: MIT */
/*
 * Pools and their rooms; see the header.
 */
#include "server/core/meeting/pool.h"

#include "base/memory.h"
#include "server/core/meeting/state.h"
#include "server/core/people/known.h"
#include "server/core/people/player.h"

#include <stdlib.h>

#include <utlist.h>

/* Pools without anybody that are remembered, for the estimate of the next one who comes. */
#define POOLS_KEPT 64

static bool is_for(const struct pool *pool, const struct room_terms *terms)
{
    const struct time_control *clock = &terms->clock;
    return pool->variant == terms->variant && pool->rated == terms->rated &&
           pool->clock.kind == clock->kind && pool->clock.main_ms == clock->main_ms &&
           pool->clock.increment_ms == clock->increment_ms &&
           pool->clock.period_ms == clock->period_ms && pool->clock.periods == clock->periods;
}

static void pool_free(struct core *core, struct pool *pool)
{
    DL_DELETE(core->meeting->quick.pools, pool);
    core->meeting->quick.pool_count--;
    free(pool);
}

void pools_trim(struct core *core)
{
    struct pool *pool = core->meeting->quick.pools;
    while (pool != NULL && (pool->seekers != NULL || pool->seats != NULL))
        pool = pool->next;
    if (core->meeting->quick.pool_count > POOLS_KEPT && pool != NULL)
        pool_free(core, pool);
}

struct pool *pool_take(struct core *core, const struct room_terms *terms)
{
    struct pool *pool = core->meeting->quick.pools;
    while (pool != NULL && !is_for(pool, terms))
        pool = pool->next;
    if (pool != NULL) {
        DL_DELETE(core->meeting->quick.pools, pool);
    } else {
        pool = mem_zero(sizeof(*pool));
        pool->variant = terms->variant;
        pool->rated = terms->rated;
        pool->clock = terms->clock;
        core->meeting->quick.pool_count++;
    }
    DL_APPEND(core->meeting->quick.pools, pool);
    return pool;
}

/* ------------------------------------------------------------------ rooms */

bool pool_has_account(const struct core *core, const struct pool *pool)
{
    const struct seeker *seeker = pool->seekers;
    while (seeker != NULL &&
           (seeker->player == 0 || known_is_guest(player_known(player_find(core, seeker->player)))))
        seeker = seeker->pool_next;
    return seeker != NULL;
}

bool pool_room_waits(const struct room *room)
{
    return room_is_open_to_all(room) && room_get_terms(room).first == FIRST_WORD_RANDOM;
}

static void seat_add(struct core *core, const struct room *room)
{
    const struct room_terms terms = room_get_terms(room);
    struct open_seat *seat = mem_zero(sizeof(*seat));
    seat->room = room_id(room);
    seat->number = ++core->meeting->quick.last_number;
    seat->pool = pool_take(core, &terms);
    DL_APPEND(seat->pool->seats, seat);
    seat->pool->seat_count++;
    HASH_ADD(by_room, core->meeting->quick.seats, room, sizeof(seat->room), seat);
}

static void seat_free(struct core *core, struct open_seat *seat)
{
    DL_DELETE(seat->pool->seats, seat);
    seat->pool->seat_count--;
    HASH_DELETE(by_room, core->meeting->quick.seats, seat);
    free(seat);
    pools_trim(core);
}

bool pool_room_changed(struct core *core, uint64_t id)
{
    const struct room *room = room_find(core, id);
    bool waits = room != NULL && pool_room_waits(room);
    struct open_seat *seat = NULL;
    HASH_FIND(by_room, core->meeting->quick.seats, &id, sizeof(id), seat);
    if (waits && seat == NULL) {
        seat_add(core, room);
        HASH_FIND(by_room, core->meeting->quick.seats, &id, sizeof(id), seat);
    } else if (!waits && seat != NULL) {
        seat_free(core, seat);
        seat = NULL;
    }
    return seat != NULL && seat->pool->seekers != NULL;
}

void pools_free(struct core *core)
{
    struct open_seat *seat;
    struct open_seat *next;
    struct pool *pool;
    struct pool *after;
    HASH_ITER(by_room, core->meeting->quick.seats, seat, next)
        seat_free(core, seat);
    DL_FOREACH_SAFE(core->meeting->quick.pools, pool, after)
        pool_free(core, pool);
}
