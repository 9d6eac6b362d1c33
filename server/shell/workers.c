/* SPDX-License-Identifier: MIT */
/*
 * The worker threads. A job goes through three lists under one lock: `waiting`, from the loop to
 * the threads of its class, `running`, and `finished`, back again; one whose kind has a first look
 * goes through the first two for that before. The loop's thread owns
 * everything else; an async handle of the loop tells it that something is finished or has got on.
 * No kind of work is known here.
 */
#include "server/shell/workers.h"

#include "base/memory.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <utlist.h>

/* A job, and what its function sees of it. */
struct working {
    struct working *prev, *next;
    struct workers *workers;
    uint64_t id;
    struct work work; /* a copy */
    struct work_result *result;
    struct work_result *so_far; /* under the lock; NULL: nothing new */
    bool has_told;              /* under the lock: there is something new */
    bool is_looked_at;          /* its first look is done, or there is none */
    size_t round;               /* under the lock: so many of its share waited when it came */
    atomic_bool is_stopped;
};

/* The threads of a class, and what waits for them. */
struct line {
    struct workers *workers;
    const struct work_class_info *info;
    size_t unfinished; /* submitted and not told yet; the loop's */
    size_t most;       /* of these */
    uv_thread_t *threads;
    size_t thread_count;
    uv_cond_t changed;
    struct working *waiting; /* under the lock */
};

struct workers {
    uv_async_t async;
    struct workers_options options;
    struct line lines[WORK_CLASS_COUNT];
    size_t thread_count; /* of all */

    uv_mutex_t lock; /* of what follows, and of what waits */
    struct working *running;
    struct working *finished;
    bool is_stopping;
};

/* ------------------------------------------------------------------ jobs */

static void job_free(struct working *job)
{
    work_free(&job->work);
    free(job->result);
    free(job->so_far);
    free(job);
}

static struct working *job_new(struct workers *workers, uint64_t id, const struct work *work)
{
    struct working *job = mem_zero(sizeof(*job));
    job->workers = workers;
    job->id = id;
    job->work = work_copy(work);
    job->result = mem_zero(sizeof(*job->result));
    return job;
}

static struct line *line_of(struct workers *workers, const struct work *work)
{
    return &workers->lines[work_kind_info(work->kind)->in];
}

/* Puts a job among those that wait for a thread, first for its first look. Shares take turns: the
 * second job of one comes behind the first ones of all others. Called with the lock. */
static void wait_in_turn(struct workers *workers, struct working *job)
{
    struct line *line =
        job->is_looked_at ? line_of(workers, &job->work) : &workers->lines[WORK_CLASS_LOOKS];
    struct working *other, *next = NULL;
    job->round = 0;
    DL_FOREACH(line->waiting, other)
        job->round += job->work.share != 0 && other->work.share == job->work.share ? 1 : 0;
    DL_FOREACH(line->waiting, other) {
        if (other->round > job->round) {
            next = other;
            break;
        }
    }
    DL_PREPEND_ELEM(line->waiting, next, job);
    uv_cond_signal(&line->changed);
}

static void free_jobs(struct working **list)
{
    struct working *job, *next;
    DL_FOREACH_SAFE(*list, job, next) {
        DL_DELETE(*list, job);
        job_free(job);
    }
}

/* ------------------------------------------------------------------ for a function that runs */

bool working_is_stopped(const struct working *working)
{
    return atomic_load_explicit(&working->is_stopped, memory_order_relaxed);
}

void working_tell(struct working *working, const struct work_result *so_far)
{
    struct workers *workers = working->workers;
    struct work_result *copy = mem_alloc(sizeof(*copy));
    *copy = *so_far;
    uv_mutex_lock(&workers->lock);
    struct work_result *old = working->so_far;
    working->so_far = copy;
    working->has_told = true;
    uv_mutex_unlock(&workers->lock);
    uv_async_send(&workers->async); /* without the lock: the loop wants it when it wakes */
    free(old);
}

const void *working_means(const struct working *working)
{
    return working->workers->options.means;
}

/* ------------------------------------------------------------------ threads */

/* The next job, which runs from now on, or NULL when there is nothing to do any more. Called with
 * the lock. */
static struct working *next_job(struct line *line)
{
    struct workers *workers = line->workers;
    struct working *job;
    while (line->waiting == NULL && !workers->is_stopping)
        uv_cond_wait(&line->changed, &workers->lock);
    if (workers->is_stopping)
        return NULL;
    job = line->waiting;
    DL_DELETE(line->waiting, job);
    DL_APPEND(workers->running, job);
    return job;
}

/* Of Linux's threads each has its own. What the whole process was given is never raised. */
static void be_nice(const struct work_class_info *info)
{
    if (getpriority(PRIO_PROCESS, 0) < info->nice)
        (void)setpriority(PRIO_PROCESS, 0, info->nice);
#ifdef SCHED_IDLE
    const struct sched_param none = {0};
    if (info->nice >= WORK_NICE_IDLE)
        (void)sched_setscheduler(0, SCHED_IDLE, &none);
#endif
}

static work_run_fn *look_of(const struct working *job)
{
    work_run_fn *const *looks = job->workers->options.looks;
    return looks != NULL ? looks[job->work.kind] : NULL;
}

static void run(struct working *job)
{
    work_run_fn *does =
        job->is_looked_at ? job->workers->options.runs[job->work.kind] : look_of(job);
    memset(job->result, 0, sizeof(*job->result));
    does(&job->work, job->result, job);
}

/* A thread is done with the job: it waits for the rest, or is finished. Called with the lock. */
static void pass_on(struct working *job)
{
    struct workers *workers = job->workers;
    bool is_rest_wanted = !job->is_looked_at && !working_is_stopped(job);
    DL_DELETE(workers->running, job);
    job->result->is_stopped = job->result->is_stopped || !(job->is_looked_at || is_rest_wanted);
    job->is_looked_at = true;
    if (is_rest_wanted)
        wait_in_turn(workers, job);
    else
        DL_APPEND(workers->finished, job);
}

static void thread_main(void *arg)
{
    struct line *line = arg;
    struct workers *workers = line->workers;
    struct working *job;
    be_nice(line->info);
    uv_mutex_lock(&workers->lock);
    while ((job = next_job(line)) != NULL) {
        uv_mutex_unlock(&workers->lock);
        run(job);
        uv_mutex_lock(&workers->lock);
        pass_on(job);
        /* The loop would wake, want the lock, and wait for a thread that runs only when nothing
         * else wants to. */
        uv_mutex_unlock(&workers->lock);
        uv_async_send(&workers->async);
        uv_mutex_lock(&workers->lock);
    }
    uv_mutex_unlock(&workers->lock);
}

static bool create_threads(struct line *line, size_t count)
{
    line->threads = mem_zero(count * sizeof(*line->threads));
    while (line->thread_count < count) {
        if (uv_thread_create(&line->threads[line->thread_count], thread_main, line) != 0)
            return false;
        line->thread_count++;
    }
    return true;
}

/* Signals are the loop's: a worker that took one would keep it from being seen. */
static bool start_threads(struct workers *workers)
{
    sigset_t all;
    sigset_t before;
    bool is_done = true;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (int at = 0; at < WORK_CLASS_COUNT && is_done; at++)
        is_done = create_threads(&workers->lines[at], workers->options.sizes[at].threads);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_done;
}

static void stop_threads(struct workers *workers)
{
    struct working *job;
    uv_mutex_lock(&workers->lock);
    workers->is_stopping = true;
    DL_FOREACH(workers->running, job)
        atomic_store(&job->is_stopped, true);
    for (int at = 0; at < WORK_CLASS_COUNT; at++)
        uv_cond_broadcast(&workers->lines[at].changed);
    uv_mutex_unlock(&workers->lock);
    for (int at = 0; at < WORK_CLASS_COUNT; at++) {
        struct line *line = &workers->lines[at];
        for (size_t i = 0; i < line->thread_count; i++)
            uv_thread_join(&line->threads[i]);
        free(line->threads);
    }
}

/* ------------------------------------------------------------------ the loop's side */

/* The first that has news and is wanted, which goes to the end: others come first the next time.
 * NULL: none has. */
static struct working *find_news(struct working **list)
{
    struct working *job;
    DL_FOREACH(*list, job) {
        if (job->so_far == NULL || working_is_stopped(job))
            continue;
        DL_DELETE(*list, job);
        DL_APPEND(*list, job);
        return job;
    }
    return NULL;
}

/* The first that was looked at and told what came of that, while it waits for the rest. */
static struct working *find_looked_at(struct workers *workers)
{
    struct working *job = NULL;
    for (int at = 0; at < WORK_CLASS_COUNT && job == NULL; at++)
        DL_SEARCH_SCALAR(workers->lines[at].waiting, job, has_told, true);
    return job;
}

/* What a job told and the loop does not know; NULL: there is none. */
static struct work_result *take_news(struct workers *workers, uint64_t *id_out)
{
    struct work_result *news = NULL;
    uv_mutex_lock(&workers->lock);
    struct working *job = find_looked_at(workers);
    if (job == NULL)
        job = find_news(&workers->running);
    if (job != NULL) {
        news = job->so_far;
        job->so_far = NULL;
        job->has_told = false;
        *id_out = job->id;
    }
    uv_mutex_unlock(&workers->lock);
    return news;
}

/* At most so many at once: the loop has other things to do. */
#define NEWS_AT_ONCE 64

static void tell_progress(struct workers *workers)
{
    struct work_result *news;
    uint64_t id;
    for (size_t i = 0; i < NEWS_AT_ONCE; i++) {
        if ((news = take_news(workers, &id)) == NULL)
            return;
        workers->options.progress(workers->options.ctx, id, news);
        free(news);
    }
    uv_async_send(&workers->async);
}

static struct working *take_finished(struct workers *workers)
{
    uv_mutex_lock(&workers->lock);
    struct working *jobs = workers->finished;
    workers->finished = NULL;
    uv_mutex_unlock(&workers->lock);
    return jobs;
}

static void on_news(uv_async_t *async)
{
    struct workers *workers = async->data;
    struct working *job, *next;
    struct working *jobs = take_finished(workers);
    DL_FOREACH_SAFE(jobs, job, next) {
        line_of(workers, &job->work)->unfinished--;
        workers->options.done(workers->options.ctx, job->id, job->result);
        job_free(job);
    }
    tell_progress(workers);
}

static void init_lines(struct workers *workers)
{
    for (int at = 0; at < WORK_CLASS_COUNT; at++) {
        const struct workers_size *size = &workers->options.sizes[at];
        struct line *line = &workers->lines[at];
        line->workers = workers;
        line->info = work_class_info((enum work_class)at);
        line->most = size->threads + size->queue;
        workers->thread_count += size->threads;
        uv_cond_init(&line->changed);
    }
}

struct workers *workers_new(uv_loop_t *loop, const struct workers_options *options)
{
    struct workers *workers = mem_zero(sizeof(*workers));
    workers->options = *options;
    if (uv_async_init(loop, &workers->async, on_news) != 0) {
        free(workers);
        return NULL;
    }
    workers->async.data = workers;
    uv_mutex_init(&workers->lock);
    init_lines(workers);
    if (!start_threads(workers)) {
        workers_free(workers);
        return NULL;
    }
    return workers;
}

bool workers_submit(struct workers *workers, uint64_t id, const struct work *work)
{
    struct line *line = line_of(workers, work);
    if (line->unfinished >= line->most)
        return false;
    struct working *job = job_new(workers, id, work);
    line->unfinished++;
    job->is_looked_at = look_of(job) == NULL;
    uv_mutex_lock(&workers->lock);
    wait_in_turn(workers, job);
    uv_mutex_unlock(&workers->lock);
    return true;
}

/* Takes a job that waits out of its line. Called with the lock. */
static struct working *take_waiting(struct workers *workers, uint64_t id)
{
    struct working *job = NULL;
    for (int at = 0; at < WORK_CLASS_COUNT && job == NULL; at++) {
        struct line *line = &workers->lines[at];
        DL_SEARCH_SCALAR(line->waiting, job, id, id);
        if (job != NULL)
            DL_DELETE(line->waiting, job);
    }
    return job;
}

/* Called with the lock. */
static void ask_to_stop(struct workers *workers, uint64_t id)
{
    struct working *job;
    DL_SEARCH_SCALAR(workers->running, job, id, id);
    if (job != NULL)
        atomic_store(&job->is_stopped, true);
}

bool workers_drop(struct workers *workers, uint64_t id)
{
    uv_mutex_lock(&workers->lock);
    struct working *job = take_waiting(workers, id);
    if (job == NULL)
        ask_to_stop(workers, id);
    uv_mutex_unlock(&workers->lock);
    if (job == NULL)
        return false;
    line_of(workers, &job->work)->unfinished--;
    job_free(job);
    return true;
}

static void on_closed(uv_handle_t *handle)
{
    struct workers *workers = handle->data;
    for (int at = 0; at < WORK_CLASS_COUNT; at++)
        uv_cond_destroy(&workers->lines[at].changed);
    uv_mutex_destroy(&workers->lock);
    free(workers);
}

void workers_free(struct workers *workers)
{
    if (workers == NULL)
        return;
    stop_threads(workers);
    for (int at = 0; at < WORK_CLASS_COUNT; at++)
        free_jobs(&workers->lines[at].waiting);
    free_jobs(&workers->finished);
    uv_close((uv_handle_t *)&workers->async, on_closed);
}
