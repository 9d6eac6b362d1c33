/* SPDX-License-Identifier: MIT */
/*
 * One number for many thoughts. Whatever this was compiled with, and for whatever machine, it is
 * the same: the promise of brain/README.md.
 */
#ifndef PENTAD_TESTS_BENCH_BRAIN_SAME_H
#define PENTAD_TESTS_BENCH_BRAIN_SAME_H

#include <stdint.h>

/* The number for so many positions of chance: games by exactly five and by five or more, openings
 * of Swap2, and boards of 5x5 to 20x20 that were set up, with unequal counts of stones. Each is
 * thought about with three limits of nodes and two sizes of the table of positions, and once by
 * some weaker player. Not for two threads at once. 0 if something went wrong. */
uint64_t same(uint32_t positions);

#endif
