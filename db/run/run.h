/* SPDX-License-Identifier: MIT */
/*
 * A store (db/store.h) over a driver (db/sql/sql.h): the queues, and two threads. The writer's, the
 * only one that writes, commits all waiting batches in one transaction; the reader's answers
 * queries on a connection of its own.
 *
 * Inline it has no threads and one connection, and does its work inside store_poll().
 */
#ifndef PENTAD_DB_RUN_RUN_H
#define PENTAD_DB_RUN_RUN_H

#include "db/sql/sql.h"
#include "db/store.h"

struct run_options {
    bool is_inline;      /* takes no lock: the caller knows that nobody else has the database */
    store_wake_fn *wake; /* called from the store's threads, inline inside submit and query; NULL:
                            nobody is woken */
    void *wake_ctx;
    store_lost_fn *lost; /* NULL: abort() */
    void *lost_ctx;
};

/* Takes the lock, opens the connections and starts. The store owns the database and frees it when
 * it closes, or at once if it does not open; then returns NULL, with the end of a sentence in
 * `reason_out`. */
struct store *run__open(struct sql_database *take_database, const struct run_options *options,
                        char *reason_out, size_t reason_size);

/* The writer's connection, lent while nothing is under way. */
struct sql_connection *run__connection(struct store *store);

#endif
