/* SPDX-License-Identifier: MIT */
/*
 * The mixing of splitmix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom
 * Number Generators", OOPSLA 2014): numbers without a pattern, the same on every machine.
 */
#ifndef PENTAD_ENGINE_MIX_H
#define PENTAD_ENGINE_MIX_H

#include <stdint.h>

/* The distance between numbers that are mixed one after the other. */
#define MIX_STEP UINT64_C(0x9E3779B97F4A7C15)

static inline uint64_t mix__number(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

#endif
