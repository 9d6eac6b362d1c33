/* SPDX-License-Identifier: MIT */
/*
 * A store for tests of the core: SQL in memory behind a gate that can hold batches and
 * queries back, fail them, and give old answers late. Owns that database, which stands for
 * the disk: what never came through the gate is gone after a crash.
 */
#ifndef PENTAD_TESTS_UNIT_SERVER_RIG_STORE_H
#define PENTAD_TESTS_UNIT_SERVER_RIG_STORE_H

#include "db/store.h"

#include <stdbool.h>
#include <stddef.h>

struct rig_store_item;

struct rig_store {
    struct store base; /* what the core gets */
    struct store *database;
    struct rig_store_item *first;
    bool holds_batches;  /* they wait, and so do the queries behind them */
    bool holds_answers;  /* queries look at the store when asked, and are answered when let go */
    size_t lets_answers; /* so many of them are let go all the same */
    size_t lets_batches; /* and so many batches, while they are held */
    bool fails_batches;  /* with STORE_UNAVAILABLE */
    bool fails_queries;  /* the same */
    bool is_broken;      /* a batch failed and the core has not resumed */
    bool has_reported;   /* since this was last set to false */
    size_t batches;      /* given by the core so far */
    size_t queries;      /* the same */
    size_t refused;      /* batches that the database would not take: a bug of the core */
};

struct rig_store *rig_store_new(void);
/* A crash: what waits at the gate never was. Every switch is off again. */
void rig_store_crash(struct rig_store *store);
void rig_store_free(struct rig_store *store);

#endif
