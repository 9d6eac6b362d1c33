/* SPDX-License-Identifier: MIT */
/*
 * The writer's thread: takes every batch that waits and commits them in one transaction. What it
 * has taken is its own until it hands it back, in order, to store_poll().
 */
#include "db/batch.h"
#include "db/store_sqlite_private.h"

static int batch_apply(struct sqlite_writer *writer, struct store_batch *batch)
{
    for (size_t i = 0; i < store_batch_count(batch); i++) {
        const struct store_op *op = store_batch_get(batch, i);
        int outcome = check__op(op) ? sqlite__apply(writer, op) : OP_REFUSED;
        if (outcome == OP_REFUSED)
            return -1;
        batch__set_result(batch, i, outcome == OP_CONFLICT ? STORE_CONFLICT : STORE_APPLIED);
    }
    return 0;
}

static int transaction_begin(struct sqlite_writer *writer)
{
    if (sql__begin(&writer->sql) != 0)
        return -1;
    writer->cache.log.appended = 0;
    return writer->cache.is_valid ? 0 : cache__read(&writer->cache, &writer->sql);
}

/* One transaction of the batches from `first` up to `end`, which may be NULL. If a batch cannot be
 * applied, `failed_out` is that one; if nothing can be written, it is `first`. */
static int transaction_try(struct sqlite_writer *writer, struct work *first, struct work *end,
                           struct work **failed_out)
{
    *failed_out = first;
    if (transaction_begin(writer) != 0)
        return -1;
    for (struct work *work = first; work != end; work = work->next) {
        if (batch_apply(writer, work->batch) != 0) {
            *failed_out = work;
            return -1;
        }
    }
    if (sqlite__log_sweep(writer) != 0)
        return -1;
    return sql__commit(&writer->sql);
}

/* Commits the batches from `first` up to `end`. Those before the first that fails are committed
 * after all; it and the rest are marked as not written. */
static void group_commit(struct store_sqlite *store, struct work *first, struct work *end)
{
    struct sqlite_writer *writer = &store->writer;
    while (first != end) {
        struct work *failed = NULL;
        if (transaction_try(writer, first, end, &failed) == 0)
            return;
        sqlite__note_error(store, &writer->sql);
        sql__rollback(&writer->sql);
        writer->cache.is_valid = false;
        writer->is_broken = true;
        for (struct work *work = failed; work != end; work = work->next)
            work->status = STORE_UNAVAILABLE;
        end = failed;
    }
}

static size_t run_length(const struct work *first, struct work **end_out)
{
    size_t count = 0;
    struct work *work = (struct work *)first;
    for (; work != NULL && work->kind == WORK_BATCH; work = work->next)
        count++;
    *end_out = work;
    return count;
}

/* The batches up to the next resume, or to the end. Returns how many, and what follows. */
static size_t run_write(struct store_sqlite *store, struct work *first, struct work **end_out)
{
    size_t count = run_length(first, end_out);
    if (!store->writer.is_broken) {
        group_commit(store, first, *end_out);
        return count;
    }
    for (struct work *work = first; work != *end_out; work = work->next)
        work->status = STORE_UNAVAILABLE;
    return count;
}

static void hand_back(struct store_sqlite *store, struct work_list *list, size_t batches)
{
    pthread_mutex_lock(&store->shared.lock);
    work__move_all(list, &store->shared.done);
    store->shared.batches_done += batches;
    pthread_cond_broadcast(&store->shared.read_ready);
    pthread_mutex_unlock(&store->shared.lock);
    store->wake(store->wake_ctx);
}

static void list_write(struct store_sqlite *store, struct work_list *list)
{
    size_t batches = 0;
    struct work *work = list->first;
    while (work != NULL) {
        if (work->kind == WORK_BATCH) {
            batches += run_write(store, work, &work);
            continue;
        }
        store->writer.is_broken = false;
        work = work->next;
    }
    hand_back(store, list, batches);
}

/* Waits for work; an empty list means that the store is closing and everything is written. */
static struct work_list wait_for_work(struct sqlite_shared *shared)
{
    struct work_list list = {0};
    pthread_mutex_lock(&shared->lock);
    while (shared->writes.first == NULL && !shared->is_closing)
        pthread_cond_wait(&shared->write_ready, &shared->lock);
    work__move_all(&shared->writes, &list);
    pthread_mutex_unlock(&shared->lock);
    return list;
}

void *sqlite__writer_main(void *argument)
{
    struct store_sqlite *store = argument;
    for (;;) {
        struct work_list list = wait_for_work(&store->shared);
        if (list.first == NULL)
            return NULL;
        list_write(store, &list);
    }
}
