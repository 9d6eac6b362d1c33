/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. Chance from a seed (splitmix64): the same seed gives the same numbers on every
 * machine.
 */
#ifndef PENTAD_BRAIN_CHANCE_H
#define PENTAD_BRAIN_CHANCE_H

#include <stdint.h>

struct chance {
    uint64_t state; /* the seed; any value */
};

uint64_t chance__next(struct chance *chance);
/* Returns 0 to `bound` - 1, each as likely as the others; `bound` is at least 1. */
uint64_t chance__below(struct chance *chance, uint64_t bound);

#endif
