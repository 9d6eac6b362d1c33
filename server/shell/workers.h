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
struct working; /* a job that runs, as its function sees it */

/* Does one kind of work, on a thread of its class. `result_out` is zeroed. */
typedef void work_run_fn(const struct work *work, struct work_result *result_out,
                         struct working *working);

/* Called on the loop's thread, never inside workers_submit(). */
typedef void workers_told_fn(void *ctx, uint64_t job, const struct work_result *result);

struct workers_size {
    size_t threads; /* so many jobs of a class are worked on at once */
    size_t queue;   /* so many more may wait */
};

struct workers_options {
    struct workers_size sizes[WORK_CLASS_COUNT];
    work_run_fn *const *runs;  /* by kind; borrowed */
    work_run_fn *const *looks; /* the same, on threads of WORK_CLASS_LOOKS before: they tell what
                                  they find out. NULL there, or here: there is none */
    const void *means;         /* for them; borrowed */
    workers_told_fn *done;     /* once for each job that was submitted and not dropped */
    workers_told_fn *progress; /* while it runs: what is known so far, the newest if that is more
                                  than the loop was told in time */
    void *ctx;
};

/* Starts the threads. NULL if there is no thread to be had. */
struct workers *workers_new(uv_loop_t *loop, const struct workers_options *options);
/* Copies `work`. False if the queue of its class is full. */
bool workers_submit(struct workers *workers, uint64_t job, const struct work *work);
/* Nobody wants the job any more. One that waits is forgotten: true. One that was begun is asked to
 * stop, tells no more progress, and is done later: false, as for one that is not known. */
bool workers_drop(struct workers *workers, uint64_t job);
/* Forgets jobs that wait, asks those that run to stop, waits for them and tells no result any more.
 * The loop has to run once after this: the memory is released when its handle is closed. NULL is
 * fine. */
void workers_free(struct workers *workers);

/* ------------------------------------------------------------------ for a function that runs */

/* Whether nobody wants the result any more. Cheap, but no reason to ask in every loop. */
bool working_is_stopped(const struct working *working);
/* Tells what is known so far; copied. */
void working_tell(struct working *working, const struct work_result *so_far);
const void *working_means(const struct working *working);

/* ------------------------------------------------------------------ waking */
/*
 * Waking the loop from other threads. libuv's own way lets the loop spin for as long as a thread
 * that is in the middle of it gets no processor, and a thread of the lowest class may get none for
 * long. This is one system call, of which nobody waits for the end.
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
/* `closed` (may be NULL) gets the handle, whose data is `wake`. Nothing if it was never made. */
void wake_close(struct wake *wake, uv_close_cb closed);

#endif
