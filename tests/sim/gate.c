/* SPDX-License-Identifier: MIT */
/*
 * The gate's queue is in the order of the core's calls. Batches are carried out and reported in
 * this order; a query waits for the batches before it, unless it is to be answered at once.
 */
#include "tests/sim/gate.h"

#include "server/core/desk/conn.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/state.h"
#include "server/core/turn/wait.h"
#include "tests/sim/database.h"
#include "tests/sim/happen.h"
#include "tests/sim/link.h"
#include "tests/sim/server.h"
#include "tests/sim/sim.h"
#include "tests/support/kept_answer.h"
#include "tests/support/random.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

#define SLOW_FACTOR 200
/* Changes of the disk that nearly every commit makes, and many make more. */
#define CUT_CHANGES 8

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
    struct store_query *query;
    int status;
    struct kept_answer answer; /* as it was when the query was carried out */
};

struct gate {
    struct store base;
    struct sim *sim;
    struct database *database;
    uint64_t dice;                 /* for what befalls the disk */
    struct store_batch *undecided; /* nobody knows whether it is stored; NULL: there is none */
    struct gate_item *first;
    int64_t last_done_ms;
    size_t asked;  /* queries that it has */
    size_t logins; /* queries of logins that were sent one after the other */
    bool is_full;
    bool is_slow;
    bool is_broken; /* a batch failed and the core has not resumed */
};

/* ------------------------------------------------------------------ items */

static void item_free(struct gate_item *item)
{
    store_batch_free(item->batch);
    free(item->query);
    kept_answer_free(&item->answer);
    free(item);
}

static struct gate_item *item_new(struct gate *gate, uint64_t number, bool is_at_once)
{
    struct sim *sim = gate->sim;
    struct gate_item *item = calloc(1, sizeof(*item));
    if (item == NULL)
        abort();
    int64_t usual_ms = sim->mood.disk_ms * (gate->is_slow && !sim->is_calm ? SLOW_FACTOR : 1);
    item->number = number;
    item->done_ms = sim->now_ms + sim_delay_ms(sim, usual_ms);
    if (!is_at_once && item->done_ms < gate->last_done_ms)
        item->done_ms = gate->last_done_ms;
    if (!is_at_once)
        gate->last_done_ms = item->done_ms;
    item->report_ms = item->done_ms + sim_delay_ms(sim, sim->mood.disk_ms);
    DL_APPEND(gate->first, item);
    happen_at(sim, THING_STORE, 0, item->done_ms);
    happen_at(sim, THING_STORE, 0, item->report_ms);
    return item;
}

/* ------------------------------------------------------------------ carrying out */

/* The listener of the database, for one query at a time. */
static void pass_answer(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    const struct store_listener *listener = ctx;
    listener->query_done(listener->ctx, number, status, answer);
}

static void no_batch(void *ctx, uint64_t number, int status, const struct store_batch *batch)
{
    (void)ctx;
    (void)number;
    (void)status;
    (void)batch;
}

static bool permille(struct gate *gate, unsigned chance)
{
    return chance > 0 && !gate->sim->is_calm && random_below(&gate->dice, 1000) < chance;
}

/* Passes a durable batch on to the truth. */
static void take(struct gate *gate, const struct store_batch *batch)
{
    gate->sim->stats->batches++;
    truth_take(gate->sim, batch);
}

static void batch_fails(struct gate *gate, struct gate_item *item)
{
    item->status = STORE_UNAVAILABLE;
    gate->sim->stats->batches_failed++;
    gate->sim->gathered.failed_ms = gate->sim->now_ms;
    SIM_TRACE(gate->sim, "store: batch %llu fails", (unsigned long long)item->number);
}

/* The power failed while it was written: the server ends before it is told anything. */
static void batch_cut(struct gate *gate, struct gate_item *item, enum database_outcome outcome)
{
    gate->sim->stats->cuts_inside++;
    SIM_TRACE(gate->sim, "store: the power fails in batch %llu, which is %s",
              (unsigned long long)item->number,
              outcome == DATABASE_STORED   ? "stored"
              : outcome == DATABASE_FAILED ? "not stored"
                                           : "stored or not");
    if (outcome != DATABASE_UNDECIDED)
        return;
    gate->sim->stats->cuts_undecided++;
    gate->undecided = item->batch;
    item->batch = NULL;
}

static void batch_write(struct gate *gate, struct gate_item *item)
{
    struct sim *sim = gate->sim;
    bool is_cut = permille(gate, sim->mood.power);
    uint64_t cut_at = is_cut ? 1 + random_below(&gate->dice, CUT_CHANGES) : 0;
    bool is_full = gate->is_full && !sim->is_calm;
    database_set_full(gate->database, is_full);
    enum database_outcome outcome =
        database_write(gate->database, item->number, item->batch, cut_at, &item->batch);
    if (outcome == DATABASE_STORED) {
        SIM_TRACE(sim, "store: batch %llu is durable, %zu operations",
                  (unsigned long long)item->number, store_batch_count(item->batch));
        take(gate, item->batch);
    } else if (!database_is_off(gate->database)) {
        /* Any fault that the rules find in it says more than that the store refused it. */
        if (!is_full)
            truth_take(sim, item->batch);
        CHECK_THAT(sim, CHECK_NO_BATCH_REFUSED, is_full, "the store refused batch %llu",
                   (unsigned long long)item->number);
        gate->is_broken = true;
        batch_fails(gate, item);
    }
    if (database_is_off(gate->database))
        batch_cut(gate, item, outcome);
}

static void batch_do(struct gate *gate, struct gate_item *item)
{
    struct sim *sim = gate->sim;
    if (sim_permille(sim, sim->mood.fail_batch) && !sim->is_calm)
        gate->is_broken = true;
    if (gate->is_broken) {
        batch_fails(gate, item);
        return;
    }
    batch_write(gate, item);
    if (!sim->is_calm && sim_permille(sim, sim->mood.crash))
        happen_in(sim, THING_CRASH, SERVER_ANY, 0);
}

/* Whether an answer may be old when it is told, because the server compares it with its memory.
 * Other queries are read when they are told, for people compare them with what is stored at that
 * time. */
static bool is_old_when_told(enum store_query_kind kind)
{
    return kind == STORE_PLAYER_BY_NAME || kind == STORE_PLAYER_BY_TOKEN ||
           kind == STORE_PLAYER_BY_ID || kind == STORE_LOGIN || kind == STORE_MAY_WRITE ||
           kind == STORE_THREAD_PART;
}

static void query_do(struct gate *gate, struct gate_item *item)
{
    struct sim *sim = gate->sim;
    if (!sim->is_calm && sim_permille(sim, sim->mood.fail_query)) {
        item->status = STORE_UNAVAILABLE;
        sim->stats->queries_failed++;
    } else if (is_old_when_told(item->query->kind)) {
        kept_answer_ask(&item->answer, database_store(gate->database), item->query);
    }
}

void gate_step(struct gate *gate)
{
    struct gate_item *item;
    bool batch_waits = false;
    DL_FOREACH(gate->first, item) {
        if (item->state == ITEM_DONE)
            continue;
        if (gate_is_off(gate))
            return;
        bool is_at_once = item->query != NULL && item->query->is_at_once;
        if (item->done_ms > gate->sim->now_ms || (batch_waits && !is_at_once)) {
            batch_waits = batch_waits || item->batch != NULL;
            continue;
        }
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
        gate->sim->truth.is_telling = item->status == STORE_OK;
        listener->batch_done(listener->ctx, item->number, item->status, item->batch);
        gate->sim->truth.is_telling = false;
    } else if (item->status != STORE_OK) {
        listener->query_done(listener->ctx, item->number, item->status, NULL);
    } else if (is_old_when_told(item->query->kind)) {
        kept_answer_tell(&item->answer, item->number, listener);
    } else {
        const struct store_listener pass = {
            .ctx = (void *)listener, .batch_done = no_batch, .query_done = pass_answer};
        store_query(database_store(gate->database), item->number, item->query);
        store_poll(database_store(gate->database), &pass);
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
        gate->asked -= item->query != NULL ? 1 : 0;
        report(gate, item, listener);
        item_free(item);
    }
}

/* ------------------------------------------------------------------ the rest of the back-end */

static void gate_submit(struct store *base, uint64_t number, struct store_batch *batch)
{
    truth_given(((struct gate *)base)->sim);
    item_new((struct gate *)base, number, false)->batch = batch;
}

/* ------------------------------------------------------------------ what the core asks for */

/* Looks from the last one on: those who ask came lately. NULL: nobody has that connection. */
static const struct link *link_of(const struct sim *sim, uint64_t conn)
{
    for (size_t i = sim->link_count; i > 0; i--) {
        const struct link *link = sim->links[i - 1];
        if (link->conn != NULL && conn_id(link->conn) == conn)
            return link;
    }
    return NULL;
}

static bool is_there(const struct sim *sim, uint64_t conn)
{
    const struct link *link = link_of(sim, conn);
    return link != NULL && !link->is_ended;
}

/* Its answer would wait behind so much that the connection might be cut off for it (ADR 0023). */
static bool has_to_read(const struct sim *sim, uint64_t conn)
{
    const struct link *link = link_of(sim, conn);
    return link != NULL && link->told_unsent > sim->core->options.output_bytes_asking / 2;
}

/* Whether the first of the querier's whose connection reads could be sent: it is not behind a batch
 * that is not settled. */
static bool could_ask(const struct sim *sim, const struct querier *querier)
{
    const struct wait *wait = querier->first;
    while (wait != NULL && has_to_read(sim, wait->reply_to.conn))
        wait = wait->inside.next;
    return wait != NULL && wait->inside.gate <= sim->core->turn->writes.settled;
}

static bool login_waits(const struct sim *sim)
{
    const struct querier *querier;
    DL_FOREACH(sim->core->turn->queries.lines[QUERY_LOGIN].waiting, querier)
        if (could_ask(sim, querier))
            return true;
    return false;
}

static bool is_proof(enum op op)
{
    return op == OP_AUTH_LOGIN || op == OP_AUTH_RESUME || op == OP_AUTH_PASSWORD ||
           op == OP_AUTH_RECOVER || op == OP_AUTH_APPEAL || op == OP_AUTH_RECOVERY ||
           op == OP_AUTH_CONFIRM || op == OP_AUTH_TOKEN || op == OP_AUTH_DELETE;
}

static void check_query(struct gate *gate, uint64_t number)
{
    struct sim *sim = gate->sim;
    const struct core *core = sim->core;
    const struct wait *wait = wait_find(core->turn->queries.sent, number);
    bool is_login = wait->reply_to.conn != 0 && is_proof(wait->op);
    CHECK_THAT(sim, CHECK_QUERIES_ARE_FEW, gate->asked <= QUERIES_SENT_MAX,
               "%zu queries are at the store", gate->asked);
    CHECK_THAT(sim, CHECK_GONE_ASK_NOTHING,
               wait->reply_to.conn == 0 || is_there(sim, wait->reply_to.conn),
               "a query for op %d of connection %llu, which is gone", (int)wait->op,
               (unsigned long long)wait->reply_to.conn);
    CHECK_THAT(sim, CHECK_LOGINS_FIRST,
               is_login || gate->logins >= QUERIES_LOGINS_IN_A_ROW || !login_waits(sim),
               "a query for op %d goes before one of a login", (int)wait->op);
    gate->logins = is_login ? gate->logins + 1 : 0;
}

static void gate_query(struct store *base, uint64_t number, const struct store_query *query)
{
    struct gate *gate = (struct gate *)base;
    item_new(gate, number, query->is_at_once)->query = store_query_copy(query);
    gate->asked++;
    check_query(gate, number);
}

static void gate_resume(struct store *base)
{
    struct gate *gate = (struct gate *)base;
    gate->is_broken = false;
    store_resume(database_store(gate->database));
}

static int gate_load(struct store *base, const struct store_loader *loader)
{
    return store_load(database_store(((struct gate *)base)->database), loader);
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
    gate->database = database_new(sim->seed);
    gate->dice = sim->seed;
    return gate;
}

struct store *gate_store(struct gate *gate)
{
    return &gate->base;
}

struct store *gate_disk(struct gate *gate)
{
    return database_store(gate->database);
}

static void drop_items(struct gate *gate)
{
    while (gate->first != NULL) {
        struct gate_item *item = gate->first;
        DL_DELETE(gate->first, item);
        item_free(item);
    }
    gate->asked = 0;
    gate->logins = 0;
}

/* Draws how the process ends. If it is killed or cut off, it ends without a word, and the disk
 * decides what is left. */
static enum database_end draw_end(struct gate *gate, bool is_orderly)
{
    if (is_orderly)
        return DATABASE_CLOSED;
    bool is_power = gate->sim->mood.power > 0 && random_below(&gate->dice, 2) == 0;
    return is_power || database_is_off(gate->database) ? DATABASE_CUT_OFF : DATABASE_KILLED;
}

void gate_end(struct gate *gate, bool is_orderly)
{
    enum database_end end = draw_end(gate, is_orderly);
    drop_items(gate);
    gate->is_broken = false;
    gate->last_done_ms = 0;
    gate->sim->stats->power_cuts += end == DATABASE_CUT_OFF ? 1 : 0;
    bool is_stored = database_end(gate->database, end);
    if (is_stored) {
        gate->sim->stats->cuts_stored++;
        take(gate, gate->undecided);
    }
    store_batch_free(gate->undecided);
    gate->undecided = NULL;
}

void gate_free(struct gate *gate)
{
    drop_items(gate);
    store_batch_free(gate->undecided);
    database_free(gate->database);
    free(gate);
}

void gate_set_full(struct gate *gate, bool is_full)
{
    gate->is_full = is_full;
}

bool gate_is_off(const struct gate *gate)
{
    return database_is_off(gate->database);
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
