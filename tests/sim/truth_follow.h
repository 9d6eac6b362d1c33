/* SPDX-License-Identifier: MIT */
/*
 * The followed players of each, as they were committed: a part of the truth.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_FOLLOW_H
#define PENTAD_TESTS_SIM_TRUTH_FOLLOW_H

#include "db/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim;

#define TRUTH_AWAY_MS (10 * 60 * 1000) /* docs/PROTOCOL.md, follow.came */
#define TRUTH_FOLLOWED_MAX 100         /* follow.list */

/* One follows another one, or did. */
struct truth_follow {
    uint64_t player;
    uint64_t other;
    bool is_over;
    int64_t since_ms;   /* when it was written down that this begins */
    uint64_t told_link; /* the connection that was told last that the other one came, and when */
    int64_t told_ms;
};

/* Everything that there ever was; the simulation owns it. */
struct truth_follows {
    struct truth_follow *rows;
    size_t count, cap;
};

/* The account was deleted. */
void truth__follows_nobody(struct sim *sim, uint64_t player);
/* Whether the one follows the other, or ever did; NULL: never. */
struct truth_follow *truth_follow(struct sim *sim, uint64_t player, uint64_t other);

#endif
