/* SPDX-License-Identifier: MIT */
/*
 * The pools of waiting players. An entry lives until everything is settled that may bring it back.
 */
#include "server/core/meeting/quick.h"

#include "base/memory.h"
#include "server/core/desk/conn.h"
#include "server/core/meeting/lobby.h"
#include "server/core/people/conduct.h"
#include "server/core/people/player.h"
#include "server/core/people/ratings.h"
#include "server/core/rules/pairing.h"
#include "server/core/table/rated_pairs.h"
#include "server/core/table/room.h"
#include "server/core/table/room_game.h"
#include "server/core/table/seating.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* How often windows are looked at anew. */
#define QUICK_STEP_MS 1000
/* Pools without anybody that are remembered, for the estimate of the next one who comes. */
#define POOLS_KEPT 64

void quick_init(struct core *core)
{
    core->quick.due_ms = INT64_MAX;
}

/* ------------------------------------------------------------------ pools */

static bool pool_is_for(const struct pool *pool, const struct room_terms *terms)
{
    const struct time_control *clock = &terms->clock;
    return pool->variant == terms->variant && pool->rated == terms->rated &&
           pool->clock.kind == clock->kind && pool->clock.main_ms == clock->main_ms &&
           pool->clock.increment_ms == clock->increment_ms &&
           pool->clock.period_ms == clock->period_ms && pool->clock.periods == clock->periods;
}

static void pool_free(struct core *core, struct pool *pool)
{
    DL_DELETE(core->quick.pools, pool);
    core->quick.pool_count--;
    free(pool);
}

/* Forgets the one that nobody used for longest. */
static void pools_trim(struct core *core)
{
    struct pool *pool = core->quick.pools;
    while (pool != NULL && pool->seekers != NULL)
        pool = pool->next;
    if (core->quick.pool_count > POOLS_KEPT && pool != NULL)
        pool_free(core, pool);
}

static struct pool *pool_take(struct core *core, const struct room_terms *terms)
{
    struct pool *pool = core->quick.pools;
    while (pool != NULL && !pool_is_for(pool, terms))
        pool = pool->next;
    if (pool != NULL) {
        DL_DELETE(core->quick.pools, pool);
    } else {
        pool = mem_zero(sizeof(*pool));
        pool->variant = terms->variant;
        pool->rated = terms->rated;
        pool->clock = terms->clock;
        core->quick.pool_count++;
    }
    DL_APPEND(core->quick.pools, pool);
    return pool;
}

/* ------------------------------------------------------------------ entries */

static struct seeker *seeker_find(struct core *core, uint64_t number)
{
    struct seeker *seeker = NULL;
    HASH_FIND(by_number, core->quick.seekers, &number, sizeof(number), seeker);
    return seeker;
}

static bool is_active(const struct seeker *seeker)
{
    return seeker->player != NULL && !seeker->state.is_done;
}

static void seeker_free(struct core *core, struct seeker *seeker)
{
    struct pool *pool = seeker->pool;
    if (seeker->player != NULL)
        seeker->player->seeker = NULL;
    DL_DELETE2(pool->seekers, seeker, pool_prev, pool_next);
    pool->seeker_count--;
    HASH_DELETE(by_number, core->quick.seekers, seeker);
    free(seeker);
    pools_trim(core);
}

/* Everything is settled: a pair stays paired, and nobody comes back. */
static void seeker_check(struct core *core, uint64_t number)
{
    struct seeker *seeker = seeker_find(core, number);
    if (seeker == NULL || --seeker->rechecks > 0 || is_active(seeker))
        return;
    struct pool *pool = seeker->pool;
    if (seeker->state.is_paired)
        pool->waits_ms[pool->wait_count++ % POOL_WAITS_KEPT] = seeker->state.waited_ms;
    seeker_free(core, seeker);
}

static void seeker_recheck(struct core *core, struct seeker *seeker)
{
    seeker->rechecks++;
    writes_recheck(core, seeker_check, seeker->number);
}

static void look_again_in(struct core *core, int64_t wait_ms)
{
    int64_t due_ms = core->now.mono_ms + wait_ms;
    if (due_ms < core->quick.due_ms)
        core->quick.due_ms = due_ms;
}

/* The game was taken back: a player taken out for it waits again. */
static void seeker_restored(struct core *core, void *owner)
{
    seeker_recheck(core, owner);
    look_again_in(core, QUICK_STEP_MS);
}

static void seeker_done(struct core *core, struct seeker *seeker, bool is_paired)
{
    static const struct writes_owner owner = {.restored = seeker_restored};
    writes_touch(core, &seeker->state, sizeof(seeker->state), &owner, seeker);
    seeker->state = (struct seeker_state){
        .is_done = true, .is_paired = is_paired, .waited_ms = core->now.mono_ms - seeker->since_ms};
    seeker_recheck(core, seeker);
}

uint64_t quick_wait(struct core *core, struct player *player, const struct room_terms *terms,
                    int within)
{
    struct seeker *seeker = mem_zero(sizeof(*seeker));
    seeker->number = ++core->quick.last_number;
    seeker->pool = pool_take(core, terms);
    seeker->player = player;
    seeker->within = within;
    seeker->since_ms = core->now.mono_ms;
    player->seeker = seeker;
    DL_APPEND2(seeker->pool->seekers, seeker, pool_prev, pool_next);
    seeker->pool->seeker_count++;
    HASH_ADD(by_number, core->quick.seekers, number, sizeof(seeker->number), seeker);
    return seeker->number;
}

void quick_told(struct player *player, const struct key_mark *mark,
                const struct room_quick_reply *reply)
{
    player->seeker->mark = *mark;
    player->seeker->told = *reply;
}

const struct room_quick_reply *quick_repeats(const struct player *player,
                                             const struct key_mark *mark)
{
    const struct seeker *seeker = player->seeker;
    bool is_repeat = quick_is_waiting(player) && mark->key != 0 && seeker->mark.key == mark->key &&
                     seeker->mark.request == mark->request;
    return is_repeat ? &seeker->told : NULL;
}

bool quick_is_waiting(const struct player *player)
{
    return player->seeker != NULL && is_active(player->seeker);
}

void quick_player_went(struct core *core, struct player *player)
{
    struct seeker *seeker = player->seeker;
    if (seeker == NULL)
        return;
    player->seeker = NULL;
    seeker->player = NULL;
    seeker_recheck(core, seeker);
}

void quick_take_back(struct core *core, uint64_t conn, uint64_t number)
{
    const struct seeker *seeker = seeker_find(core, number);
    (void)conn;
    if (seeker != NULL && seeker->player != NULL)
        quick_player_went(core, seeker->player);
}

/* Why the player cannot begin the game that is waited for; NONE: could. */
static int reason_to_leave(const struct core *core, const struct player *player)
{
    if (seating_check(player, &player->seeker->pool->clock) != 0)
        return UNQUEUED_WORD_CLOCK_IS_RUNNING;
    return room_is_one_too_many(core, player) ? UNQUEUED_WORD_TOO_MANY_ROOMS : NONE;
}

void quick_recheck(struct core *core, struct player *player)
{
    if (!quick_is_waiting(player))
        return;
    const struct room_unqueued_event unqueued = {.reason = reason_to_leave(core, player)};
    if (unqueued.reason == NONE)
        return;
    seeker_done(core, player->seeker, false);
    player_tell(core, player, EVENT_ROOM_UNQUEUED, &unqueued);
}

void quick_match_began(struct core *core, struct room *room)
{
    for (int i = 0; i < ROOM_SEATS; i++)
        quick_recheck(core, room->links[i].player);
}

/* ------------------------------------------------------------------ what is known */

/* A connection that ends hears nothing any more. */
static bool is_listening(const struct core *core, const struct player *player)
{
    const struct login *login = player->logins;
    while (login != NULL && !conn_is_open(core, login->conn))
        login = login->next;
    return login != NULL && !player->is_leaving;
}

size_t quick_others(const struct core *core, const struct player *player)
{
    const struct seeker *seeker;
    size_t count = 0;
    DL_FOREACH2(player->seeker->pool->seekers, seeker, pool_next)
        count += is_active(seeker) && is_listening(core, seeker->player) && seeker->player != player
                     ? 1
                     : 0;
    return count;
}

int64_t quick_estimate_ms(const struct player *player)
{
    const struct pool *pool = player->seeker->pool;
    int64_t waits_ms[POOL_WAITS_KEPT];
    size_t count = pool->wait_count < POOL_WAITS_KEPT ? pool->wait_count : POOL_WAITS_KEPT;
    memcpy(waits_ms, pool->waits_ms, sizeof(waits_ms));
    return count > 0 ? pairing_estimate(waits_ms, count) : NONE;
}

/* ------------------------------------------------------------------ pairing */

/* Those of a pool who could begin a game now, by the order in which they came. In the arena. */
struct candidates {
    const struct core *core;
    bool are_rated;
    struct seeker **seekers;
    struct pairing_pool pool;
};

static bool are_apart(const void *ctx, size_t a, size_t b)
{
    const struct candidates *candidates = ctx;
    const struct player *player = candidates->seekers[a]->player;
    const struct player *opponent = candidates->seekers[b]->player;
    int64_t retry_after_ms = 0;
    return players_are_apart(player, opponent) ||
           (candidates->are_rated &&
            seating_check_rated(candidates->core, player, opponent, &retry_after_ms) != 0);
}

/* Whether the seeker could begin a game now. */
static bool is_candidate(const struct core *core, const struct seeker *seeker)
{
    return is_active(seeker) && is_listening(core, seeker->player) &&
           player_conduct_wait_ms(core, seeker->player) == 0 &&
           ratings_gate(core, seeker->player) == 0 &&
           (!seeker->pool->rated || rated_pairs_gate(core, seeker->player) == 0) &&
           !room_is_one_too_many(core, seeker->player) &&
           seating_check(seeker->player, &seeker->pool->clock) == 0;
}

static void candidates_add(const struct core *core, struct candidates *candidates,
                           struct seeker *seeker)
{
    int64_t points = ratings_points(seeker->player, seeker->pool->variant->id);
    candidates->pool.seekers[candidates->pool.count] = (struct pairing_seeker){
        .number = seeker->number,
        .player = seeker->player->id,
        .last = seeker->player->last_paired,
        .points = points != NONE ? (int)points : LOBBY_POINTS_UNRATED,
        .within = seeker->within,
        .waited_ms = core->now.mono_ms - seeker->since_ms,
    };
    candidates->seekers[candidates->pool.count++] = seeker;
}

static struct candidates *candidates_find(struct core *core, const struct pool *pool)
{
    struct candidates *candidates = arena_alloc(&core->arena, sizeof(*candidates));
    struct seeker *seeker;
    candidates->core = core;
    candidates->are_rated = pool->rated;
    candidates->seekers = arena_alloc(&core->arena, pool->seeker_count * sizeof(struct seeker *));
    candidates->pool = (struct pairing_pool){
        .seekers = arena_alloc(&core->arena, pool->seeker_count * sizeof(struct pairing_seeker)),
        .are_apart = are_apart,
        .ctx = candidates,
    };
    DL_FOREACH2(pool->seekers, seeker, pool_next)
        if (is_candidate(core, seeker))
            candidates_add(core, candidates, seeker);
    return candidates;
}

static void meet(struct core *core, struct seeker *const pair[2])
{
    const struct pool *pool = pair[0]->pool;
    struct player *const players[2] = {pair[0]->player, pair[1]->player};
    const struct room_terms terms = {.variant = pool->variant,
                                     .rated = pool->rated,
                                     .first = FIRST_WORD_RANDOM,
                                     .clock = pool->clock};
    for (int i = 0; i < 2; i++) {
        seeker_done(core, pair[i], true);
        writes_touch(core, &players[i]->last_paired, sizeof(players[i]->last_paired), NULL, NULL);
        players[i]->last_paired = players[1 - i]->id;
    }
    room_pair(core, players, &terms);
    for (int i = 0; i < 2; i++)
        keys_put(core, players[i]->id, OP_ROOM_QUICK, &pair[i]->mark, &pair[i]->told);
}

/* Begins the games that can begin. Returns whether time may bring somebody an opponent. */
static bool pool_run(struct core *core, struct pool *pool)
{
    const struct candidates *candidates = candidates_find(core, pool);
    size_t half = candidates->pool.count / 2;
    struct pairing_pair *pairs = arena_alloc(&core->arena, half * sizeof(*pairs));
    size_t count = pairing_step(&candidates->pool, &pool->turn, pairs);
    for (size_t i = 0; i < count; i++)
        meet(core, (struct seeker *[]){candidates->seekers[pairs[i].places[0]],
                                       candidates->seekers[pairs[i].places[1]]});
    return pool->seeker_count > 1;
}

static bool may_pair(const struct core *core)
{
    return !core->writes.is_failing && !core->is_shutting_down;
}

void quick_run(struct core *core, const struct player *player)
{
    struct seeker *newcomer = player->seeker;
    if (!may_pair(core) || newcomer->pool->seeker_count < 2)
        return;
    look_again_in(core, QUICK_STEP_MS);
    const struct candidates *candidates = candidates_find(core, newcomer->pool);
    size_t last = candidates->pool.count - 1;
    if (candidates->pool.count == 0 || candidates->seekers[last] != newcomer)
        return; /* the player cannot begin a game now */
    size_t other = pairing_welcome(&candidates->pool, last);
    if (other <= last)
        meet(core, (struct seeker *[]){candidates->seekers[other], newcomer});
}

void quick_points_changed(struct core *core, uint64_t player)
{
    (void)player;
    look_again_in(core, 0);
}

void quick_tick(struct core *core)
{
    if (core->now.mono_ms < core->quick.due_ms || !may_pair(core))
        return;
    bool is_waiting = false;
    struct pool *pool;
    DL_FOREACH(core->quick.pools, pool)
        if (pool->seeker_count > 1) /* most wait alone, each for a clock of their own */
            is_waiting = pool_run(core, pool) || is_waiting;
    core->quick.due_ms = is_waiting ? core->now.mono_ms + QUICK_STEP_MS : INT64_MAX;
}

int64_t quick_next_ms(const struct core *core)
{
    return may_pair(core) ? core->quick.due_ms : INT64_MAX;
}

void quick_deinit(struct core *core)
{
    struct seeker *seeker;
    struct seeker *next;
    HASH_ITER(by_number, core->quick.seekers, seeker, next)
        seeker_free(core, seeker);
    while (core->quick.pools != NULL)
        pool_free(core, core->quick.pools);
}
