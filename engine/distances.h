/* SPDX-License-Identifier: MIT */
/*
 * Distances between the boards of a send map: the fewest stones that lead from one to another. From
 * a board to itself that is the shortest way back, 1 where a place sends to its own board. Plain
 * values of the caller; pure functions, in whole numbers.
 */
#ifndef PENTAD_ENGINE_DISTANCES_H
#define PENTAD_ENGINE_DISTANCES_H

#include "engine/send_map.h"

#include <stddef.h>
#include <stdint.h>

#define DISTANCE_NEVER 0 /* no way leads there */

struct distances {
    size_t boards;
    uint8_t stones[NESTED_BOARDS_MAX][NESTED_BOARDS_MAX]; /* [from][to], or DISTANCE_NEVER */
};

/* Finds the shortest ways between all pairs (Floyd and Warshall); no way has the length 0. */
void distances_find(const struct send_map *map, struct distances *distances_out);

/* The number of ordered pairs of boards at each distance; pairs[DISTANCE_NEVER] have no way. */
struct distance_tally {
    uint32_t pairs[NESTED_BOARDS_MAX + 1];
};

/* Tally all pairs, those of a board and itself included; the pairs from one board, to itself
 * included; only the pairs of a board and itself. */
void distances_tally_all(const struct distances *distances, struct distance_tally *tally_out);
void distances_tally_from(const struct distances *distances, size_t board,
                          struct distance_tally *tally_out);
void distances_tally_own(const struct distances *distances, struct distance_tally *tally_out);

/* The shortest and the longest distance of a tally; DISTANCE_NEVER if it has none. */
unsigned distance_tally_least(const struct distance_tally *tally);
unsigned distance_tally_most(const struct distance_tally *tally);

/* A reduced fraction; 0/1 if there are no pairs. */
struct distance_mean {
    uint32_t numerator;
    uint32_t denominator;
};

/* The mean of the pairs that have a way. The others do not count, so a caller that shows the mean
 * also shows how many they are. */
struct distance_mean distance_tally_mean(const struct distance_tally *tally);

#endif
