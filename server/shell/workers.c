/* SPDX-License-Identifier: MIT */
/*
 * The worker threads. Only the loop uses the lists: it hands a job to a thread that has none, and
 * the thread tells it of news. They share only atomic values and semaphores: a thread of the lowest
 * class may get no processor for long, and a lock that it held would stop the loop, and with it
 * everybody. For the same reason no thread frees memory that another one allocated. No kind of work
 * is known here.
 */
#include "server/shell/workers.h"

#include "base/memory.h"
#include "base/thread.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include <utlist.h>

/* Results so far, in three places: the thread has one and the loop another, and they change
 * theirs for the third. */
#define NEWS_PLACES 3
#define NEWS_ARE_NEW 4 /* a bit beside the number of the third */

/* A job that waits, and from when it is a thread's what its function sees of it. */
struct working {
    struct working *prev, *next;
    struct thread *thread; /* that does it; NULL: it waits */
    struct workers *workers;
    uint64_t id;
    struct work work; /* a copy */
    struct work_result *result;
    bool is_looked_at; /* its first look is done, or there is none */
    size_t round;      /* so many of its share waited when it came */
    atomic_bool is_stopped;
};

struct thread {
    uv_thread_t thread;
    struct line *line;
    struct working *job; /* the loop's, the thread's from `begin` until `is_done` */
    uv_sem_t begin;
    atomic_bool is_done;
    atomic_uint third; /* of the news */
    unsigned mine, loops;
    struct work_result *news;
};

/* The threads of a class, and what waits for them. */
struct line {
    struct workers *workers;
    const struct work_class_info *info;
    size_t unfinished; /* submitted and not told yet */
    size_t most;       /* of these */
    struct thread *threads;
    size_t thread_count;
    struct working *waiting;
};

struct workers {
    struct wake wake;
    struct workers_options options;
    struct line lines[WORK_CLASS_COUNT];
    atomic_bool is_stopping;
};

/* ------------------------------------------------------------------ jobs */

static void job_free(struct working *job)
{
    work_free(&job->work);
    free(job->result);
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

static work_run_fn *look_of(const struct working *job)
{
    work_run_fn *const *looks = job->workers->options.looks;
    return looks != NULL ? looks[job->work.kind] : NULL;
}

/* Gives waiting jobs to threads that have none. */
static void hand_out(struct line *line)
{
    for (size_t i = 0; i < line->thread_count && line->waiting != NULL; i++) {
        struct thread *thread = &line->threads[i];
        if (thread->job != NULL)
            continue;
        thread->job = line->waiting;
        DL_DELETE(line->waiting, thread->job);
        thread->job->thread = thread;
        uv_sem_post(&thread->begin);
    }
}

/* Puts a job among those that wait for a thread, first for its first look. Shares take turns: the
 * second job of one comes behind the first ones of all others. */
static void wait_in_turn(struct workers *workers, struct working *job)
{
    struct line *line =
        job->is_looked_at ? line_of(workers, &job->work) : &workers->lines[WORK_CLASS_LOOKS];
    struct working *other, *next = NULL;
    job->round = 0;
    job->thread = NULL;
    DL_FOREACH(line->waiting, other)
        job->round += job->work.share != 0 && other->work.share == job->work.share ? 1 : 0;
    DL_FOREACH(line->waiting, other) {
        if (other->round > job->round) {
            next = other;
            break;
        }
    }
    DL_PREPEND_ELEM(line->waiting, next, job);
    hand_out(line);
}

/* ------------------------------------------------------------------ for a function that runs */

bool working_is_stopped(const struct working *working)
{
    return atomic_load_explicit(&working->is_stopped, memory_order_relaxed);
}

void working_tell(struct working *working, const struct work_result *so_far)
{
    struct thread *thread = working->thread;
    thread->news[thread->mine] = *so_far;
    thread->mine =
        atomic_exchange(&thread->third, thread->mine | NEWS_ARE_NEW) & ~(unsigned)NEWS_ARE_NEW;
    wake_send(&working->workers->wake);
}

const void *working_means(const struct working *working)
{
    return working->workers->options.means;
}

/* ------------------------------------------------------------------ threads */

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

static void run(struct working *job)
{
    work_run_fn *does =
        job->is_looked_at ? job->workers->options.runs[job->work.kind] : look_of(job);
    memset(job->result, 0, sizeof(*job->result));
    job->result->is_stopped = working_is_stopped(job); /* before it was begun */
    if (!job->result->is_stopped)
        does(&job->work, job->result, job);
}

static void thread_main(void *arg)
{
    struct thread *thread = arg;
    struct workers *workers = thread->line->workers;
    thread_name(thread->line->info->name);
    be_nice(thread->line->info);
    for (;;) {
        uv_sem_wait(&thread->begin);
        if (atomic_load(&workers->is_stopping))
            return;
        run(thread->job);
        atomic_store(&thread->is_done, true);
        wake_send(&workers->wake);
    }
}

static bool create_thread(struct line *line)
{
    struct thread *thread = &line->threads[line->thread_count];
    thread->line = line;
    thread->news = mem_zero(NEWS_PLACES * sizeof(*thread->news));
    thread->loops = 1;
    atomic_store(&thread->third, 2);
    if (uv_sem_init(&thread->begin, 0) != 0) {
        free(thread->news);
        return false;
    }
    if (uv_thread_create(&thread->thread, thread_main, thread) != 0) {
        uv_sem_destroy(&thread->begin);
        free(thread->news);
        return false;
    }
    line->thread_count++;
    return true;
}

static bool create_threads(struct line *line, size_t count)
{
    line->threads = mem_zero(count * sizeof(*line->threads));
    while (line->thread_count < count)
        if (!create_thread(line))
            return false;
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

static void ask_to_end(struct line *line)
{
    for (size_t i = 0; i < line->thread_count; i++) {
        if (line->threads[i].job != NULL)
            atomic_store(&line->threads[i].job->is_stopped, true);
        uv_sem_post(&line->threads[i].begin);
    }
}

static void free_line(struct line *line)
{
    struct working *job, *next;
    for (size_t i = 0; i < line->thread_count; i++) {
        struct thread *thread = &line->threads[i];
        uv_thread_join(&thread->thread);
        uv_sem_destroy(&thread->begin);
        if (thread->job != NULL)
            job_free(thread->job);
        free(thread->news);
    }
    DL_FOREACH_SAFE(line->waiting, job, next) {
        DL_DELETE(line->waiting, job);
        job_free(job);
    }
    free(line->threads);
}

/* ------------------------------------------------------------------ the loop's side */

/* The result that the thread told and the loop does not know; NULL: there is none. */
static const struct work_result *take_news(struct thread *thread)
{
    if ((atomic_load(&thread->third) & NEWS_ARE_NEW) == 0)
        return NULL;
    thread->loops = atomic_exchange(&thread->third, thread->loops) & ~(unsigned)NEWS_ARE_NEW;
    return &thread->news[thread->loops];
}

/* The job of the thread is done: it waits for the rest, or is told. */
static void finish(struct workers *workers, struct thread *thread, struct working *job)
{
    bool is_rest_wanted = !job->is_looked_at && !working_is_stopped(job);
    atomic_store(&thread->is_done, false);
    thread->job = NULL;
    hand_out(thread->line);
    if (is_rest_wanted) {
        job->is_looked_at = true;
        wait_in_turn(workers, job);
        return;
    }
    job->result->is_stopped = job->result->is_stopped || !job->is_looked_at;
    line_of(workers, &job->work)->unfinished--;
    workers->options.done(workers->options.ctx, job->id, job->result);
    job_free(job);
}

static void look_after(struct workers *workers, struct thread *thread)
{
    struct working *job = thread->job;
    if (job == NULL)
        return;
    bool is_done = atomic_load(&thread->is_done); /* first: then all its news are here */
    const struct work_result *news = take_news(thread);
    if (news != NULL && !working_is_stopped(job))
        workers->options.progress(workers->options.ctx, job->id, news);
    if (is_done)
        finish(workers, thread, job);
}

static void on_news(void *ctx)
{
    struct workers *workers = ctx;
    for (int at = 0; at < WORK_CLASS_COUNT; at++)
        for (size_t i = 0; i < workers->lines[at].thread_count; i++)
            look_after(workers, &workers->lines[at].threads[i]);
}

static void init_lines(struct workers *workers)
{
    for (int at = 0; at < WORK_CLASS_COUNT; at++) {
        const struct workers_size *size = &workers->options.sizes[at];
        struct line *line = &workers->lines[at];
        line->workers = workers;
        line->info = work_class_info((enum work_class)at);
        line->most = size->threads + size->queue;
    }
}

struct workers *workers_new(uv_loop_t *loop, const struct workers_options *options)
{
    struct workers *workers = mem_zero(sizeof(*workers));
    workers->options = *options;
    if (wake_init(&workers->wake, loop, on_news, workers) != 0) {
        free(workers);
        return NULL;
    }
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
    wait_in_turn(workers, job);
    return true;
}

/* Takes a job that waits out of its line. */
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

static void ask_to_stop(struct line *line, uint64_t id)
{
    for (size_t i = 0; i < line->thread_count; i++) {
        struct working *job = line->threads[i].job;
        if (job != NULL && job->id == id)
            atomic_store(&job->is_stopped, true);
    }
}

bool workers_drop(struct workers *workers, uint64_t id)
{
    struct working *job = take_waiting(workers, id);
    if (job == NULL) {
        for (int at = 0; at < WORK_CLASS_COUNT; at++)
            ask_to_stop(&workers->lines[at], id);
        return false;
    }
    line_of(workers, &job->work)->unfinished--;
    job_free(job);
    return true;
}

static void on_closed(uv_handle_t *handle)
{
    const struct wake *wake = handle->data;
    free(wake->ctx);
}

void workers_free(struct workers *workers)
{
    if (workers == NULL)
        return;
    atomic_store(&workers->is_stopping, true);
    for (int at = 0; at < WORK_CLASS_COUNT; at++)
        ask_to_end(&workers->lines[at]);
    for (int at = 0; at < WORK_CLASS_COUNT; at++)
        free_line(&workers->lines[at]);
    wake_close(&workers->wake, on_closed);
}

/* ------------------------------------------------------------------ waking */

static void on_readable(uv_poll_t *poll, int status, int events)
{
    const struct wake *wake = poll->data;
    uint64_t count;
    (void)events;
    if (status == 0 && read(wake->fd, &count, sizeof(count)) == sizeof(count))
        wake->fn(wake->ctx);
}

int wake_init(struct wake *wake, uv_loop_t *loop, wake_fn *fn, void *ctx)
{
    int error;
    *wake = (struct wake){.fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), .ctx = ctx};
    if (wake->fd < 0)
        return uv_translate_sys_error(errno);
    error = uv_poll_init(loop, &wake->poll, wake->fd);
    if (error != 0) {
        (void)close(wake->fd);
        return error;
    }
    wake->poll.data = wake;
    wake->fn = fn;
    return uv_poll_start(&wake->poll, UV_READABLE, on_readable);
}

void wake_send(const struct wake *wake)
{
    const uint64_t one = 1;
    ssize_t n;
    do
        n = write(wake->fd, &one, sizeof(one)); /* full: the loop is being woken */
    while (n < 0 && errno == EINTR);
}

void wake_close(struct wake *wake, uv_close_cb closed)
{
    if (wake->fn == NULL)
        return;
    uv_close((uv_handle_t *)&wake->poll, closed);
    (void)close(wake->fd);
}
