/* SPDX-License-Identifier: MIT */
/*
 * Queries wait in the core, and the store has two of them at the most: what is in the store's own
 * queue can neither be dropped nor overtaken. A querier is a player, or all strangers of one
 * address, or the server itself, and has a queue in each class. Queries of logins go first; within
 * a class queriers take turns, by the cost of their queries (store_query_cost()). When a connection
 * goes away, those of its queries that were not sent go too.
 *
 * The bounds are options of the core: for a player, for the strangers of an address, for everybody
 * from that address together, and for all. At the last one the querier who has the most in the
 * queue gives way, with the newest one, so that a crowd cannot shut one player out. Logins are not
 * refused: a connection asks for one at a time, and connections have bounds of their own. Later
 * queries of a request that has begun take the place of the one before and are not refused either,
 * nor are the server's own.
 *
 * A query is sent when everything written before it was asked is settled; then the store need not
 * wait for batches under way, and two at a time are enough.
 *
 * Nor is one sent while much output for its connection is unsent: a client that asks for more than
 * its line carries is served slowly instead of being cut off.
 *
 * A query that waits here has read nothing. So what leaves memory, and what is forgotten, waits
 * only for the queries at the store that may have read what was stored before a change: those that
 * were sent before the batch with that change was settled (`seen`). A query that is sent later
 * finds the change, for the store lets a query see every batch reported before it.
 */
#ifndef PENTAD_SERVER_CORE_QUERIES_H
#define PENTAD_SERVER_CORE_QUERIES_H

#include "server/core/turn/wait.h"

/* The most queries at the store at once: one being answered, and one ready when that is done. */
#define QUERIES_SENT_MAX 2
/* After this many logins in a row one of the other queries is sent, if one waits. */
#define QUERIES_LOGINS_IN_A_ROW 8
/* The time that a client is told to wait when a query is refused. */
#define QUERIES_RETRY_MS 1000

/* Asks the store for the call's request, when everything written so far is settled and it is the
 * querier's turn; then `done` is called once. Takes the wait. Returns 0, or ERR_BUSY (with
 * call->retry_after_ms) beyond a bound: then the wait is freed. If the query is dropped or gives
 * way later, `done` gets STORE_UNAVAILABLE, and asker_call() knows why. */
int queries_ask(struct call *call, struct wait *take_wait, const struct store_query *query,
                wait_query_fn *done);
/* Asks a query that is never refused: one of a login, the next one of a request that has begun, or
 * one of the server's own. Takes the wait. */
void queries_ask_admitted(struct core *core, struct wait *take_wait,
                          const struct store_query *query, wait_query_fn *done);

/* Sends what may be sent now. Called at the end of a turn, after its batch. */
void queries_send(struct core *core);
void queries_answered(struct core *core, uint64_t number, int status,
                      const struct store_answer *answer);
/* The connection is gone: drops its queries that were not sent. */
void queries_hung_up(struct core *core, uint64_t conn);

/* True if every query at the store sees the batch. */
bool queries_see(const struct core *core, uint64_t batch);

void queries_deinit(struct core *core);

/* The number of the query that was asked last. */
uint64_t queries_last(const struct core *core);

#endif
