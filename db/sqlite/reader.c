/* SPDX-License-Identifier: MIT */
/*
 * The reader's thread: answers queries one after the other, each from one snapshot that has every
 * batch submitted before the query. Reads only, and never checkpoints. Beside it, the load.
 */
#include "db/sqlite/reader.h"

#include "base/thread.h"
#include "db/record.h"
#include "db/sql/load.h"
#include "db/sql/question.h"

static int question_answer(struct store_sqlite *store, struct work_query *question)
{
    struct sqlite_connection *connection =
        store->is_inline ? &store->writer.connection : &store->reader;
    int status = STORE_UNAVAILABLE;
    if (connection__begin(connection) == 0)
        status = question__answer(&connection->base, question);
    if (status == STORE_UNAVAILABLE)
        shared__note_error(&store->shared, connection, query__row(question->query.kind)->name);
    connection__rollback(connection); /* nothing was written, and this cannot fail */
    return status;
}

static bool has_question(const struct sqlite_shared *shared)
{
    const struct work *work = shared->reads.first;
    return work != NULL && work->question->after <= shared->batches_done;
}

/* NULL: the store is closing, and questions that are left are dropped. */
static struct work *wait_for_question(struct sqlite_shared *shared)
{
    struct work *work = NULL;
    pthread_mutex_lock(&shared->lock);
    while (!shared->is_closing && !has_question(shared))
        pthread_cond_wait(&shared->read_ready, &shared->lock);
    if (!shared->is_closing)
        work = work__pop(&shared->reads);
    pthread_mutex_unlock(&shared->lock);
    return work;
}

void *sqlite__reader_main(void *argument)
{
    struct store_sqlite *store = argument;
    struct work *work = NULL;
    thread_name("store reader");
    while ((work = wait_for_question(&store->shared)) != NULL) {
        work->status = question_answer(store, work->question);
        pthread_mutex_lock(&store->shared.lock);
        work__push(&store->shared.done, work);
        pthread_mutex_unlock(&store->shared.lock);
        store->wake(store->wake_ctx);
    }
    return NULL;
}

void sqlite__read_now(struct store_sqlite *store)
{
    struct work *work = NULL;
    while ((work = work__pop(&store->shared.reads)) != NULL) {
        work->status = question_answer(store, work->question);
        work__push(&store->shared.done, work);
    }
}

/* ------------------------------------------------------------------ loading */

static int loader_open(struct sqlite_connection *connection, const char *path)
{
    bool is_open =
        connection__open(connection, path, CONNECTION_LOADER) == SQLITE_OK &&
        connection__configure(connection, CONNECTION_LOADER, STORE_SYNC_FULL) == SQLITE_OK &&
        connection__prepare(connection, CONNECTION_LOADER) == SQLITE_OK;
    return is_open ? 0 : -1;
}

int sqlite__load(struct store *base, const struct store_loader *loader)
{
    struct store_sqlite *store = (struct store_sqlite *)base;
    struct sqlite_connection own = {0};
    struct sqlite_connection *connection = store->is_inline ? &store->writer.connection : &own;
    int result = store->is_inline ? 0 : loader_open(&own, store->path);
    if (result == 0)
        result = connection__begin(connection);
    if (result == 0) {
        result = load__everything(&connection->base, loader);
        if (result != 0)
            shared__note_error(&store->shared, connection, "load");
        connection__rollback(connection); /* nothing was written */
    } else {
        shared__note_error(&store->shared, connection, "load");
    }
    connection__close(&own);
    return result == 0 ? STORE_OK : STORE_UNAVAILABLE;
}
