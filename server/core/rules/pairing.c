/* SPDX-License-Identifier: MIT */
/*
 * Pairing. A newcomer is compared with all who wait; as time widens the windows, those who wait are
 * compared with one another, a limited number in each step. Nearly everybody finds an opponent
 * within seconds, so a pool is small unless its players avoid each other.
 */
#include "server/core/rules/pairing.h"

#include <stdlib.h>

int pairing_window(int64_t waited_ms, int within)
{
    int64_t seconds = waited_ms / 1000;
    if (seconds > PAIRING_ANY)
        seconds = PAIRING_ANY;
    int64_t window = PAIRING_WINDOW + seconds * PAIRING_WIDENS;
    return window < within ? (int)window : within;
}

/* Comparisons of two players in a step, about. */
#define STEP_COMPARISONS 65536

static int distance(const struct pairing_pool *pool, size_t a, size_t b)
{
    return abs(pool->seekers[a].points - pool->seekers[b].points);
}

/* Whether the two could be paired if they waited for ever. */
static bool could_meet(const struct pairing_pool *pool, size_t a, size_t b)
{
    const struct pairing_seeker *seekers = pool->seekers;
    int far = distance(pool, a, b);
    return a != b && seekers[a].player != 0 && seekers[b].player != 0 && far <= seekers[a].within &&
           far <= seekers[b].within && !pool->are_apart(pool->ctx, a, b);
}

static bool are_near(const struct pairing_pool *pool, size_t a, size_t b)
{
    const struct pairing_seeker *seekers = pool->seekers;
    int far = distance(pool, a, b);
    return far <= pairing_window(seekers[a].waited_ms, seekers[a].within) &&
           far <= pairing_window(seekers[b].waited_ms, seekers[b].within);
}

static bool met_last(const struct pairing_pool *pool, size_t a, size_t b)
{
    const struct pairing_seeker *seekers = pool->seekers;
    return seekers[a].last == seekers[b].player || seekers[b].last == seekers[a].player;
}

static bool has_another(const struct pairing_pool *pool, size_t one, size_t but)
{
    for (size_t i = 0; i < pool->count; i++)
        if (i != but && could_meet(pool, one, i))
            return true;
    return false;
}

static bool may_meet(const struct pairing_pool *pool, size_t a, size_t b)
{
    if (!are_near(pool, a, b) || !could_meet(pool, a, b))
        return false;
    return !met_last(pool, a, b) || (!has_another(pool, a, b) && !has_another(pool, b, a));
}

size_t pairing_welcome(const struct pairing_pool *pool, size_t newcomer)
{
    for (size_t i = 0; i < pool->count; i++)
        if (may_meet(pool, i, newcomer))
            return i;
    return pool->count;
}

/* Of those equally near the one who waits longest. */
static size_t nearest(const struct pairing_pool *pool, size_t one)
{
    size_t best = pool->count;
    for (size_t i = 0; i < pool->count; i++) {
        bool is_nearer = best == pool->count || distance(pool, one, i) < distance(pool, one, best);
        if (is_nearer && may_meet(pool, one, i))
            best = i;
    }
    return best;
}

size_t pairing_turns(size_t count)
{
    size_t turns = count > 0 ? STEP_COMPARISONS / count : 0;
    if (turns == 0)
        turns = 1;
    return turns < count ? turns : count;
}

/* The place of the first one behind `turn`; of a pool in which all have their turn, the first. */
static size_t place_behind(const struct pairing_pool *pool, uint64_t turn)
{
    size_t place = 0;
    if (pairing_turns(pool->count) == pool->count)
        return 0;
    while (place < pool->count && pool->seekers[place].number <= turn)
        place++;
    return place % pool->count;
}

size_t pairing_step(const struct pairing_pool *pool, uint64_t *turn, struct pairing_pair *pairs_out)
{
    size_t pairs = 0;
    if (pool->count == 0)
        return 0;
    size_t turns = pairing_turns(pool->count);
    size_t first = place_behind(pool, *turn);
    for (size_t i = 0; i < turns; i++) {
        size_t one = (first + i) % pool->count;
        size_t other = nearest(pool, one);
        *turn = pool->seekers[one].number;
        if (other == pool->count)
            continue;
        pool->seekers[one].player = 0;
        pool->seekers[other].player = 0;
        pairs_out[pairs++] = (struct pairing_pair){{one, other}};
    }
    return pairs;
}

static int compare_waits(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a;
    int64_t right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

int64_t pairing_estimate(int64_t *waits_ms, size_t count)
{
    if (count == 0)
        return -1;
    qsort(waits_ms, count, sizeof(*waits_ms), compare_waits);
    return waits_ms[count / 2];
}
