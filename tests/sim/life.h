/* SPDX-License-Identifier: MIT */
/*
 * The life of a place from its beginning to its end: people come, faults come and go, and now and
 * then all is calm and everything is looked at.
 */
#ifndef PENTAD_TESTS_SIM_LIFE_H
#define PENTAD_TESTS_SIM_LIFE_H

#include <stdbool.h>

struct sim;

/* Draws what kind of place it is. */
/* How long the server stays down in most lives, at the most, mostly. */
#define LIFE_DOWN_MS (5 * 60 * 1000)

void life_begin(struct sim *sim);
/* THING_FAULT: the last fault of the disk ends, and another begins unless `only_ends`. */
void life_fault(struct sim *sim, bool only_ends);
/* THING_LULL */
void life_lull(struct sim *sim);
/* Everybody goes, for good; then memory has to be what is needed. */
void life_end(struct sim *sim);

#endif
