/* SPDX-License-Identifier: MIT */
/*
 * The worker threads. Jobs go through two lists under one lock: `waiting`, from the loop to the
 * threads, and `finished`, back again. The loop's thread owns everything else; an async handle of
 * the loop tells it that something is finished.
 */
#include "server/shell/workers.h"

#include "base/base64.h"
#include "base/memory.h"
#include "photo/photo.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

struct job {
    struct job *prev, *next;
    uint64_t id;
    enum work_kind kind;
    char *password;
    char *hash; /* to verify against; NULL: none, fails */
    char *image;
    bool ok;
    bool lacks_memory;
    bool needs_rehash;
    char made[CRYPTO_PASSWORD_HASH_SIZE];
    uint8_t *photo;
    size_t photo_size;
};

struct workers {
    uv_async_t async;
    workers_done_fn *done;
    void *ctx;
    struct workers_options options;
    char dummy[CRYPTO_PASSWORD_HASH_SIZE]; /* verified where there is no hash */
    size_t unfinished;                     /* submitted and not told yet */
    uv_thread_t *threads;
    size_t thread_count;

    uv_mutex_t lock; /* of what follows */
    uv_cond_t changed;
    struct job *waiting;
    struct job *finished;
    bool is_stopping;
};

/* ------------------------------------------------------------------ jobs */

static void job_free(struct job *job)
{
    if (job->password != NULL)
        crypto_wipe(job->password, strlen(job->password));
    free(job->password);
    free(job->hash);
    free(job->image);
    free(job->photo);
    free(job);
}

static struct job *job_new(uint64_t id, const struct work *work)
{
    struct job *job = mem_zero(sizeof(*job));
    job->id = id;
    job->kind = work->kind;
    job->password = mem_text(work->password);
    job->hash = mem_text(work->hash);
    job->image = mem_text(work->image);
    return job;
}

/* Without a hash it takes as long as with one, so that nobody learns which names exist. */
static void job_verify(struct job *job, const struct workers *workers)
{
    const char *hash = job->hash != NULL ? job->hash : workers->dummy;
    enum crypto_verdict verdict = crypto_password_verify(job->password, hash);
    job->lacks_memory = verdict == CRYPTO_NO_MEMORY;
    job->ok = verdict == CRYPTO_RIGHT && job->hash != NULL;
    job->needs_rehash = job->ok && crypto_password_is_weak(&workers->options.cost, hash);
}

static void job_photo(struct job *job)
{
    size_t size = 0;
    uint8_t *bytes = mem_alloc(BASE64_BYTES(strlen(job->image)) + 1);
    int status = PHOTO_UNKNOWN;
    job->photo = mem_alloc(PHOTO_BYTES_MAX);
    if (base64_read(job->image, bytes, &size))
        status = photo_make(bytes, size, PHOTO_PIXELS_SENT, job->photo, &job->photo_size);
    free(bytes);
    job->ok = status == PHOTO_OK;
    job->lacks_memory = status == PHOTO_NO_MEMORY;
}

static void job_do(struct job *job, const struct workers *workers)
{
    switch (job->kind) {
    case WORK_PASSWORD_HASH:
        job->ok = crypto_password_hash(&workers->options.cost, job->password, job->made);
        break;
    case WORK_PASSWORD_VERIFY:
        job_verify(job, workers);
        break;
    case WORK_PHOTO:
        job_photo(job);
        break;
    }
}

_Static_assert(PHOTO_BYTES_MAX <= STORE_PHOTO_BYTES_MAX, "every photo can be stored");

static void free_jobs(struct job **list)
{
    struct job *job, *next;
    DL_FOREACH_SAFE(*list, job, next) {
        DL_DELETE(*list, job);
        job_free(job);
    }
}

/* ------------------------------------------------------------------ threads */

/* The next job, or NULL when there is nothing to do any more. Called with the lock. */
static struct job *next_job(struct workers *workers)
{
    struct job *job;
    while (workers->waiting == NULL && !workers->is_stopping)
        uv_cond_wait(&workers->changed, &workers->lock);
    if (workers->is_stopping)
        return NULL;
    job = workers->waiting;
    DL_DELETE(workers->waiting, job);
    return job;
}

static void thread_main(void *arg)
{
    struct workers *workers = arg;
    struct job *job;
    uv_mutex_lock(&workers->lock);
    while ((job = next_job(workers)) != NULL) {
        uv_mutex_unlock(&workers->lock);
        job_do(job, workers);
        uv_mutex_lock(&workers->lock);
        DL_APPEND(workers->finished, job);
        uv_async_send(&workers->async);
    }
    uv_mutex_unlock(&workers->lock);
}

static bool create_threads(struct workers *workers)
{
    while (workers->thread_count < workers->options.threads) {
        uv_thread_t *thread = &workers->threads[workers->thread_count];
        if (uv_thread_create(thread, thread_main, workers) != 0)
            return false;
        workers->thread_count++;
    }
    return true;
}

/* Signals are the loop's: a worker that took one would keep it from being seen. */
static bool start_threads(struct workers *workers)
{
    sigset_t all;
    sigset_t before;
    workers->threads = mem_zero(workers->options.threads * sizeof(*workers->threads));
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool is_done = create_threads(workers);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_done;
}

static void stop_threads(struct workers *workers)
{
    uv_mutex_lock(&workers->lock);
    workers->is_stopping = true;
    uv_cond_broadcast(&workers->changed);
    uv_mutex_unlock(&workers->lock);
    for (size_t i = 0; i < workers->thread_count; i++)
        uv_thread_join(&workers->threads[i]);
    free(workers->threads);
}

/* ------------------------------------------------------------------ the loop's side */

static void tell(struct workers *workers, struct job *job)
{
    const struct work_result result = {
        .ok = job->ok,
        .lacks_memory = job->lacks_memory,
        .needs_rehash = job->needs_rehash,
        .hash = job->ok && job->kind == WORK_PASSWORD_HASH ? job->made : NULL,
        .photo = job->ok && job->kind == WORK_PHOTO ? job->photo : NULL,
        .photo_size = job->photo_size,
    };
    workers->unfinished--;
    workers->done(workers->ctx, job->id, &result);
}

static void on_finished(uv_async_t *async)
{
    struct workers *workers = async->data;
    struct job *jobs, *job, *next;
    uv_mutex_lock(&workers->lock);
    jobs = workers->finished;
    workers->finished = NULL;
    uv_mutex_unlock(&workers->lock);
    DL_FOREACH_SAFE(jobs, job, next) {
        tell(workers, job);
        job_free(job);
    }
}

static bool make_dummy(struct workers *workers)
{
    /* Nobody knows this password; the hash matches nothing in practice. */
    uint8_t secret[CRYPTO_TOKEN_HASH_SIZE];
    char password[2 * sizeof(secret) + 1];
    crypto_random(secret, sizeof(secret));
    for (size_t i = 0; i < sizeof(secret); i++) {
        password[2 * i] = (char)('a' + (secret[i] & 15));
        password[2 * i + 1] = (char)('a' + (secret[i] >> 4));
    }
    password[2 * sizeof(secret)] = '\0';
    return crypto_password_hash(&workers->options.cost, password, workers->dummy);
}

struct workers *workers_new(uv_loop_t *loop, const struct workers_options *options,
                            workers_done_fn *done, void *ctx)
{
    struct workers *workers = mem_zero(sizeof(*workers));
    workers->options = *options;
    workers->done = done;
    workers->ctx = ctx;
    if (!make_dummy(workers) || uv_async_init(loop, &workers->async, on_finished) != 0) {
        free(workers);
        return NULL;
    }
    workers->async.data = workers;
    uv_mutex_init(&workers->lock);
    uv_cond_init(&workers->changed);
    if (!start_threads(workers)) {
        workers_free(workers);
        return NULL;
    }
    return workers;
}

bool workers_submit(struct workers *workers, uint64_t id, const struct work *work)
{
    struct job *job;
    if (workers->unfinished >= workers->options.threads + workers->options.queue)
        return false;
    job = job_new(id, work);
    workers->unfinished++;
    uv_mutex_lock(&workers->lock);
    DL_APPEND(workers->waiting, job);
    uv_cond_signal(&workers->changed);
    uv_mutex_unlock(&workers->lock);
    return true;
}

bool workers_drop(struct workers *workers, uint64_t id)
{
    struct job *job;
    uv_mutex_lock(&workers->lock);
    DL_SEARCH_SCALAR(workers->waiting, job, id, id);
    if (job != NULL)
        DL_DELETE(workers->waiting, job);
    uv_mutex_unlock(&workers->lock);
    if (job == NULL)
        return false;
    workers->unfinished--;
    job_free(job);
    return true;
}

static void on_closed(uv_handle_t *handle)
{
    struct workers *workers = handle->data;
    uv_cond_destroy(&workers->changed);
    uv_mutex_destroy(&workers->lock);
    free(workers);
}

void workers_free(struct workers *workers)
{
    if (workers == NULL)
        return;
    stop_threads(workers);
    free_jobs(&workers->waiting);
    free_jobs(&workers->finished);
    uv_close((uv_handle_t *)&workers->async, on_closed);
}
