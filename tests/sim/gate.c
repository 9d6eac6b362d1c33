/* SPDX-License-Identifier: MIT */
/*
 * The gate's queue is in the order of the core's calls. Batches are carried out and reported in
 * this order; a query waits for the batches before it.
 */
#include "tests/sim/gate.h"

#include "db/batch.h"
#include "db/store_memory.h"
#include "tests/sim/happen.h"
#include "tests/sim/server.h"
#include "tests/sim/sim.h"
#include "tests/support/kept_answer.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

#define SLOW_FACTOR 200

enum item_state {
    ITEM_WAITING,
    ITEM_DONE, /* carried out, not reported */
};

struct gate_item {
    struct gate_item *prev, *next;
    enum item_state state;
    uint64_t number;
    int64_t done_ms;           /* when it is carried out */
    int64_t report_ms;         /* when the core is told */
    struct store_batch *batch; /* NULL: a query */
    struct store_query query;
    char *text;
    int status;
    struct kept_answer answer; /* of a player, as it was when the query was carried out */
};

struct gate {
    struct store base;
    struct sim *sim;
    struct store *memory;
    struct gate_item *first;
    int64_t last_done_ms;
    bool is_full;
    bool is_slow;
    bool is_broken; /* a batch failed and the core has not resumed */
};

/* ------------------------------------------------------------------ items */

static void item_free(struct gate_item *item)
{
    store_batch_free(item->batch);
    free(item->text);
    kept_answer_free(&item->answer);
    free(item);
}

static struct gate_item *item_new(struct gate *gate, uint64_t number)
{
    struct sim *sim = gate->sim;
    struct gate_item *item = calloc(1, sizeof(*item));
    if (item == NULL)
        abort();
    int64_t usual_ms = sim->mood.disk_ms * (gate->is_slow && !sim->is_calm ? SLOW_FACTOR : 1);
    item->number = number;
    item->done_ms = sim->now_ms + sim_delay_ms(sim, usual_ms);
    if (item->done_ms < gate->last_done_ms)
        item->done_ms = gate->last_done_ms;
    gate->last_done_ms = item->done_ms;
    item->report_ms = item->done_ms + sim_delay_ms(sim, sim->mood.disk_ms);
    DL_APPEND(gate->first, item);
    happen_at(sim, THING_STORE, 0, item->done_ms);
    happen_at(sim, THING_STORE, 0, item->report_ms);
    return item;
}

/* ------------------------------------------------------------------ carrying out */

/* The listener of the memory back-end, for one batch or query at a time. */
struct passing {
    struct gate *gate;
    struct gate_item *item;
    const struct store_listener *listener;
};

/* The batch with its results goes back into the item. */
static void keep_batch(void *ctx, uint64_t number, int status, const struct store_batch *batch)
{
    const struct passing *passing = ctx;
    struct gate_item *item = passing->item;
    (void)number;
    item->status = status;
    item->batch = store_batch_new();
    for (size_t i = 0; i < store_batch_count(batch); i++) {
        const struct store_op *op = store_batch_get(batch, i);
        batch__set_result(item->batch, store_batch_add(item->batch, op), op->result);
    }
}

static void pass_answer(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    const struct passing *passing = ctx;
    passing->listener->query_done(passing->listener->ctx, number, status, answer);
}

static void no_batch(void *ctx, uint64_t number, int status, const struct store_batch *batch)
{
    (void)ctx;
    (void)number;
    (void)status;
    (void)batch;
}

static void batch_do(struct gate *gate, struct gate_item *item)
{
    struct sim *sim = gate->sim;
    bool fails = gate->is_full || sim_permille(sim, sim->mood.fail_batch);
    if (fails && !sim->is_calm)
        gate->is_broken = true;
    if (gate->is_broken) {
        item->status = STORE_UNAVAILABLE;
        sim->stats->batches_failed++;
        SIM_TRACE(sim, "store: batch %llu fails", (unsigned long long)item->number);
        return;
    }
    struct passing passing = {.gate = gate, .item = item};
    const struct store_listener keep = {
        .ctx = &passing, .batch_done = keep_batch, .query_done = pass_answer};
    struct store_batch *batch = item->batch;
    item->batch = NULL;
    store_submit(gate->memory, item->number, batch);
    store_poll(gate->memory, &keep);
    sim->stats->batches++;
    SIM_TRACE(sim, "store: batch %llu is durable, %zu operations", (unsigned long long)item->number,
              store_batch_count(item->batch));
    /* What the rules have against it says more than that the store refused it. */
    truth_take(sim, item->batch);
    CHECK_THAT(sim, CHECK_NO_BATCH_REFUSED, item->status == STORE_OK,
               "the store refused batch %llu", (unsigned long long)item->number);
    if (!sim->is_calm && sim_permille(sim, sim->mood.crash))
        happen_in(sim, THING_CRASH, SERVER_ANY, 0);
}

static void query_do(struct gate *gate, struct gate_item *item)
{
    struct sim *sim = gate->sim;
    if (!sim->is_calm && sim_permille(sim, sim->mood.fail_query)) {
        item->status = STORE_UNAVAILABLE;
        sim->stats->queries_failed++;
    } else if (kept_answer_is_possible(item->query.kind)) {
        /* Others are read when they are reported. */
        kept_answer_ask(&item->answer, gate->memory, &item->query);
    }
}

void gate_step(struct gate *gate)
{
    struct gate_item *item;
    DL_FOREACH(gate->first, item)
    {
        if (item->state == ITEM_DONE)
            continue;
        if (item->done_ms > gate->sim->now_ms)
            return;
        item->state = ITEM_DONE;
        if (item->batch != NULL)
            batch_do(gate, item);
        else
            query_do(gate, item);
    }
}

/* ------------------------------------------------------------------ reporting */

static void report(struct gate *gate, struct gate_item *item, const struct store_listener *listener)
{
    if (item->batch != NULL) {
        truth_told(gate->sim, item->status);
        listener->batch_done(listener->ctx, item->number, item->status, item->batch);
    } else if (item->status != STORE_OK) {
        listener->query_done(listener->ctx, item->number, item->status, NULL);
    } else if (kept_answer_is_possible(item->query.kind)) {
        kept_answer_tell(&item->answer, item->number, listener);
    } else {
        struct passing passing = {.gate = gate, .item = item, .listener = listener};
        const struct store_listener pass = {
            .ctx = &passing, .batch_done = no_batch, .query_done = pass_answer};
        store_query(gate->memory, item->number, &item->query);
        store_poll(gate->memory, &pass);
    }
}

static void gate_poll(struct store *base, const struct store_listener *listener)
{
    struct gate *gate = (struct gate *)base;
    const struct gate_item *last = gate->first != NULL ? gate->first->prev : NULL;
    bool is_last = last == NULL;
    bool batch_waits = false;
    for (struct gate_item *item = gate->first, *next; !is_last; item = next) {
        next = item->next;
        is_last = item == last; /* what the listener asks for meanwhile waits */
        bool is_due = item->state == ITEM_DONE && item->report_ms <= gate->sim->now_ms;
        if (!is_due || (item->batch != NULL && batch_waits)) {
            batch_waits = batch_waits || item->batch != NULL;
            continue;
        }
        DL_DELETE(gate->first, item);
        report(gate, item, listener);
        item_free(item);
    }
}

/* ------------------------------------------------------------------ the rest of the back-end */

static void gate_submit(struct store *base, uint64_t number, struct store_batch *batch)
{
    truth_given(((struct gate *)base)->sim);
    item_new((struct gate *)base, number)->batch = batch;
}

static void gate_query(struct store *base, uint64_t number, const struct store_query *query)
{
    struct gate_item *item = item_new((struct gate *)base, number);
    item->query = *query;
    item->text = text_copy(query->text);
    item->query.text = item->text;
}

static void gate_resume(struct store *base)
{
    ((struct gate *)base)->is_broken = false;
}

static int gate_load(struct store *base, const struct store_loader *loader)
{
    return store_load(((struct gate *)base)->memory, loader);
}

static void gate_close(struct store *base)
{
    gate_free((struct gate *)base);
}

static const struct store_backend GATE = {
    .load = gate_load,
    .submit = gate_submit,
    .resume = gate_resume,
    .query = gate_query,
    .poll = gate_poll,
    .close = gate_close,
};

/* ------------------------------------------------------------------ life */

struct gate *gate_new(struct sim *sim)
{
    struct gate *gate = calloc(1, sizeof(*gate));
    if (gate == NULL)
        abort();
    gate->base.backend = &GATE;
    gate->sim = sim;
    gate->memory = store_memory_open(NULL, NULL);
    return gate;
}

struct store *gate_store(struct gate *gate)
{
    return &gate->base;
}

struct store *gate_disk(struct gate *gate)
{
    return gate->memory;
}

void gate_crash(struct gate *gate)
{
    while (gate->first != NULL) {
        struct gate_item *item = gate->first;
        DL_DELETE(gate->first, item);
        item_free(item);
    }
    gate->is_broken = false;
    gate->last_done_ms = 0;
}

void gate_free(struct gate *gate)
{
    gate_crash(gate);
    store_close(gate->memory);
    free(gate);
}

void gate_set_full(struct gate *gate, bool is_full)
{
    gate->is_full = is_full;
}

void gate_set_slow(struct gate *gate, bool is_slow)
{
    gate->is_slow = is_slow;
}

bool gate_has_untold(const struct gate *gate)
{
    const struct gate_item *item;
    DL_FOREACH(gate->first, item)
    if (item->state == ITEM_DONE && item->batch != NULL && item->status == STORE_OK)
        return true;
    return false;
}

bool gate_is_idle(const struct gate *gate)
{
    return gate->first == NULL;
}
