/* SPDX-License-Identifier: MIT */
/*
 * A small random generator for tests (splitmix64): the same seed gives the same numbers everywhere.
 */
#ifndef PENTAD_TESTS_SUPPORT_RANDOM_H
#define PENTAD_TESTS_SUPPORT_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* From 0 to bound - 1; `bound` is not 0. */
static inline uint64_t random_below(uint64_t *state, uint64_t bound)
{
    return random_next(state) % bound;
}

#endif
