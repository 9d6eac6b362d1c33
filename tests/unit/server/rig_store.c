/* SPDX-License-Identifier: MIT */
/*
 * The gate before the database: a queue in the order of the core's calls.
 */
#include "tests/unit/server/rig_store.h"

#include "tests/support/kept_answer.h"
#include "tests/support/memory_store.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

enum item_kind {
    ITEM_BATCH,
    ITEM_QUERY,
    ITEM_ANSWER, /* a query that was executed and is not reported yet */
};

struct rig_store_item {
    struct rig_store_item *prev, *next;
    enum item_kind kind;
    uint64_t number;
    struct store_batch *batch;
    struct store_query *query;
    struct kept_answer answer;
};

static struct rig_store_item *item_new(struct rig_store *store, enum item_kind kind,
                                       uint64_t number)
{
    struct rig_store_item *item = calloc(1, sizeof(*item));
    if (item == NULL)
        abort();
    item->kind = kind;
    item->number = number;
    DL_APPEND(store->first, item);
    return item;
}

static void item_free(struct rig_store_item *item)
{
    store_batch_free(item->batch);
    free(item->query);
    kept_answer_free(&item->answer);
    free(item);
}

/* ------------------------------------------------------------------ what the database says */

/* The listener of the database, for one batch or query at a time. */
struct passing {
    struct rig_store *store;
    struct rig_store_item *item;
    const struct store_listener *listener;
};

static void pass_batch(void *ctx, uint64_t number, int status, const struct store_batch *batch)
{
    const struct passing *passing = ctx;
    if (status != STORE_OK)
        passing->store->refused++;
    passing->listener->batch_done(passing->listener->ctx, number, status, batch);
}

static void pass_answer(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    const struct passing *passing = ctx;
    passing->listener->query_done(passing->listener->ctx, number, status, answer);
}

/* ------------------------------------------------------------------ the gate */

static void do_batch(struct rig_store *store, struct rig_store_item *item,
                     const struct store_listener *listener)
{
    if (store->fails_batches)
        store->is_broken = true;
    if (store->is_broken) {
        listener->batch_done(listener->ctx, item->number, STORE_UNAVAILABLE, item->batch);
        return;
    }
    struct passing passing = {.store = store, .item = item, .listener = listener};
    const struct store_listener pass = {
        .ctx = &passing, .batch_done = pass_batch, .query_done = pass_answer};
    store_submit(store->database, item->number, item->batch);
    item->batch = NULL;
    store_poll(store->database, &pass);
}

static void do_query(struct rig_store *store, struct rig_store_item *item,
                     const struct store_listener *listener)
{
    if (store->fails_queries) {
        listener->query_done(listener->ctx, item->number, STORE_UNAVAILABLE, NULL);
        return;
    }
    struct passing passing = {.store = store, .item = item, .listener = listener};
    const struct store_listener pass = {
        .ctx = &passing, .batch_done = pass_batch, .query_done = pass_answer};
    store_query(store->database, item->number, item->query);
    store_poll(store->database, &pass);
}

static bool is_held_batch(const struct rig_store *store, const struct rig_store_item *item)
{
    return item->kind == ITEM_BATCH && store->holds_batches && store->lets_batches == 0;
}

/* A query sees every batch before it, so it cannot pass one that waits, unless it is to. */
static bool is_held(const struct rig_store *store, const struct rig_store_item *item,
                    bool batch_waits)
{
    bool holds_answers = store->holds_answers && store->lets_answers == 0;
    if (item->kind == ITEM_ANSWER)
        return holds_answers;
    return batch_waits && !(item->kind == ITEM_QUERY && item->query->is_at_once);
}

static bool batch_is_waiting(const struct rig_store *store)
{
    const struct rig_store_item *item;
    DL_FOREACH(store->first, item)
        if (item->kind == ITEM_BATCH)
            return true;
    return false;
}

static void gate_poll(struct store *base, const struct store_listener *listener)
{
    struct rig_store *store = (struct rig_store *)base;
    const struct rig_store_item *last = store->first != NULL ? store->first->prev : NULL;
    bool is_last = last == NULL;
    bool batch_waits = false;
    for (struct rig_store_item *item = store->first, *next; !is_last; item = next) {
        next = item->next;
        is_last = item == last; /* what the listener asks for meanwhile waits for the next time */
        batch_waits = batch_waits || is_held_batch(store, item);
        if (is_held(store, item, batch_waits))
            continue;
        DL_DELETE(store->first, item);
        store->has_reported = true;
        if (item->kind == ITEM_BATCH)
            do_batch(store, item, listener);
        else if (item->kind == ITEM_QUERY)
            do_query(store, item, listener);
        else
            kept_answer_tell(&item->answer, item->number, listener);
        if (item->kind == ITEM_ANSWER && store->lets_answers > 0)
            store->lets_answers--;
        if (item->kind == ITEM_BATCH && store->lets_batches > 0)
            store->lets_batches--;
        item_free(item);
    }
}

static void gate_submit(struct store *base, uint64_t number, struct store_batch *batch)
{
    struct rig_store *store = (struct rig_store *)base;
    item_new(store, ITEM_BATCH, number)->batch = batch;
    store->batches++;
}

static void gate_query(struct store *base, uint64_t number, const struct store_query *query)
{
    struct rig_store *store = (struct rig_store *)base;
    bool is_now = store->holds_answers && (query->is_at_once || !batch_is_waiting(store));
    enum item_kind kind = is_now ? ITEM_ANSWER : ITEM_QUERY;
    store->queries++;
    struct rig_store_item *item = item_new(store, kind, number);
    if (kind == ITEM_QUERY)
        item->query = store_query_copy(query);
    else
        kept_answer_ask(&item->answer, store->database, query);
}

static void gate_resume(struct store *base)
{
    struct rig_store *store = (struct rig_store *)base;
    const struct store_listener nothing = {0};
    store->is_broken = false;
    store_resume(store->database);
    store_poll(store->database, &nothing);
}

static int gate_load(struct store *base, const struct store_loader *loader)
{
    return store_load(((struct rig_store *)base)->database, loader);
}

static void gate_close(struct store *base)
{
    rig_store_free((struct rig_store *)base);
}

static const struct store_backend GATE = {
    .load = gate_load,
    .submit = gate_submit,
    .resume = gate_resume,
    .query = gate_query,
    .poll = gate_poll,
    .close = gate_close,
};

struct rig_store *rig_store_new(void)
{
    struct rig_store *store = calloc(1, sizeof(*store));
    if (store == NULL)
        abort();
    store->base.backend = &GATE;
    store->database = memory_store_open(NULL, NULL);
    return store;
}

static void drop_items(struct rig_store *store)
{
    while (store->first != NULL) {
        struct rig_store_item *item = store->first;
        DL_DELETE(store->first, item);
        item_free(item);
    }
}

void rig_store_crash(struct rig_store *store)
{
    drop_items(store);
    store->holds_batches = false;
    store->holds_answers = false;
    store->fails_batches = false;
    store->fails_queries = false;
    store->is_broken = false;
}

void rig_store_free(struct rig_store *store)
{
    drop_items(store);
    store_close(store->database);
    free(store);
}
