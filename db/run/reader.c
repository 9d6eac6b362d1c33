/* SPDX-License-Identifier: MIT */
/*
 * The reader's thread: answers queries one after the other, each from one snapshot that has every
 * batch submitted before the query. Reads only, and never checkpoints. Beside it, the load.
 */
#include "base/thread.h"
#include "db/record.h"
#include "db/run/inside.h"
#include "db/sql/answer.h"
#include "db/sql/load.h"

static int question_answer(struct run_store *store, struct work_query *question)
{
    struct sql_connection *sql = store->reader;
    int status = STORE_UNAVAILABLE;
    if (sql->driver->begin(sql) == 0)
        status = question__answer(sql, question);
    if (status == STORE_UNAVAILABLE)
        run__note_error(store, sql, query__row(question->query.kind)->name);
    sql->driver->rollback(sql); /* nothing was written */
    return status;
}

static bool has_question(const struct run_shared *shared)
{
    const struct work *work = shared->reads.first;
    return work != NULL && work->question->after <= shared->batches_done;
}

/* NULL: the store is closing, and questions that are left are dropped. */
static struct work *wait_for_question(struct run_shared *shared)
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

void *run__reader_main(void *argument)
{
    struct run_store *store = argument;
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

void run__read_now(struct run_store *store)
{
    struct work *work = NULL;
    while ((work = work__pop(&store->shared.reads)) != NULL) {
        work->status = question_answer(store, work->question);
        work__push(&store->shared.done, work);
    }
}

/* ------------------------------------------------------------------ loading */

static int load_on(struct run_store *store, struct sql_connection *sql,
                   const struct store_loader *loader)
{
    int result = sql->driver->begin(sql);
    if (result == 0)
        result = load__everything(sql, loader);
    if (result != 0)
        run__note_error(store, sql, "load");
    sql->driver->rollback(sql); /* nothing was written */
    return result == 0 ? STORE_OK : STORE_UNAVAILABLE;
}

int run__load(struct store *base, const struct store_loader *loader)
{
    struct run_store *store = (struct run_store *)base;
    char reason[STORE_ERROR_SIZE];
    if (store->is_inline)
        return load_on(store, store->reader, loader);
    struct sql_connection *own =
        store->database->open(store->database, SQL_LOADER, reason, sizeof(reason));
    if (own == NULL) {
        run__set_error(store, reason);
        return STORE_UNAVAILABLE;
    }
    int status = load_on(store, own, loader);
    own->driver->close(own);
    return status;
}
