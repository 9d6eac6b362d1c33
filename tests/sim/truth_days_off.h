/* SPDX-License-Identifier: MIT */
/*
 * The truth about days off: what was taken, and the clocks that wait for it.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_DAYS_OFF_H
#define PENTAD_TESTS_SIM_TRUTH_DAYS_OFF_H

#include "tests/sim/truth.h"

/* A game begins, perhaps with somebody who has days off. */
void truth__days_off_begin(struct sim *sim, struct truth_game *game);
/* Holds an entry of the log, which is done to the board already, against what clocks have to wait
 * for. */
void truth__days_off_entry(struct sim *sim, struct truth_game *game,
                           const struct store_log_entry *entry);
/* Behind a batch no clock waits for days off of which its log does not know. */
void truth__days_off_check(struct sim *sim);

#endif
