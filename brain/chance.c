/* SPDX-License-Identifier: MIT */
/*
 * Numbers from a seed. The generator is splitmix64 (engine/mix.h).
 */
#include "brain/chance.h"

#include "engine/mix.h"

uint64_t chance__next(struct chance *chance)
{
    return mix__number(chance->state += MIX_STEP);
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
