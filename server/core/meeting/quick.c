/* SPDX-License-Identifier: MIT */
/*
 * Waiting players, and how they meet: one another, or the opener of a room that waits for the same.
 * An entry lives until everything is settled that may bring it back.
 */
#include "server/core/meeting/quick.h"

#include "base/memory.h"
#include "server/core/desk/conn.h"
#include "server/core/meeting/lobby.h"
#include "server/core/meeting/state.h"
#include "server/core/people/conduct.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/people/ratings.h"
#include "server/core/rules/pairing.h"
#include "server/core/table/room.h"
#include "server/core/table/room_game.h"
#include "server/core/table/seating.h"
#include "server/core/table/view.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* How often windows are looked at anew. */
#define QUICK_STEP_MS 1000

/* ------------------------------------------------------------------ entries */

static struct seeker *seeker_find(struct core *core, uint64_t number)
{
    struct seeker *seeker = NULL;
    HASH_FIND(by_number, core->meeting->quick.seekers, &number, sizeof(number), seeker);
    return seeker;
}

/* The seeker of a player who waits, or was paired just now; NULL: there is none. */
static struct seeker *seeker_of(const struct core *core, const struct player *player)
{
    return id_table_find(&core->meeting->quick.seekers_by_player, player_id(player));
}

static bool is_active(const struct seeker *seeker)
{
    return seeker->player != 0 && !seeker->state.is_done;
}

static void seeker_free(struct core *core, struct seeker *seeker)
{
    if (seeker->player != 0)
        id_table_remove(&core->meeting->quick.seekers_by_player, seeker->player);
    for (size_t i = 0; i < seeker->places_count; i++) {
        DL_DELETE(seeker->places[i].pool->seekers, &seeker->places[i]);
        seeker->places[i].pool->seeker_count--;
    }
    HASH_DELETE(by_number, core->meeting->quick.seekers, seeker);
    free(seeker);
    pools_trim(core);
}

/* Everything is settled: a pair stays paired, and nobody comes back. */
static void seeker_check(struct core *core, uint64_t number)
{
    struct seeker *seeker = seeker_find(core, number);
    if (seeker == NULL || --seeker->rechecks > 0 || is_active(seeker))
        return;
    for (size_t i = 0; i < seeker->places_count; i++) {
        struct pool *pool = seeker->places[i].pool;
        if (pool == seeker->state.paired)
            pool->waits_ms[pool->wait_count++ % POOL_WAITS_KEPT] = seeker->state.waited_ms;
    }
    seeker_free(core, seeker);
}

static void seeker_recheck(struct core *core, struct seeker *seeker)
{
    seeker->rechecks++;
    writes_recheck(core, seeker_check, seeker->number);
}

static void look_again_in(struct core *core, int64_t wait_ms)
{
    struct deadline *look = &core->meeting->quick.look;
    int64_t at_ms = uptime_ms(core) + wait_ms;
    if (look->place == 0 || at_ms < look->at_ms)
        due_set(core, DUE_PAIRING, look, at_ms);
}

/* The game was taken back: a player taken out for it waits again. */
static void seeker_restored(struct core *core, void *owner)
{
    seeker_recheck(core, owner);
    look_again_in(core, QUICK_STEP_MS);
}

static void seeker_done(struct core *core, struct seeker *seeker, const struct pool *paired)
{
    static const struct writes_owner owner = {.restored = seeker_restored};
    writes_touch(core, &seeker->state, sizeof(seeker->state), &owner, seeker);
    seeker->state = (struct seeker_state){
        .is_done = true, .paired = paired, .waited_ms = core->now.mono_ms - seeker->since_ms};
    seeker_recheck(core, seeker);
}

static void place_take(struct core *core, struct seeker *seeker, const struct room_terms *terms)
{
    struct seeker_place *place = &seeker->places[seeker->places_count++];
    *place = (struct seeker_place){.seeker = seeker, .pool = pool_take(core, terms)};
    DL_APPEND(place->pool->seekers, place);
    place->pool->seeker_count++;
}

uint64_t quick_wait(struct core *core, struct player *player, const struct quick_wish *wish)
{
    struct seeker *seeker =
        mem_zero(sizeof(*seeker) + wish->variants_count * sizeof(seeker->places[0]));
    struct room_terms terms = wish->terms;
    seeker->number = ++core->meeting->quick.last_number;
    seeker->player = player_id(player);
    seeker->within = wish->within;
    seeker->since_ms = core->now.mono_ms;
    id_table_add(&core->meeting->quick.seekers_by_player, seeker->player, seeker);
    for (size_t i = 0; i < wish->variants_count; i++) {
        terms.variant = wish->variants[i];
        place_take(core, seeker, &terms);
    }
    HASH_ADD(by_number, core->meeting->quick.seekers, number, sizeof(seeker->number), seeker);
    return seeker->number;
}

void quick_told(struct core *core, const struct player *player, const struct key_mark *mark,
                const struct room_quick_reply *reply)
{
    struct seeker *seeker = seeker_of(core, player);
    seeker->mark = *mark;
    seeker->told = *reply;
}

const struct room_quick_reply *quick_repeats(const struct core *core, const struct player *player,
                                             const struct key_mark *mark)
{
    const struct seeker *seeker = seeker_of(core, player);
    bool is_repeat = quick_is_waiting(core, player) && mark->key != 0 &&
                     seeker->mark.key == mark->key && seeker->mark.request == mark->request;
    return is_repeat ? &seeker->told : NULL;
}

bool quick_is_waiting(const struct core *core, const struct player *player)
{
    const struct seeker *seeker = seeker_of(core, player);
    return seeker != NULL && is_active(seeker);
}

bool quick_is_settled(const struct core *core, const struct player *player)
{
    return seeker_of(core, player) == NULL;
}

void quick_player_went(struct core *core, struct player *player)
{
    struct seeker *seeker = seeker_of(core, player);
    if (seeker == NULL)
        return;
    id_table_remove(&core->meeting->quick.seekers_by_player, seeker->player);
    seeker->player = 0;
    seeker_recheck(core, seeker);
}

void quick_take_back(struct core *core, uint64_t conn, uint64_t number)
{
    const struct seeker *seeker = seeker_find(core, number);
    (void)conn;
    if (seeker != NULL && seeker->player != 0)
        quick_player_went(core, player_find(core, seeker->player));
}

/* Why the player cannot begin the game that is waited for; NONE: could. */
static int reason_to_leave(const struct core *core, const struct player *player)
{
    if (seating_check(core, player, &seeker_of(core, player)->places[0].pool->clock) != 0)
        return UNQUEUED_WORD_CLOCK_IS_RUNNING;
    return room_is_one_too_many(core, player) ? UNQUEUED_WORD_TOO_MANY_ROOMS : NONE;
}

void quick_recheck(struct core *core, struct player *player)
{
    if (!quick_is_waiting(core, player))
        return;
    const struct room_unqueued_event unqueued = {.reason = reason_to_leave(core, player)};
    if (unqueued.reason == NONE)
        return;
    seeker_done(core, seeker_of(core, player), NULL);
    player_tell(core, player, EVENT_ROOM_UNQUEUED, &unqueued);
}

void quick_match_began(struct core *core, struct room *room)
{
    for (int i = 0; i < ROOM_SEATS; i++)
        quick_recheck(core, room_player(core, room, i));
}

/* ------------------------------------------------------------------ what is known */

/* Whether the seeker waits, and would hear of an opponent. */
static bool is_listening(const struct core *core, const struct seeker *seeker)
{
    return is_active(seeker) && login_is_listening(core, player_find(core, seeker->player));
}

static size_t count_others(const struct core *core, const struct pool *pool, uint64_t player)
{
    const struct seeker_place *place;
    size_t count = 0;
    DL_FOREACH(pool->seekers, place)
        count += place->seeker->player != player && is_listening(core, place->seeker) ? 1 : 0;
    return count;
}

/* Whether somebody of that pool is in one of the first `count` of the seeker's, too. */
static bool is_before(const struct seeker *seeker, size_t count, const struct seeker *other)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < other->places_count; k++)
            if (other->places[k].pool == seeker->places[i].pool)
                return true;
    return false;
}

size_t quick_others(const struct core *core, const struct player *player)
{
    const struct seeker *seeker = seeker_of(core, player);
    const struct seeker_place *place;
    size_t count = 0;
    for (size_t i = 0; i < seeker->places_count; i++)
        DL_FOREACH(seeker->places[i].pool->seekers, place)
            count += place->seeker != seeker && is_listening(core, place->seeker) &&
                             !is_before(seeker, i, place->seeker)
                         ? 1
                         : 0;
    return count;
}

static bool lets_through(const struct lobby_filter *filter, const struct pool *pool)
{
    return (filter->variant == NULL || filter->variant == pool->variant) &&
           (filter->stakes == NONE || (filter->stakes == STAKES_WORD_RATED) == pool->rated) &&
           (filter->clock_kind == NONE || filter->clock_kind == (int)pool->clock.kind);
}

size_t quick_waiting(struct core *core, const struct player *player,
                     const struct lobby_filter *filter, const struct waiting_record **out)
{
    struct waiting_record *told =
        arena_alloc(&core->arena, QUICK_POOLS_TOLD * sizeof(struct waiting_record));
    size_t count = 0;
    const struct pool *pool;
    for (int guests_only = 0; guests_only <= 1; guests_only++) {
        DL_FOREACH(core->meeting->quick.pools, pool) {
            bool is_next = pool_has_account(core, pool) != (guests_only == 1);
            size_t others = is_next && lets_through(filter, pool)
                                ? count_others(core, pool, player != NULL ? player_id(player) : 0)
                                : 0;
            if (others > 0 && count < QUICK_POOLS_TOLD)
                told[count++] = (struct waiting_record){.variant = pool->variant,
                                                        .rated = pool->rated,
                                                        .clock = view_clock(core, &pool->clock),
                                                        .players = (int64_t)others};
        }
    }
    *out = told;
    return count;
}

static int64_t estimate_ms(const struct pool *pool)
{
    int64_t waits_ms[POOL_WAITS_KEPT];
    size_t count = pool->wait_count < POOL_WAITS_KEPT ? pool->wait_count : POOL_WAITS_KEPT;
    memcpy(waits_ms, pool->waits_ms, sizeof(waits_ms));
    return count > 0 ? pairing_estimate(waits_ms, count) : NONE;
}

int64_t quick_estimate_ms(const struct core *core, const struct player *player)
{
    const struct seeker *seeker = seeker_of(core, player);
    int64_t least_ms = NONE;
    for (size_t i = 0; i < seeker->places_count; i++) {
        int64_t ms = estimate_ms(seeker->places[i].pool);
        least_ms = least_ms == NONE || (ms != NONE && ms < least_ms) ? ms : least_ms;
    }
    return least_ms;
}

/* ------------------------------------------------------------------ pairing */

/* Somebody who could begin a game now: who waits, or the opener of a room that does. */
struct candidate {
    struct seeker *seeker; /* NULL: it is a room */
    struct room *room;
    struct player *player;
};

/* Those of a pool, by the order in which they came. In the arena. */
struct candidates {
    const struct core *core;
    bool are_rated;
    const struct pool *of;
    struct candidate *all;
    struct pairing_pool pool;
};

static bool are_apart(const void *ctx, size_t a, size_t b)
{
    const struct candidates *candidates = ctx;
    const struct player *player = candidates->all[a].player;
    const struct player *opponent = candidates->all[b].player;
    bool are_rooms = candidates->all[a].room != NULL && candidates->all[b].room != NULL;
    int64_t retry_after_ms = 0;
    return are_rooms || player == opponent || players_are_apart(player, opponent) ||
           (candidates->are_rated &&
            seating_check_rated(candidates->core, player, opponent, &retry_after_ms) != 0);
}

/* Whether the player is not paused, nothing is on its way to the disk that a game of the pool has
 * to wait for, and the player's clock does not run elsewhere. */
static bool may_begin(const struct core *core, const struct player *player, const struct pool *pool)
{
    return player_conduct_wait_ms(core, player) == 0 && ratings_gate(core, player) == 0 &&
           (!pool->rated || rated_pairs_gate(core, player) == 0) &&
           seating_check(core, player, &pool->clock) == 0;
}

/* Whether the seeker could begin a game now. */
static bool is_candidate(const struct core *core, const struct seeker_place *place)
{
    const struct player *player = player_find(core, place->seeker->player);
    return is_listening(core, place->seeker) && !room_is_one_too_many(core, player) &&
           may_begin(core, player, place->pool);
}

/* The room of the seat, if somebody could join it now; else NULL. */
static struct room *candidate_room(struct core *core, const struct open_seat *seat)
{
    struct room *room = room_find(core, seat->room);
    if (room == NULL || !pool_room_waits(room))
        return NULL;
    const struct player *opener = room_player(core, room, 0);
    bool is_here = login_is_listening(core, opener) || room_waits_for_days(core, room);
    return is_here && may_begin(core, opener, seat->pool) ? room : NULL;
}

static void candidates_add(const struct core *core, struct candidates *candidates,
                           const struct candidate *candidate, const struct pairing_seeker *seeker,
                           const struct pool *pool)
{
    int64_t points = ratings_points(candidate->player, pool->variant->id);
    struct pairing_seeker *added = &candidates->pool.seekers[candidates->pool.count];
    *added = *seeker;
    added->player = player_id(candidate->player);
    added->last = remembered_get(&core->meeting->quick.last_opponents, added->player);
    added->points = points != NONE ? (int)points : LOBBY_POINTS_UNRATED;
    candidates->all[candidates->pool.count++] = *candidate;
}

static void candidates_add_seeker(const struct core *core, struct candidates *candidates,
                                  const struct seeker_place *place)
{
    struct seeker *seeker = place->seeker;
    if (is_candidate(core, place))
        candidates_add(
            core, candidates,
            &(struct candidate){.seeker = seeker, .player = player_find(core, seeker->player)},
            &(struct pairing_seeker){.number = seeker->number,
                                     .within = seeker->within,
                                     .waited_ms = core->now.mono_ms - seeker->since_ms},
            place->pool);
}

/* Anybody may join it: the opener takes every opponent at once. */
static void candidates_add_room(struct core *core, struct candidates *candidates,
                                const struct open_seat *seat)
{
    struct room *room = candidate_room(core, seat);
    if (room != NULL)
        candidates_add(core, candidates,
                       &(struct candidate){.room = room, .player = room_player(core, room, 0)},
                       &(struct pairing_seeker){
                           .number = seat->number, .within = PAIRING_ANY, .waited_ms = INT64_MAX},
                       seat->pool);
}

static struct candidates *candidates_find(struct core *core, const struct pool *pool)
{
    struct candidates *candidates = arena_alloc(&core->arena, sizeof(*candidates));
    size_t most = pool->seeker_count + pool->seat_count;
    const struct seeker_place *place = pool->seekers;
    const struct open_seat *seat = pool->seats;
    candidates->core = core;
    candidates->of = pool;
    candidates->are_rated = pool->rated;
    candidates->all = arena_alloc(&core->arena, most * sizeof(struct candidate));
    candidates->pool = (struct pairing_pool){
        .seekers = arena_alloc(&core->arena, most * sizeof(struct pairing_seeker)),
        .are_apart = are_apart,
        .ctx = candidates,
    };
    while (place != NULL || seat != NULL) {
        if (seat == NULL || (place != NULL && place->seeker->number < seat->number)) {
            candidates_add_seeker(core, candidates, place);
            place = place->next;
        } else {
            candidates_add_room(core, candidates, seat);
            seat = seat->next;
        }
    }
    return candidates;
}

static void seeker_paired(struct core *core, struct seeker *seeker, const struct pool *pool,
                          const struct player *opponent)
{
    uint64_t *last = remembered_place(&core->meeting->quick.last_opponents, seeker->player);
    seeker_done(core, seeker, pool);
    writes_touch(core, last, sizeof(*last), NULL, NULL);
    *last = player_id(opponent);
}

static void answer_keeps(struct core *core, const struct seeker *seeker,
                         const struct player *player)
{
    keys_put(core, player_id(player), OP_ROOM_QUICK, &seeker->mark, &seeker->told);
}

static void meet_seeker(struct core *core, const struct pool *pool, struct seeker *const pair[2])
{
    struct player *const players[2] = {player_find(core, pair[0]->player),
                                       player_find(core, pair[1]->player)};
    const struct room_terms terms = {.variant = pool->variant,
                                     .rated = pool->rated,
                                     .first = FIRST_WORD_RANDOM,
                                     .clock = pool->clock};
    for (int i = 0; i < 2; i++)
        seeker_paired(core, pair[i], pool, players[1 - i]);
    room_pair(core, players, &terms);
    for (int i = 0; i < 2; i++)
        answer_keeps(core, pair[i], players[i]);
}

static void meet_opener(struct core *core, const struct pool *pool, struct seeker *seeker,
                        struct room *room)
{
    struct player *player = player_find(core, seeker->player);
    const struct player *opener = room_player(core, room, 0);
    if (room_join_check(core, room, player, &(int64_t){0}) != 0)
        return; /* the two wait on */
    seeker_paired(core, seeker, pool, opener);
    room_join_paired(core, room, player);
    answer_keeps(core, seeker, player);
}

static void meet(struct core *core, const struct candidates *candidates, size_t a, size_t b)
{
    const struct candidate *one = &candidates->all[a];
    const struct candidate *other = &candidates->all[b];
    if (one->room != NULL)
        meet_opener(core, candidates->of, other->seeker, one->room);
    else if (other->room != NULL)
        meet_opener(core, candidates->of, one->seeker, other->room);
    else
        meet_seeker(core, candidates->of, (struct seeker *[]){one->seeker, other->seeker});
}

/* Whether somebody waits there, and not alone. */
static bool can_pair(const struct pool *pool)
{
    return pool->seekers != NULL && pool->seeker_count + pool->seat_count > 1;
}

/* Begins the games that can begin. Returns whether time may bring somebody an opponent. */
static bool pool_run(struct core *core, struct pool *pool)
{
    const struct candidates *candidates = candidates_find(core, pool);
    size_t half = candidates->pool.count / 2;
    struct pairing_pair *pairs = arena_alloc(&core->arena, half * sizeof(*pairs));
    size_t count = pairing_step(&candidates->pool, &pool->turn, pairs);
    for (size_t i = 0; i < count; i++)
        meet(core, candidates, pairs[i].places[0], pairs[i].places[1]);
    return can_pair(pool);
}

/* Looks for an opponent of the one who came to the pool last. */
static void welcome(struct core *core, const struct seeker_place *newcomer)
{
    const struct candidates *candidates = candidates_find(core, newcomer->pool);
    size_t last = candidates->pool.count - 1;
    if (candidates->pool.count == 0 || candidates->all[last].seeker != newcomer->seeker)
        return; /* the player cannot begin a game now */
    size_t other = pairing_welcome(&candidates->pool, last);
    if (other <= last)
        meet(core, candidates, other, last);
}

void quick_run(struct core *core, const struct player *player)
{
    const struct seeker *newcomer = seeker_of(core, player);
    for (size_t i = 0; i < newcomer->places_count && core_can_store(core); i++) {
        if (!is_active(newcomer) || !can_pair(newcomer->places[i].pool))
            continue;
        look_again_in(core, QUICK_STEP_MS);
        welcome(core, &newcomer->places[i]);
    }
}

void quick_points_changed(struct core *core, uint64_t player)
{
    (void)player;
    look_again_in(core, 0);
}

bool quick_room_changed(struct core *core, uint64_t id)
{
    if (pool_room_changed(core, id))
        look_again_in(core, 0);
    return false;
}

void quick_fall_due(struct core *core, struct deadline *deadline)
{
    bool is_waiting = false;
    struct pool *pool;
    DL_FOREACH(core->meeting->quick.pools, pool)
        if (can_pair(pool)) /* most wait alone, each for a clock of their own */
            is_waiting = pool_run(core, pool) || is_waiting;
    due_set(core, DUE_PAIRING, deadline, is_waiting ? uptime_ms(core) + QUICK_STEP_MS : INT64_MAX);
}

void quick_deinit(struct core *core)
{
    due_set(core, DUE_PAIRING, &core->meeting->quick.look, INT64_MAX);
    struct seeker *seeker;
    struct seeker *next;
    HASH_ITER(by_number, core->meeting->quick.seekers, seeker, next)
        seeker_free(core, seeker);
    id_table_deinit(&core->meeting->quick.seekers_by_player);
    remembered_deinit(&core->meeting->quick.last_opponents);
    pools_free(core);
}

/* ------------------------------------------------------------------ pools */

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
    const struct seeker_place *place;
    DL_FOREACH(pool->seekers, place) {
        uint64_t player = place->seeker->player;
        if (player != 0 && !known_is_guest(player_known(player_find(core, player))))
            return true;
    }
    return false;
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
