/* SPDX-License-Identifier: MIT */
/*
 * The store as the core sees it: the seed's database behind a gate that takes its time. A batch or
 * a query first waits, is then carried out, and is reported later; a crash may come between any two
 * of these. Batches may fail, alone or for a while. What is durable is told to the truth at that
 * moment.
 */
#ifndef PENTAD_TESTS_SIM_GATE_H
#define PENTAD_TESTS_SIM_GATE_H

#include "db/store.h"

#include <stdbool.h>
#include <stdint.h>

struct sim;
struct gate;

struct gate *gate_new(struct sim *sim);
void gate_free(struct gate *gate);
/* The store that the core gets. */
struct store *gate_store(struct gate *gate);
/* The database itself, for looking at what is stored while nothing is under way. */
struct store *gate_disk(struct gate *gate);

/* THING_STORE: carries out what is due. */
void gate_step(struct gate *gate);
/* The process ended: what was not carried out never was. In order, or it died, or the power failed;
 * the database is opened again, and whether a batch that was under way is stored is told to the
 * truth. */
void gate_end(struct gate *gate, bool is_orderly);
/* Whether the power failed: the process ends before it does anything else. */
bool gate_is_off(const struct gate *gate);

/* The disk is full, or slow. */
void gate_set_full(struct gate *gate, bool is_full);
void gate_set_slow(struct gate *gate, bool is_slow);
/* Whether something is durable that the core was not told. */
bool gate_has_untold(const struct gate *gate);
bool gate_is_idle(const struct gate *gate);

#endif
