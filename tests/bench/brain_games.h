/* SPDX-License-Identifier: MIT */
/*
 * Games of the player `pentad` against itself, for what is measured of it: openings of chance that
 * its search holds even, and games between two ways to think.
 */
#ifndef PENTAD_TESTS_BENCH_BRAIN_GAMES_H
#define PENTAD_TESTS_BENCH_BRAIN_GAMES_H

#include "brain/computer.h"
#include "brain/search/search.h"

#include <stdbool.h>
#include <stdint.h>

#define GAMES_MEMORY ((size_t)4 << 20)

/* What one side thinks with. */
struct games_side {
    const struct computer *computer;
    unsigned level;
    uint64_t nodes; /* 0: as many as the level does */
    void *tables;
    void *memory;
};

/* Stops the program with words unless there is memory. */
void *games_allocate(size_t size);

void games_side_init(struct games_side *side, const char *key, unsigned level, uint64_t nodes,
                     const struct variant *variant);
void games_side_deinit(struct games_side *side);

/* Begins a game with an even number of stones of chance, from 4 to 8, near the middle, which
 * `judge` holds at 40 to 60 percent. */
void games_open(struct game *game, const struct variant *variant, const struct games_side *judge,
                uint64_t *chance);

/* What is known of the game by who is to act. */
struct thought games_think(const struct games_side *side, const struct game *game, uint64_t seed);

/* Plays the game to its end: `first` has the stones of SEAT_FIRST. Calls `look` (may be NULL) for
 * each position before its action. Returns 2 for a win of SEAT_FIRST, 1 for a draw, 0 for a loss.
 */
int games_play(struct game *game, const struct games_side *first, const struct games_side *second,
               uint64_t *chance,
               void (*look)(void *ctx, const struct game *game, struct action action), void *ctx);

#endif
