/* SPDX-License-Identifier: MIT */
/*
 * The SQLite back-end's frame: opening with its checks, the two threads, the queues between them
 * and the owner, closing. Everything here runs on the owner's thread.
 */
#include "db/sqlite/store.h"

#include "base/memory.h"
#include "db/sqlite/migrate.h"
#include "db/sqlite/reader.h"
#include "db/sqlite/writer.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ work in and out */

static void sqlite_write(struct store *base, struct work *take_work)
{
    struct store_sqlite *store = (struct store_sqlite *)base;
    struct sqlite_shared *shared = &store->shared;
    pthread_mutex_lock(&shared->lock);
    work__push(&shared->writes, take_work);
    if (take_work->kind == WORK_BATCH)
        shared->batches_submitted++;
    pthread_mutex_unlock(&shared->lock);
    pthread_cond_signal(&shared->write_ready); /* unlocked: whoever wakes would wait for the lock */
    if (store->is_inline)
        store->wake(store->wake_ctx);
}

static void sqlite_submit(struct store *base, uint64_t number, struct store_batch *take_batch)
{
    sqlite_write(base, work__new_batch(number, take_batch));
}

static void sqlite_resume(struct store *base)
{
    sqlite_write(base, work__new_resume());
}

static void sqlite_query(struct store *base, uint64_t number, const struct store_query *query)
{
    struct store_sqlite *store = (struct store_sqlite *)base;
    struct sqlite_shared *shared = &store->shared;
    struct work *work = work__new_query(number, query);
    pthread_mutex_lock(&shared->lock);
    work->question->after = query->is_at_once ? 0 : shared->batches_submitted;
    work__push(&shared->reads, work);
    pthread_mutex_unlock(&shared->lock);
    pthread_cond_signal(&shared->read_ready);
    if (store->is_inline)
        store->wake(store->wake_ctx);
}

static void sqlite_poll(struct store *base, const struct store_listener *listener)
{
    struct store_sqlite *store = (struct store_sqlite *)base;
    struct work_list done = {0};
    if (store->is_inline) {
        sqlite__write_now(store);
        sqlite__read_now(store);
    }
    pthread_mutex_lock(&store->shared.lock);
    work__move_all(&store->shared.done, &done);
    pthread_mutex_unlock(&store->shared.lock);
    for (struct work *work = work__pop(&done); work != NULL; work = work__pop(&done))
        work__report(work, listener);
}

static void sqlite_error(struct store *base, char *text_out, size_t text_size)
{
    shared__error(&((struct store_sqlite *)base)->shared, text_out, text_size);
}

/* ------------------------------------------------------------------ closing */

static void store_free(struct store_sqlite *store)
{
    connection__close(&store->reader);
    connection__close(&store->writer.connection); /* the last one: this checkpoints */
    cache__deinit(&store->writer.sql.cache);
    free(store->writer.sql.memos);
    free(store->writer.sql.moved);
    free(store->writer.sql.hidden);
    lock__release(&store->lock);
    shared__deinit(&store->shared);
    free(store->path);
    free(store);
}

static void sqlite_close(struct store *base)
{
    struct store_sqlite *store = (struct store_sqlite *)base;
    if (store->is_inline) {
        sqlite__write_now(store);
    } else {
        shared__close(&store->shared);
        pthread_join(store->reader_thread, NULL);
        pthread_join(store->writer_thread, NULL);
    }
    store_free(store);
}

/* ------------------------------------------------------------------ opening */

static const struct store_backend SQLITE_BACKEND = {
    .load = sqlite__load,
    .submit = sqlite_submit,
    .resume = sqlite_resume,
    .query = sqlite_query,
    .poll = sqlite_poll,
    .close = sqlite_close,
    .error = sqlite_error,
};

static void wake_nobody(void *ctx)
{
    (void)ctx;
}

static struct store_sqlite *store_new(store_wake_fn *wake, void *wake_ctx)
{
    struct store_sqlite *store = mem_zero(sizeof(*store));
    store->base.backend = &SQLITE_BACKEND;
    store->wake = wake != NULL ? wake : wake_nobody;
    store->wake_ctx = wake_ctx;
    store->lock = LOCK_NONE;
    store->writer.sql.sql = &store->writer.connection.base;
    shared__init(&store->shared);
    return store;
}

static int say_sqlite(const struct sqlite_connection *connection, char *reason_out,
                      size_t reason_size)
{
    (void)snprintf(reason_out, reason_size, "%s", sqlite3_errmsg(connection->db));
    return -1;
}

/* SQLite owns the copy, and frees it. */
static int image_take(struct sqlite_connection *connection, const void *image, size_t size)
{
    unsigned char *copy = sqlite3_malloc64(size);
    if (copy == NULL)
        return SQLITE_NOMEM;
    memcpy(copy, image, size);
    return sqlite3_deserialize(connection->db, "main", copy, (sqlite3_int64)size,
                               (sqlite3_int64)size,
                               SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
}

/* A file that is not ours is refused before anything in it is touched. */
static int writer_open(struct store_sqlite *store, const struct store_sqlite_options *options,
                       char *reason_out, size_t reason_size)
{
    struct sqlite_connection *connection = &store->writer.connection;
    enum connection_user user = store->is_inline ? CONNECTION_INLINE : CONNECTION_WRITER;
    if (connection__open(connection, store->path, user) != SQLITE_OK ||
        (options->image != NULL &&
         image_take(connection, options->image, options->image_size) != SQLITE_OK))
        return say_sqlite(connection, reason_out, reason_size);
    if (migrate__check(connection->db, MIGRATION_COUNT, reason_out, reason_size) != 0)
        return -1;
    if (connection__configure(connection, user, options->sync) != SQLITE_OK)
        return say_sqlite(connection, reason_out, reason_size);
    if (migrate__upgrade(connection->db, store->path, MIGRATIONS, MIGRATION_COUNT, reason_out,
                         reason_size) != 0)
        return -1;
    connection->prepares_late = options->prepares_late;
    if (connection__prepare(connection, user) != SQLITE_OK)
        return say_sqlite(connection, reason_out, reason_size);
    return 0;
}

static int reader_open(struct store_sqlite *store, bool prepares_late, char *reason_out,
                       size_t reason_size)
{
    struct sqlite_connection *connection = &store->reader;
    connection->prepares_late = prepares_late;
    if (connection__open(connection, store->path, CONNECTION_READER) != SQLITE_OK ||
        connection__configure(connection, CONNECTION_READER, STORE_SYNC_FULL) != SQLITE_OK ||
        connection__prepare(connection, CONNECTION_READER) != SQLITE_OK)
        return say_sqlite(connection, reason_out, reason_size);
    return 0;
}

/* Signals are the owner's: the store's threads take none. */
static int threads_start(struct store_sqlite *store, char *reason_out, size_t reason_size)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = pthread_create(&store->writer_thread, NULL, sqlite__writer_main, store);
    if (code == 0) {
        code = pthread_create(&store->reader_thread, NULL, sqlite__reader_main, store);
        if (code != 0) {
            shared__close(&store->shared);
            pthread_join(store->writer_thread, NULL);
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (code != 0)
        (void)snprintf(reason_out, reason_size, "its threads do not start (%d)", code);
    return code == 0 ? 0 : -1;
}

static int parts_open(struct store_sqlite *store, const struct store_sqlite_options *options,
                      char *reason_out, size_t reason_size)
{
    if (store->is_inline) {
        store->path = mem_text(options->path);
        return writer_open(store, options, reason_out, reason_size);
    }
    if (lock__take(&store->lock, options->path, &store->path, reason_out, reason_size) != 0 ||
        writer_open(store, options, reason_out, reason_size) != 0 ||
        reader_open(store, options->prepares_late, reason_out, reason_size) != 0)
        return -1;
    return threads_start(store, reason_out, reason_size);
}

struct store *store_sqlite_open(const struct store_sqlite_options *options, store_wake_fn *wake,
                                void *wake_ctx, char *message_out, size_t message_size)
{
    char reason[STORE_ERROR_SIZE] = "";
    struct store_sqlite *store = store_new(wake, wake_ctx);
    store->lost = options->lost;
    store->lost_ctx = options->lost_ctx;
    store->writer.sync = options->sync;
    store->is_inline = options->is_inline || strcmp(options->path, STORE_IN_MEMORY) == 0;
    if (parts_open(store, options, reason, sizeof(reason)) == 0)
        return &store->base;
    (void)snprintf(message_out, message_size, "Cannot use the database %s: %s.", options->path,
                   reason);
    store_free(store);
    return NULL;
}

void *store_sqlite_image(struct store *base, size_t *size_out)
{
    struct store_sqlite *store = (struct store_sqlite *)base;
    sqlite3_int64 size = 0;
    unsigned char *bytes = sqlite3_serialize(store->writer.connection.db, "main", &size, 0);
    if (bytes == NULL)
        return NULL;
    void *image = mem_alloc((size_t)size);
    memcpy(image, bytes, (size_t)size);
    sqlite3_free(bytes);
    *size_out = (size_t)size;
    return image;
}
