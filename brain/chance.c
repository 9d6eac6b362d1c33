/* SPDX-License-Identifier: MIT */
/*
 * Numbers from a seed. The generator is splitmix64 (Steele, Lea, Flood: "Fast Splittable
 * Pseudorandom Number Generators", OOPSLA 2014).
 */
#include "brain/chance.h"

uint64_t chance__next(struct chance *chance)
{
    uint64_t z = chance->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

uint64_t chance__below(struct chance *chance, uint64_t bound)
{
    /* Drawn again where a last, shorter round of `bound` numbers would favour the first ones. */
    uint64_t rest = (UINT64_MAX % bound + 1) % bound;
    uint64_t number;
    do
        number = chance__next(chance);
    while (number > UINT64_MAX - rest);
    return number % bound;
}
