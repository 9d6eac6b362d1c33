/* SPDX-License-Identifier: MIT */
/*
 * Writing: the open batch of the turn, what has to happen when it is durable, and the way back when
 * it is not. Code that changes something that is also in the store calls writes_touch() first, so
 * that a failed commit can return the core to what is stored.
 */
#ifndef PENTAD_SERVER_CORE_WRITES_H
#define PENTAD_SERVER_CORE_WRITES_H

#include "server/core/turn/wait.h"

/* The time that the core waits before it tries a failed store again, in milliseconds. */
#define WRITES_PROBE_MS 1000

void writes_init(struct core *core);

/* Returns 0 if a request may write now, else ERR_STORAGE_UNAVAILABLE (with call->retry_after_ms) or
 * ERR_SHUTTING_DOWN. Called before anything is changed. */
int writes_ready(struct call *call);

/* True if there is a batch that the end of the turn gives to the store, sooner or later. */
bool writes_are_open(const struct core *core);
/* Adds an operation to the open batch; returns its index. */
size_t writes_add(struct core *core, const struct store_op *op);

/* Functions called when memory was restored after a failed commit; each may be NULL. */
struct writes_owner {
    /* Makes anew what the owner derives from that memory alone. */
    void (*rebuild)(void *owner);
    /* Mends the rest, when every owner has been rebuilt. */
    void (*restored)(struct core *core, void *owner);
};

/* Remembers the `size` bytes at `at` as they are, until the open batch is durable; if a commit
 * fails, they come back. `kind` may be NULL: nothing else is to be done. */
void writes_touch(struct core *core, void *at, size_t size, const struct writes_owner *kind,
                  void *owner);

/* Calls `check`, which looks if the object with `id` can go, when everything written so far is
 * settled and every query at the store sees it (queries.h). */
void writes_recheck(struct core *core, void (*check)(struct core *core, uint64_t id), uint64_t id);
/* Runs the checks that are due. */
void writes_run_rechecks(struct core *core);

/* The batch on which everything said now depends. Touch first, then tell: a frame made before the
 * touch would leave before the change is durable. */
uint64_t writes_gate(const struct core *core);

/* The last batch that the store reported. */
uint64_t writes_settled(const struct core *core);
/* The number of operations ever added: if it grew, something was written meanwhile. */
uint64_t writes_added(const struct core *core);
/* The time when the store last recovered from a failure, or the server started (monotonic). */
int64_t writes_well_since_ms(const struct core *core);

/* Calls `done` when the open batch is settled. Takes the wait. */
void writes_wait(struct core *core, struct wait *take_wait, size_t op_index, wait_batch_fn *done);
/* Calls `done` when `batch`, which is not settled yet, is settled. Takes the wait. */
void writes_wait_for(struct core *core, struct wait *take_wait, uint64_t batch,
                     wait_batch_fn *done);

/* Gives the open batch to the store unless one is under way; tries a failed store again. */
void writes_submit(struct core *core);

/* Takes the store's report on a batch. */
void writes_batch_done(struct core *core, uint64_t number, int status,
                       const struct store_batch *batch);

/* The time at which writes_submit() has something to do by itself (monotonic), INT64_MAX if
 * never. */
int64_t writes_next_ms(const struct core *core);

void writes_deinit(struct core *core);

#endif
