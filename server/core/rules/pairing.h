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

/* The distance that two ratings may have at once, and how much it grows with every second of
 * waiting. */
#define PAIRING_WINDOW 100
#define PAIRING_WIDENS 20
/* A distance that no two ratings exceed. */
#define PAIRING_ANY 10000

struct pairing_seeker {
    uint64_t number; /* later ones are larger */
    uint64_t player; /* 0: has an opponent by now */
    uint64_t last;   /* the opponent of the last paired game; 0: none */
    int points;
    int within; /* the largest distance, however long it takes */
    int64_t waited_ms;
};

/* Returns true if one of the two blocked the other. */
typedef bool pairing_apart_fn(const void *ctx, size_t a, size_t b);

/* Players who want the same, by their numbers: the one who waits longest first. */
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

/* The distance that an opponent's rating may have after that time. */
int pairing_window(int64_t waited_ms, int within);

/* The rule: the one who waits longest is served first, with the nearest rating that is within the
 * windows of both. Two who just played each other are paired only if neither could ever be paired
 * with somebody else who waits. */

/* The opponent of the one who came last, at place `newcomer`: of those who may meet the newcomer,
 * the one who waits longest. Returns the place; `count`: nobody yet. */
size_t pairing_welcome(const struct pairing_pool *pool, size_t newcomer);

/* Looks for opponents of those whose turn it is, and takes the pairs out of the pool. In a large
 * pool only some have their turn, so that the work is bounded; the next call goes on after them, so
 * that everybody gets a turn. `turn` is 0 at first and belongs to the pool; `pairs_out` has room
 * for half of the pool. Returns the number of pairs. */
size_t pairing_step(const struct pairing_pool *pool, uint64_t *turn,
                    struct pairing_pair *pairs_out);
/* The number of players who have their turn in one call. */
size_t pairing_turns(size_t count);

/* The usual wait: the median of `waits_ms`, which it sorts. */
int64_t pairing_estimate(int64_t *waits_ms, size_t count);

#endif
