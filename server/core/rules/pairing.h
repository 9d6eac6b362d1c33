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
    uint64_t player;
    uint64_t last; /* the opponent of the last paired game; 0: none */
    int points;
    int within; /* no opponent farther away, however long it takes */
    int64_t waited_ms;
};

/* Whether one of the two blocked the other. */
typedef bool pairing_apart_fn(const void *ctx, size_t a, size_t b);

/* How far away an opponent's rating may be after that time. */
int pairing_window(int64_t waited_ms, int within);

/* The next pair among players who want the same; the one who waits longest comes first in `seekers`
 * and is served first, by the nearest rating. Both windows have to hold. Two who played each other
 * last are a pair only if neither of them could ever get somebody else who waits. False: nobody
 * yet. */
bool pairing_choose(const struct pairing_seeker *seekers, size_t count, pairing_apart_fn *are_apart,
                    const void *ctx, size_t pair_out[2]);

/* How long one waits: the median of `waits_ms`, which is sorted on the way. */
int64_t pairing_estimate(int64_t *waits_ms, size_t count);

#endif
