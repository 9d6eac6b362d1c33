/* SPDX-License-Identifier: MIT */
/*
 * Putting things into the schedule of a seed, and letting them happen: one turn of the world is one
 * turn of the server's loop.
 */
#ifndef PENTAD_TESTS_SIM_HAPPEN_H
#define PENTAD_TESTS_SIM_HAPPEN_H

#include "tests/sim/schedule.h"

#include <stdbool.h>
#include <stdint.h>

struct sim;

/* On the seed's grain. */
void happen_in(struct sim *sim, enum thing_kind kind, uint64_t subject, int64_t delay_ms);
void happen_at(struct sim *sim, enum thing_kind kind, uint64_t subject, int64_t at_ms);

/* The end of a turn of the server, which is up. */
void happen_turn_ends(struct sim *sim);
/* Goes to the next moment at which something happens, and lets all of it happen. False: there is
 * none up to `until_ms`, which it is then. */
bool happen_turn(struct sim *sim, int64_t until_ms);
/* Turns without acts and faults until nothing is under way; fails check `settles` if that never
 * comes. */
void happen_settle(struct sim *sim);

#endif
