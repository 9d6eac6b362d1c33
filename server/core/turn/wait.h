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

/* Starts work and takes the wait; then wait->done.work. What waits for a class of workers takes
 * turns by the networks of customers. Otherwise the wait stays the caller's: ERR_ADDRESS_BUSY if
 * the address of its connection has its share of the workers; ERR_BUSY if the queue is full and no
 * network has more in it, or nobody would be told what comes of it. If one has more, its newest job
 * that was not begun gives way: that is done when the turn ends, and found out nothing. */
int wait_work(struct core *core, struct wait *wait, const struct work *work);
/* The error of work that found out nothing, with the time until it may be tried again; 0: it did.
 */
int wait_work_failed(const struct work_result *result, int64_t *retry_after_ms_out);
/* The time that a client is told to wait when there is no place for its work. */
#define WAIT_WORK_RETRY_MS 1000

void wait_work_done(struct core *core, uint64_t job, const struct work_result *result);
/* Tells those that gave way in this turn. */
void waits_tell_refused(struct core *core);
/* The connection is gone. Its jobs that were not begun are dropped: they are done and found out
 * nothing. One that was begun is waited for: a photo's stops, a wrong password counts. */
void wait_hung_up(struct core *core, uint64_t conn);

void waits_deinit(struct core *core);

#endif
