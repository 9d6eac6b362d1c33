/* SPDX-License-Identifier: MIT */
/*
 * The writer's thread: takes every batch that waits and commits them in one transaction. It
 * owns the batches that it took until it hands them back, in order, to store_poll().
 */
#include "base/thread.h"
#include "db/batch.h"
#include "db/record.h"
#include "db/run/inside.h"
#include "db/sql/operation.h"
#include "db/sql/sweep.h"

#include <stdlib.h>

/* Returns an enum store_status. */
static int batch_apply(struct run_writer *writer, struct store_batch *batch)
{
    writer->during = "the epoch of the lease";
    int status = operation__fence(&writer->sql, batch__lease(batch));
    if (status != STORE_OK)
        return status;
    writer->sql.was_applied = true;
    for (size_t i = 0; i < store_batch_count(batch); i++) {
        const struct store_op *op = store_batch_get(batch, i);
        writer->during = operation__row(op->kind)->name;
        int outcome = operation__apply(&writer->sql, op);
        if (outcome == OP_REFUSED)
            return STORE_UNAVAILABLE;
        batch__tell(batch, i,
                    &(struct store_op){
                        .result = (enum store_op_result)outcome,
                        .changes = writer->sql.has_changes ? writer->sql.changes : NULL,
                        .memos = writer->sql.memos,
                        .memos_count = writer->sql.memos_count,
                        .moved = writer->sql.moved,
                        .moved_count = writer->sql.moved_count,
                        .is_weightless = writer->sql.is_weightless,
                        .hidden = writer->sql.hidden,
                        .hidden_count = writer->sql.hidden_count,
                    });
    }
    for (size_t i = 0; i < store_batch_count(batch); i++)
        if (operation__tell(&writer->sql, store_batch_get(batch, i)))
            batch__set_known(batch, i, &writer->sql.known);
    return writer->sql.sql->driver->settle(writer->sql.sql) == 0 ? STORE_OK : STORE_UNAVAILABLE;
}

static int transaction_begin(struct run_writer *writer)
{
    struct sql_cache *cache = &writer->sql.cache;
    struct sql_connection *sql = writer->sql.sql;
    writer->during = "begin";
    if (sql->driver->begin(sql) != 0)
        return -1;
    cache->log.appended = 0;
    return cache->is_valid ? 0 : cache__read(cache, sql);
}

/* One transaction of the batches from `first` up to `end`, which may be NULL. If a batch cannot be
 * applied, `failed_out` is that one; if nothing can be written, it is `first`. */
static enum sql_outcome transaction_try(struct run_writer *writer, struct work *first,
                                        struct work *end, struct work **failed_out)
{
    *failed_out = first;
    if (transaction_begin(writer) != 0)
        return SQL_NOT_STORED;
    for (struct work *work = first; work != end; work = work->next) {
        work->status = batch_apply(writer, work->batch);
        if (work->status != STORE_OK) {
            *failed_out = work;
            return SQL_NOT_STORED;
        }
    }
    writer->during = "sweep";
    if (sweep__go_on(&writer->sql) != 0)
        return SQL_NOT_STORED;
    return writer->sql.sql->driver->commit(writer->sql.sql);
}

/* Neither "durable" nor "failed" would be sure to be true. */
static void give_up(struct run_store *store)
{
    char reason[STORE_ERROR_SIZE];
    store_error(&store->base, reason, sizeof(reason));
    store->writer.is_lost = true;
    if (store->lost == NULL)
        abort();
    store->lost(store->lost_ctx, reason);
}

/* Marks batches as not written, except for one that has its own status. */
static void batches_fail(struct work *first, struct work *end)
{
    for (struct work *work = first; work != end; work = work->next)
        if (work->status == STORE_OK)
            work->status = STORE_UNAVAILABLE;
}

/* Commits the batches from `first` up to `end`. Those before the first that fails are committed
 * after all; it and the rest are marked as not written. */
static void group_commit(struct run_store *store, struct work *first, struct work *end)
{
    struct run_writer *writer = &store->writer;
    while (first != end) {
        struct work *failed = NULL;
        enum sql_outcome outcome = transaction_try(writer, first, end, &failed);
        if (outcome == SQL_STORED)
            return;
        run__note_error(store, writer->sql.sql, writer->during);
        writer->sql.sql->driver->rollback(writer->sql.sql);
        writer->sql.cache.is_valid = false;
        writer->is_broken = true;
        if (outcome == SQL_IN_DOUBT) {
            give_up(store);
            return;
        }
        batches_fail(failed, end);
        end = failed;
    }
}

/* Counts the batches from `first` on, and returns their end: a resume, or NULL. */
static struct work *run_end(struct work *first, size_t *count)
{
    struct work *work = first;
    for (; work != NULL && work->kind == WORK_BATCH; work = work->next)
        ++*count;
    return work;
}

static void hand_back(struct run_store *store, struct work_list *list, size_t batches)
{
    pthread_mutex_lock(&store->shared.lock);
    work__move_all(list, &store->shared.done);
    store->shared.batches_done += batches;
    bool is_awaited = store->shared.reads.first != NULL;
    pthread_mutex_unlock(&store->shared.lock);
    if (is_awaited)
        pthread_cond_signal(&store->shared.read_ready);
    store->wake(store->wake_ctx);
}

static void list_write(struct run_store *store, struct work_list *list)
{
    struct run_writer *writer = &store->writer;
    struct work *end = NULL;
    size_t batches = 0;
    for (struct work *work = list->first; work != NULL; work = end) {
        end = run_end(work, &batches);
        if (end == work) {
            writer->is_broken = false;
            end = work->next;
        } else if (writer->is_broken || writer->is_lost) {
            batches_fail(work, end);
        } else {
            group_commit(store, work, end);
        }
    }
    if (writer->is_lost)
        work__free_all(list);
    else
        hand_back(store, list, batches);
}

/* Waits for work; an empty list means that the store is closing and everything is written. */
static struct work_list wait_for_work(struct run_shared *shared)
{
    struct work_list list = {0};
    pthread_mutex_lock(&shared->lock);
    while (shared->writes.first == NULL && !shared->is_closing)
        pthread_cond_wait(&shared->write_ready, &shared->lock);
    work__move_all(&shared->writes, &list);
    pthread_mutex_unlock(&shared->lock);
    return list;
}

void *run__writer_main(void *argument)
{
    struct run_store *store = argument;
    thread_name("store writer");
    for (;;) {
        struct work_list list = wait_for_work(&store->shared);
        if (list.first == NULL)
            return NULL;
        list_write(store, &list);
    }
}

void run__write_now(struct run_store *store)
{
    struct work_list list = {0};
    work__move_all(&store->shared.writes, &list);
    if (list.first != NULL)
        list_write(store, &list);
}
