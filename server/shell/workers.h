/* SPDX-License-Identifier: MIT */
/*
 * Threads for slow work. Each class of work (server/work/kinds.def) has a fixed number of threads,
 * which take jobs from a bounded queue of its own; results come back on the loop's thread. The
 * functions of the first section are called on that thread.
 */
#ifndef PENTAD_SERVER_SHELL_WORKERS_H
#define PENTAD_SERVER_SHELL_WORKERS_H

#include "server/work/work.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uv.h>

struct workers;
struct working; /* a running job, as its function sees it */

/* Does one kind of work, on a thread of its class. `result_out` is zeroed. */
typedef void work_run_fn(const struct work *work, struct work_result *result_out,
                         struct working *working);

/* Called on the loop's thread, never inside workers_submit(). */
typedef void workers_told_fn(void *ctx, uint64_t job, const struct work_result *result);

struct workers_size {
    size_t threads; /* jobs of the class that run at once */
    size_t queue;   /* jobs that may wait besides */
};

struct workers_options {
    struct workers_size sizes[WORK_CLASS_COUNT];
    work_run_fn *const *runs;  /* by kind; borrowed */
    work_run_fn *const *looks; /* first looks by kind, on threads of WORK_CLASS_LOOKS, before: they
                                  tell what they find. NULL, as an entry or here: none */
    const void *means;         /* for them; borrowed */
    workers_told_fn *done;     /* called once for each job submitted and not dropped */
    workers_told_fn
        *progress; /* called while a job runs, with the newest of what is known so far */
    void *ctx;
};

/* Starts the threads. NULL if no thread can be started. */
struct workers *workers_new(uv_loop_t *loop, const struct workers_options *options);
/* Copies `work`. False if the queue of its class is full. */
bool workers_submit(struct workers *workers, uint64_t job, const struct work *work);
/* Drops a job that nobody wants any more. True: it waited, and is forgotten. False: it was begun,
 * is asked to stop, tells no more progress and is done later; or there is no such job. */
bool workers_drop(struct workers *workers, uint64_t job);
/* Forgets jobs that wait, asks those that run to stop, waits for them and tells no more results.
 * The loop has to run once after this: the memory is released when its handle is closed. NULL: does
 * nothing. */
void workers_free(struct workers *workers);

/* ------------------------------------------------------------------ for a function that runs */

/* True if nobody wants the result any more. Cheap, but need not be asked in every inner loop. */
bool working_is_stopped(const struct working *working);
/* Tells what is known so far, which is copied. */
void working_tell(struct working *working, const struct work_result *so_far);
const void *working_means(const struct working *working);

/* ------------------------------------------------------------------ waking */
/*
 * Waking the loop from other threads. With libuv's own call for this the loop spins while a thread
 * in the middle of it gets no processor, and a thread of the lowest class may get none for long.
 * This is one system call whose end nobody waits for.
 */

typedef void wake_fn(void *ctx);

struct wake {
    uv_poll_t poll;
    int fd;
    wake_fn *fn;
    void *ctx;
};

/* `fn` is called on the loop's thread, once or more often after each wake_send(). Returns 0 or an
 * error of libuv, with nothing to close. */
int wake_init(struct wake *wake, uv_loop_t *loop, wake_fn *fn, void *ctx);
/* Any thread, until wake_close(). */
void wake_send(const struct wake *wake);
/* `closed` (may be NULL) gets the handle, whose data is `wake`. Does nothing if it was never
 * made. */
void wake_close(struct wake *wake, uv_close_cb closed);

#endif
