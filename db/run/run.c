/* SPDX-License-Identifier: MIT */
/*
 * The frame of a store: opening, the queues between its threads and the owner, closing. Everything
 * here runs on the owner's thread.
 */
#include "db/run/run.h"

#include "base/memory.h"
#include "db/run/inside.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------------ work in and out */

static void run_write(struct store *base, struct work *take_work)
{
    struct run_store *store = (struct run_store *)base;
    struct run_shared *shared = &store->shared;
    pthread_mutex_lock(&shared->lock);
    work__push(&shared->writes, take_work);
    if (take_work->kind == WORK_BATCH)
        shared->batches_submitted++;
    pthread_mutex_unlock(&shared->lock);
    pthread_cond_signal(&shared->write_ready); /* unlocked: whoever wakes would wait for the lock */
    if (store->is_inline)
        store->wake(store->wake_ctx);
}

static void run_submit(struct store *base, uint64_t number, struct store_batch *take_batch)
{
    run_write(base, work__new_batch(number, take_batch));
}

static void run_resume(struct store *base)
{
    run_write(base, work__new_resume());
}

static void run_query(struct store *base, uint64_t number, const struct store_query *query)
{
    struct run_store *store = (struct run_store *)base;
    struct run_shared *shared = &store->shared;
    struct work *work = work__new_query(number, query);
    pthread_mutex_lock(&shared->lock);
    work->question->after = query->is_at_once ? 0 : shared->batches_submitted;
    work__push(&shared->reads, work);
    pthread_mutex_unlock(&shared->lock);
    pthread_cond_signal(&shared->read_ready);
    if (store->is_inline)
        store->wake(store->wake_ctx);
}

static void run_poll(struct store *base, const struct store_listener *listener)
{
    struct run_store *store = (struct run_store *)base;
    struct work_list done = {0};
    if (store->is_inline) {
        run__write_now(store);
        run__read_now(store);
    }
    pthread_mutex_lock(&store->shared.lock);
    work__move_all(&store->shared.done, &done);
    pthread_mutex_unlock(&store->shared.lock);
    for (struct work *work = work__pop(&done); work != NULL; work = work__pop(&done))
        work__report(work, listener);
}

/* ------------------------------------------------------------------ what failed */

void run__set_error(struct run_store *store, const char *text)
{
    struct run_shared *shared = &store->shared;
    pthread_mutex_lock(&shared->lock);
    (void)snprintf(shared->error, sizeof(shared->error), "%s", text);
    pthread_mutex_unlock(&shared->lock);
}

void run__note_error(struct run_store *store, const struct sql_connection *connection,
                     const char *during)
{
    char text[STORE_ERROR_SIZE];
    if (!connection->driver->error(connection, text, sizeof(text)))
        (void)snprintf(text, sizeof(text), "%s does not fit what is stored", during);
    run__set_error(store, text);
}

static void run_error(struct store *base, char *text_out, size_t text_size)
{
    struct run_shared *shared = &((struct run_store *)base)->shared;
    pthread_mutex_lock(&shared->lock);
    (void)snprintf(text_out, text_size, "%s", shared->error);
    pthread_mutex_unlock(&shared->lock);
}

/* ------------------------------------------------------------------ closing */

static void shared_deinit(struct run_shared *shared)
{
    work__free_all(&shared->writes);
    work__free_all(&shared->reads);
    work__free_all(&shared->done);
    pthread_cond_destroy(&shared->write_ready);
    pthread_cond_destroy(&shared->read_ready);
    pthread_mutex_destroy(&shared->lock);
}

/* Tells both threads to come to their end. */
static void shared_close(struct run_shared *shared)
{
    pthread_mutex_lock(&shared->lock);
    shared->is_closing = true;
    pthread_cond_broadcast(&shared->write_ready);
    pthread_cond_broadcast(&shared->read_ready);
    pthread_mutex_unlock(&shared->lock);
}

/* The writer's connection is the last one. */
static void store_free(struct run_store *store)
{
    struct sql_connection *writer = store->writer.sql.sql;
    if (store->reader != NULL && store->reader != writer)
        store->reader->driver->close(store->reader);
    if (writer != NULL)
        writer->driver->close(writer);
    store->database->free(store->database);
    writer__deinit(&store->writer.sql);
    shared_deinit(&store->shared);
    free(store);
}

static void run_close(struct store *base)
{
    struct run_store *store = (struct run_store *)base;
    if (store->is_inline) {
        run__write_now(store);
    } else {
        shared_close(&store->shared);
        pthread_join(store->reader_thread, NULL);
        pthread_join(store->writer_thread, NULL);
    }
    store_free(store);
}

/* ------------------------------------------------------------------ opening */

static const struct store_backend BACKEND = {
    .load = run__load,
    .submit = run_submit,
    .resume = run_resume,
    .query = run_query,
    .poll = run_poll,
    .close = run_close,
    .error = run_error,
};

static void wake_nobody(void *ctx)
{
    (void)ctx;
}

static struct run_store *store_new(struct sql_database *take_database,
                                   const struct run_options *options)
{
    struct run_store *store = mem_zero(sizeof(*store));
    store->base.backend = &BACKEND;
    store->database = take_database;
    store->is_inline = options->is_inline;
    store->wake = options->wake != NULL ? options->wake : wake_nobody;
    store->wake_ctx = options->wake_ctx;
    store->lost = options->lost;
    store->lost_ctx = options->lost_ctx;
    pthread_mutex_init(&store->shared.lock, NULL);
    pthread_cond_init(&store->shared.write_ready, NULL);
    pthread_cond_init(&store->shared.read_ready, NULL);
    return store;
}

/* Signals are the owner's: the store's threads take none. */
static int threads_start(struct run_store *store, char *reason_out, size_t reason_size)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = pthread_create(&store->writer_thread, NULL, run__writer_main, store);
    if (code == 0) {
        code = pthread_create(&store->reader_thread, NULL, run__reader_main, store);
        if (code != 0) {
            shared_close(&store->shared);
            pthread_join(store->writer_thread, NULL);
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (code != 0)
        (void)snprintf(reason_out, reason_size, "its threads do not start (%d)", code);
    return code == 0 ? 0 : -1;
}

static int parts_open(struct run_store *store, char *reason_out, size_t reason_size)
{
    struct sql_database *database = store->database;
    struct sql_connection **writer = &store->writer.sql.sql;
    if (store->is_inline) {
        *writer = database->open(database, SQL_ALONE, reason_out, reason_size);
        store->reader = *writer;
        return *writer != NULL ? 0 : -1;
    }
    if (database->lock(database, reason_out, reason_size) != 0)
        return -1;
    *writer = database->open(database, SQL_WRITER, reason_out, reason_size);
    if (*writer != NULL)
        store->reader = database->open(database, SQL_READER, reason_out, reason_size);
    return store->reader != NULL ? threads_start(store, reason_out, reason_size) : -1;
}

struct store *run__open(struct sql_database *take_database, const struct run_options *options,
                        char *reason_out, size_t reason_size)
{
    struct run_store *store = store_new(take_database, options);
    if (parts_open(store, reason_out, reason_size) == 0)
        return &store->base;
    store_free(store);
    return NULL;
}

struct sql_connection *run__connection(struct store *base)
{
    return ((struct run_store *)base)->writer.sql.sql;
}
