/* SPDX-License-Identifier: MIT */
/*
 * The writer's thread: takes every batch that waits and commits them in one transaction. It
 * owns the batches that it took until it hands them back, in order, to store_poll().
 */
#include "db/sqlite/writer.h"

#include "base/thread.h"
#include "db/batch.h"
#include "db/record.h"
#include "db/sql/operation.h"
#include "db/sql/sweep.h"

#include <stdlib.h>

static int batch_apply(struct sqlite_writer *writer, struct store_batch *batch)
{
    writer->sql.was_applied = true;
    for (size_t i = 0; i < store_batch_count(batch); i++) {
        const struct store_op *op = store_batch_get(batch, i);
        writer->during = operation__row(op->kind)->name;
        int outcome = operation__apply(&writer->sql, op);
        if (outcome == OP_REFUSED)
            return -1;
        batch__set_result(batch, i, check__result(outcome));
        if (writer->sql.has_changes)
            batch__set_changes(batch, i, writer->sql.changes);
        batch__set_memos(batch, i, writer->sql.memos, writer->sql.memos_count);
        batch__set_moved(batch, i, writer->sql.moved, writer->sql.moved_count);
        batch__set_weightless(batch, i, writer->sql.is_weightless);
        batch__set_hidden(batch, i, writer->sql.hidden, writer->sql.hidden_count);
    }
    return 0;
}

static int transaction_begin(struct sqlite_writer *writer)
{
    struct sql_cache *cache = &writer->sql.cache;
    writer->during = "begin";
    if (connection__begin(&writer->connection) != 0)
        return -1;
    cache->log.appended = 0;
    return cache->is_valid ? 0 : cache__read(cache, writer->sql.sql);
}

/* Whether a COMMIT that failed so surely left nothing that a later start could take for committed:
 * it did not get to write all of its frames. Any other failure may come behind them. */
static bool commit_left_nothing(int code)
{
    return code == SQLITE_FULL || code == SQLITE_IOERR_WRITE || (code & 0xff) == SQLITE_BUSY;
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
    writer->during = "sweep";
    if (sweep__go_on(&writer->sql) != 0)
        return -1;
    if (connection__commit(&writer->connection) == 0)
        return 0;
    writer->is_in_doubt = !commit_left_nothing(sqlite3_extended_errcode(writer->connection.db));
    return -1;
}

/* The frames of a failed COMMIT may all lie in the WAL, and a start after a crash would apply them.
 * Another transaction takes their place: frames count only as far as their checksums, each made
 * with the one before, go on. Synced whatever the setting, for the disk may have the old ones.
 * Returns 0, or -1 if that fails, too. */
static int commit_bury(struct sqlite_writer *writer)
{
    struct sqlite_connection *connection = &writer->connection;
    if (connection__set_sync(connection, STORE_SYNC_FULL) != SQLITE_OK)
        return -1;
    bool is_buried = connection__begin(connection) == 0 &&
                     sql__run(&connection->base, SQL_PROBE, NULL, 0) == 1 &&
                     connection__commit(connection) == 0;
    connection__rollback(connection);
    writer->is_in_doubt = !is_buried;
    return is_buried && connection__set_sync(connection, writer->sync) == SQLITE_OK ? 0 : -1;
}

/* Neither "durable" nor "failed" would be sure to be true. */
static void give_up(struct store_sqlite *store)
{
    char reason[STORE_ERROR_SIZE];
    store_error(&store->base, reason, sizeof(reason));
    store->writer.is_lost = true;
    if (store->lost == NULL)
        abort();
    store->lost(store->lost_ctx, reason);
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
        shared__note_error(&store->shared, &writer->connection, writer->during);
        connection__rollback(&writer->connection);
        writer->sql.cache.is_valid = false;
        writer->is_broken = true;
        if (writer->is_in_doubt && commit_bury(writer) != 0) {
            give_up(store);
            return;
        }
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
    if (!store->writer.is_broken && !store->writer.is_lost) {
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
    bool is_awaited = store->shared.reads.first != NULL;
    pthread_mutex_unlock(&store->shared.lock);
    if (is_awaited)
        pthread_cond_signal(&store->shared.read_ready);
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
    if (store->writer.is_lost)
        work__free_all(list);
    else
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
    thread_name("store writer");
    for (;;) {
        struct work_list list = wait_for_work(&store->shared);
        if (list.first == NULL)
            return NULL;
        list_write(store, &list);
    }
}

void sqlite__write_now(struct store_sqlite *store)
{
    struct work_list list = {0};
    work__move_all(&store->shared.writes, &list);
    if (list.first != NULL)
        list_write(store, &list);
}
