/* SPDX-License-Identifier: MIT */
/*
 * The workers: password hashes that take their time, finish in any order, and sometimes fail.
 */
#ifndef PENTAD_TESTS_SIM_WORKERS_H
#define PENTAD_TESTS_SIM_WORKERS_H

#include "server/core/core.h"

#include <stdbool.h>
#include <stdint.h>

struct game;
struct sim;
struct workers;

struct workers *workers_new(void);
void workers_free(struct workers *workers);
/* The core's port. */
bool workers_start(struct sim *sim, uint64_t job, const struct work *work);
/* The core's port: what was not begun is dropped. */
bool workers_drop(struct sim *sim, uint64_t job);
/* THING_WORK: the piece is done, if it is still wanted. */
void workers_finish(struct sim *sim, uint64_t piece);
/* Whether a thought about just this game, first look or whole, came to the action of late. */
bool workers_thought_of(const struct sim *sim, const struct game *game, const char *action);
/* The process died. */
void workers_crash(struct workers *workers);

#endif
