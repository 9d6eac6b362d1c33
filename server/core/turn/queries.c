/* SPDX-License-Identifier: MIT */
/*
 * Queues of queries: one for each querier of a class, and the queriers in a ring. In a querier's
 * queue the later queries of requests that have begun come first, so that these requests end before
 * new ones begin.
 */
#include "server/core/turn/queries.h"

#include "base/getter.h"
#include "base/memory.h"
#include "server/core/desk/conn.h"
#include "server/core/turn/call.h"
#include "server/core/turn/state.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* The further allowance of a querier in each round, in units of store_query_cost(). */
#define ROUND_COST 8

/* ------------------------------------------------------------------ queriers */

static bool is_proof(enum op op)
{
    return op == OP_AUTH_LOGIN || op == OP_AUTH_RESUME || op == OP_AUTH_PASSWORD ||
           op == OP_AUTH_RECOVER || op == OP_AUTH_APPEAL || op == OP_AUTH_RECOVERY ||
           op == OP_AUTH_DELETE || op == OP_AUTH_CONFIRM;
}

static bool is_own(const struct wait *wait)
{
    return wait->reply_to.conn == 0;
}

static struct query_line *line_of(struct core *core, const struct wait *wait)
{
    bool is_login = !is_own(wait) && is_proof(wait->op);
    return &core->turn->queries.lines[is_login ? QUERY_LOGIN : QUERY_OTHER];
}

static struct querier *querier_take(struct query_line *line, uint64_t player, const char *address)
{
    struct querier_key key = {.player = player};
    struct querier *querier = NULL;
    snprintf(key.address, sizeof(key.address), "%s", address);
    HASH_FIND(by_key, line->queriers, &key, sizeof(key), querier);
    if (querier != NULL)
        return querier;
    querier = mem_zero(sizeof(*querier));
    querier->key = key;
    HASH_ADD(by_key, line->queriers, key, sizeof(key), querier);
    return querier;
}

static void querier_free(struct query_line *line, struct querier *querier)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): what is in the table has one */
    HASH_DELETE(by_key, line->queriers, querier);
    free(querier);
}

static void querier_let_go(struct query_line *line, struct querier *querier)
{
    if (querier->count == 0 && querier->from_here == 0)
        querier_free(line, querier);
}

/* Counts the query as its querier's and its address's. */
static void enter(struct core *core, struct wait *wait)
{
    struct query_line *line = line_of(core, wait);
    const char *address = conn_address(core, wait->reply_to.conn);
    wait->inside.source = querier_take(line, 0, address);
    wait->inside.querier =
        wait->asker.player != 0 ? querier_take(line, wait->asker.player, "") : wait->inside.source;
    wait->inside.querier->count++;
    wait->inside.source->from_here++;
    line->count += is_own(wait) ? 0 : 1;
}

static void leave(struct core *core, struct wait *wait)
{
    struct query_line *line = line_of(core, wait);
    struct querier *querier = wait->inside.querier;
    struct querier *source = wait->inside.source;
    line->count -= is_own(wait) ? 0 : 1;
    querier->count--;
    source->from_here--;
    querier_let_go(line, querier);
    if (source != querier)
        querier_let_go(line, source);
}

/* ------------------------------------------------------------------ queues */

static void list_under_conn(struct core *core, struct wait *wait)
{
    struct id_table *table = &core->turn->queries.by_conn;
    struct wait *first = id_table_find(table, wait->reply_to.conn);
    if (is_own(wait))
        return;
    if (first == NULL)
        id_table_add(table, wait->reply_to.conn, wait);
    DL_APPEND2(first, wait, inside.conn_prev, inside.conn_next);
}

static void unlist_under_conn(struct core *core, struct wait *wait)
{
    struct id_table *table = &core->turn->queries.by_conn;
    struct wait *first = id_table_find(table, wait->reply_to.conn);
    struct wait *was_first = first;
    if (is_own(wait))
        return;
    DL_DELETE2(first, wait, inside.conn_prev, inside.conn_next);
    if (first == was_first)
        return;
    id_table_remove(table, wait->reply_to.conn);
    if (first != NULL)
        id_table_add(table, wait->reply_to.conn, first);
}

static void queue_put(struct core *core, struct wait *wait)
{
    struct query_line *line = line_of(core, wait);
    struct querier *querier = wait->inside.querier;
    struct wait *behind = NULL;
    if (querier->first == NULL)
        DL_APPEND(line->waiting, querier);
    if (wait->inside.is_admitted && querier->refusable > 0)
        for (behind = querier->first; behind != NULL && behind->inside.is_admitted;
             behind = behind->inside.next)
            continue;
    DL_PREPEND_ELEM2(querier->first, behind, wait, inside.prev, inside.next);
    querier->refusable += wait->inside.is_admitted ? 0 : 1;
    list_under_conn(core, wait);
}

static void queue_take_out(struct core *core, struct wait *wait)
{
    struct query_line *line = line_of(core, wait);
    struct querier *querier = wait->inside.querier;
    DL_DELETE2(querier->first, wait, inside.prev, inside.next);
    querier->refusable -= wait->inside.is_admitted ? 0 : 1;
    unlist_under_conn(core, wait);
    if (querier->first != NULL)
        return;
    DL_DELETE(line->waiting, querier);
    querier->credit = 0;
}

/* ------------------------------------------------------------------ asking */

static bool is_within_own_bounds(const struct core *core, const struct wait *wait)
{
    const struct core_options *options = &core->options;
    size_t most =
        wait->asker.player != 0 ? options->queries_per_player : options->queries_per_address;
    return wait->inside.querier->count <= most &&
           wait->inside.source->from_here <=
               options->queries_per_player * options->players_per_address;
}

/* Lets the newest query of whoever has the most in the queue give way to one of `own`. It is
 * answered when the turn ends: nobody's completion runs inside another's request. */
static bool make_place(struct core *core, const struct query_line *line, const struct querier *own)
{
    const struct querier *longest = own;
    const struct querier *querier;
    DL_FOREACH(line->waiting, querier)
        if (querier->refusable > longest->refusable)
            longest = querier;
    if (longest->refusable < own->refusable + 2)
        return false; /* to change places would help nobody */
    struct wait *newest = longest->first->inside.prev;
    queue_take_out(core, newest);
    leave(core, newest);
    newest->is_refused = true;
    DL_APPEND2(core->turn->queries.refused, newest, inside.prev, inside.next);
    return true;
}

/* Whether the query, which is counted, may wait. */
static bool has_place(struct core *core, const struct wait *wait)
{
    const struct query_line *line = line_of(core, wait);
    if (!is_within_own_bounds(core, wait))
        return false;
    return line->count <= core->options.queries || make_place(core, line, wait->inside.querier);
}

static void put(struct core *core, struct wait *wait, const struct store_query *query)
{
    wait->number = ++core->turn->queries.last;
    wait->kind = WAIT_ANSWER;
    wait->inside.gate = writes_gate(core);
    wait->inside.cost = store_query_cost(query);
    wait->inside.query = store_query_copy(query);
    wait->inside.query->is_at_once = true;
    queue_put(core, wait);
}

int queries_ask(struct call *call, struct wait *take_wait, const struct store_query *query,
                wait_query_fn *done)
{
    struct wait *wait = take_wait;
    wait->done.query = done;
    enter(call->core, wait);
    if (has_place(call->core, wait)) {
        put(call->core, wait, query);
        return 0;
    }
    leave(call->core, wait);
    wait_free(wait);
    call->fault.field = NULL; /* that was asked about */
    call->retry_after_ms = QUERIES_RETRY_MS;
    return ERR_BUSY;
}

void queries_ask_admitted(struct core *core, struct wait *take_wait,
                          const struct store_query *query, wait_query_fn *done)
{
    take_wait->done.query = done;
    take_wait->inside.is_admitted = true;
    enter(core, take_wait);
    put(core, take_wait, query);
}

/* ------------------------------------------------------------------ whose turn it is */

/* Whether everything that was written before it was asked is settled, or never will be submitted.
 */
static bool is_ready(const struct core *core, const struct wait *wait)
{
    const struct writes *writes = &core->turn->writes;
    return wait->inside.gate <= writes->settled ||
           (wait->inside.gate > writes->submitted && writes->open == NULL);
}

/* Its connection has to read first: what it was told would wait behind so much that it might be cut
 * off for what it asked. */
static bool has_to_read(const struct core *core, const struct wait *wait)
{
    return !is_own(wait) &&
           unsent_of_conn(core, wait->reply_to.conn) > core->options.output_bytes_asking / 2;
}

/* The first of the querier's that may be sent now, or NULL. Connections that do not read do not
 * keep the others. */
static struct wait *first_ready(const struct core *core, const struct querier *querier)
{
    struct wait *wait = querier->first;
    while (wait != NULL && has_to_read(core, wait))
        wait = wait->inside.next;
    return wait != NULL && is_ready(core, wait) ? wait : NULL;
}

static void rotate(struct query_line *line)
{
    struct querier *querier = line->waiting;
    DL_DELETE(line->waiting, querier);
    DL_APPEND(line->waiting, querier);
}

/* Deficit round robin: the first in the ring whose credit pays for the query; NULL if none of them
 * may be sent. */
static struct wait *line_next(const struct core *core, struct query_line *line)
{
    const struct querier *unready = NULL; /* the first since one was ready */
    while (line->waiting != NULL && line->waiting != unready) {
        struct querier *querier = line->waiting;
        struct wait *wait = first_ready(core, querier);
        if (wait != NULL) {
            if (querier->credit >= wait->inside.cost) {
                querier->credit -= wait->inside.cost;
                return wait;
            }
            querier->credit += ROUND_COST;
            unready = NULL;
        } else if (unready == NULL) {
            unready = querier;
        }
        rotate(line);
    }
    return NULL;
}

static struct wait *next_query(struct core *core)
{
    struct queries *queries = &core->turn->queries;
    struct query_line *logins = &queries->lines[QUERY_LOGIN];
    struct query_line *others = &queries->lines[QUERY_OTHER];
    bool is_others_turn = queries->logins >= QUERIES_LOGINS_IN_A_ROW;
    struct wait *wait = line_next(core, is_others_turn ? others : logins);
    if (wait == NULL)
        wait = line_next(core, is_others_turn ? logins : others);
    return wait;
}

/* ------------------------------------------------------------------ sending and answering */

static void finish(struct core *core, struct wait *take_wait, int status,
                   const struct store_answer *answer)
{
    take_wait->done.query(core, take_wait, status, answer);
    wait_free(take_wait);
}

static void drop(struct core *core, struct wait *take_wait)
{
    queue_take_out(core, take_wait);
    leave(core, take_wait);
    finish(core, take_wait, STORE_UNAVAILABLE, NULL);
}

static void answer_refused(struct core *core)
{
    while (core->turn->queries.refused != NULL) {
        struct wait *wait = core->turn->queries.refused;
        DL_DELETE2(core->turn->queries.refused, wait, inside.prev, inside.next);
        arena_reset(&core->arena);
        finish(core, wait, STORE_UNAVAILABLE, NULL);
    }
}

static void send_one(struct core *core, struct wait *wait)
{
    struct queries *queries = &core->turn->queries;
    bool is_login = line_of(core, wait) == &queries->lines[QUERY_LOGIN];
    bool others_wait = queries->lines[QUERY_OTHER].waiting != NULL;
    queries->logins = is_login && others_wait ? queries->logins + 1 : 0;
    queue_take_out(core, wait);
    DL_APPEND2(queries->sent, wait, inside.prev, inside.next);
    queries->sent_count++;
    wait->seen = core->turn->writes.settled;
    store_query(core->store, wait->number, wait->inside.query);
    free(wait->inside.query);
    wait->inside.query = NULL;
}

void queries_send(struct core *core)
{
    struct wait *wait = NULL;
    answer_refused(core);
    while (core->turn->queries.sent_count < QUERIES_SENT_MAX && (wait = next_query(core)) != NULL)
        if (is_own(wait) || conn_is_open(core, wait->reply_to.conn))
            send_one(core, wait);
        else
            drop(core, wait);
}

void queries_answered(struct core *core, uint64_t number, int status,
                      const struct store_answer *answer)
{
    struct wait *wait = wait_find(core->turn->queries.sent, number);
    if (wait == NULL)
        return;
    DL_DELETE2(core->turn->queries.sent, wait, inside.prev, inside.next);
    core->turn->queries.sent_count--;
    leave(core, wait);
    finish(core, wait, status, answer);
}

void queries_hung_up(struct core *core, uint64_t conn)
{
    struct wait *wait = NULL;
    while ((wait = id_table_find(&core->turn->queries.by_conn, conn)) != NULL)
        drop(core, wait);
}

bool queries_see(const struct core *core, uint64_t batch)
{
    const struct wait *wait;
    DL_FOREACH2(core->turn->queries.sent, wait, inside.next)
        if (wait->seen < batch)
            return false;
    return true;
}

/* ------------------------------------------------------------------ the end */

static void line_deinit(struct query_line *line)
{
    struct querier *querier;
    struct querier *next;
    HASH_ITER(by_key, line->queriers, querier, next) {
        wait_free_all(&querier->first);
        querier_free(line, querier);
    }
}

void queries_deinit(struct core *core)
{
    for (int i = 0; i < QUERY_CLASS_COUNT; i++)
        line_deinit(&core->turn->queries.lines[i]);
    wait_free_all(&core->turn->queries.sent);
    wait_free_all(&core->turn->queries.refused);
    id_table_deinit(&core->turn->queries.by_conn);
}

GETTER(uint64_t, queries_last, core, core->turn->queries.last)
