/* SPDX-License-Identifier: MIT */
/*
 * Requests that wait: for a worker, for a query of the store (queries.h), or for a batch
 * (writes.h). A wait remembers the connection by its number, so a connection may go away meanwhile.
 */
#ifndef PENTAD_SERVER_CORE_WAIT_H
#define PENTAD_SERVER_CORE_WAIT_H

#include "server/core/state.h"

/* A wait for `call`'s request; `data` is freed with it (may be NULL). */
struct wait *wait_new(const struct call *call, void *take_data);
/* Makes a request wait on: takes `data` over from `wait`. */
struct wait *wait_again(struct wait *wait);
void wait_free(struct wait *wait);
/* The wait with that number in a list of waits; NULL if there is none. */
struct wait *wait_find(struct wait *list, uint64_t number);
void wait_free_all(struct wait **list);

/* Starts work and takes the wait; then wait->done.work. Otherwise the wait stays the caller's:
 * ERR_ADDRESS_BUSY if the address of its connection has its share of the workers, ERR_BUSY if the
 * queue is full, or nobody would be told what comes of it. */
int wait_work(struct core *core, struct wait *wait, const struct work *work);

void wait_work_done(struct core *core, uint64_t job, const struct work_result *result);
/* The connection is gone. Its jobs that were not begun are dropped: they are done and found out
 * nothing. One that was begun is waited for: a photo's stops, a wrong password counts. */
void wait_hung_up(struct core *core, uint64_t conn);

void waits_deinit(struct core *core);

#endif
