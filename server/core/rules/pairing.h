/* SPDX-License-Identifier: MIT */
/*
 * The choice of opponents among waiting players: a pure function of who they are and how long they
 * have been waiting. Safe on every thread.
 */
#ifndef PENTAD_SERVER_CORE_PAIRING_H
#define PENTAD_SERVER_CORE_PAIRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How far apart two ratings may be at once, and how much farther with every second of waiting. */
#define PAIRING_WINDOW 100
#define PAIRING_WIDENS 20
/* Nobody's rating is farther away than that. */
#define PAIRING_ANY 10000

struct pairing_seeker {
    uint64_t number; /* larger for those who came later */
    uint64_t player; /* 0: has an opponent by now */
    uint64_t last;   /* the opponent of the last paired game; 0: none */
    int points;
    int within; /* no opponent farther away, however long it takes */
    int64_t waited_ms;
};

/* Whether one of the two blocked the other. */
typedef bool pairing_apart_fn(const void *ctx, size_t a, size_t b);

/* Players who want the same, by their numbers: the one who waits longest is the first. */
struct pairing_pool {
    struct pairing_seeker *seekers;
    size_t count;
    pairing_apart_fn *are_apart;
    const void *ctx;
};

/* Two of them, by their places. */
struct pairing_pair {
    size_t places[2];
};

/* How far away an opponent's rating may be after that time. */
int pairing_window(int64_t waited_ms, int within);

/* The rule: the one who waits longest is served first, by the nearest rating. Both windows have to
 * hold. Two who played each other last are a pair only if neither of them could ever get somebody
 * else who waits. */

/* The opponent of the one who came last, at place `newcomer`: the longest waiting of those who may
 * meet him. Returns the place; `count`: nobody yet. */
size_t pairing_welcome(const struct pairing_pool *pool, size_t newcomer);

/* Looks for opponents of those whose turn it is, and takes both out of the pool. Of a large pool
 * these are only some, so that the work is bounded; the next call goes on behind them, and
 * everybody has a turn however many wait. `turn` is 0 at first and belongs to the pool; `pairs_out`
 * has room for half of the pool. Returns the number of pairs. */
size_t pairing_step(const struct pairing_pool *pool, uint64_t *turn,
                    struct pairing_pair *pairs_out);
/* How many have their turn in one call. */
size_t pairing_turns(size_t count);

/* How long one waits: the median of `waits_ms`, which is sorted on the way. */
int64_t pairing_estimate(int64_t *waits_ms, size_t count);

#endif
