/* SPDX-License-Identifier: MIT */
/*
 * Threads for slow work: hashing and checking passwords, and making photos, which cost tens of
 * milliseconds each. A fixed number of threads takes jobs from a bounded queue; results come back
 * on the loop's thread. All functions are called on that thread.
 */
#ifndef PENTAD_SERVER_SHELL_WORKERS_H
#define PENTAD_SERVER_SHELL_WORKERS_H

#include "server/core/core.h"
#include "server/shell/crypto.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uv.h>

struct workers;

struct workers_options {
    size_t threads;          /* so many jobs are worked on at once */
    size_t queue;            /* so many more may wait */
    struct crypto_cost cost; /* of a new password */
};

/* Called on the loop's thread, never inside workers_submit(). */
typedef void workers_done_fn(void *ctx, uint64_t job, const struct work_result *result);

/* Starts the threads. Takes the time of one password. NULL if there is no memory for that or no
 * thread to be had. */
struct workers *workers_new(uv_loop_t *loop, const struct workers_options *options,
                            workers_done_fn *done, void *ctx);
/* Copies `work`. False if the queue is full. */
bool workers_submit(struct workers *workers, uint64_t job, const struct work *work);
/* Forgets a job that waits. False if it does not: it was begun, and will be told. */
bool workers_drop(struct workers *workers, uint64_t job);
/* Forgets jobs that wait, waits for those that run and tells no result any more. The loop has to
 * run once after this: the memory is released when its handle is closed. NULL is fine. */
void workers_free(struct workers *workers);

#endif
