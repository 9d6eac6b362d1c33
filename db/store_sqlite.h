/* SPDX-License-Identifier: MIT */
/*
 * The SQLite back-end: one file. It owns two threads: the writer, the only one that writes and
 * checkpoints, commits all batches that wait in one transaction; the reader answers queries on a
 * read-only connection.
 */
#ifndef PENTAD_DB_STORE_SQLITE_H
#define PENTAD_DB_STORE_SQLITE_H

#include "db/store.h"

enum store_sync {
    STORE_SYNC_FULL,   /* every commit survives a power cut */
    STORE_SYNC_NORMAL, /* a power cut may take the last commits; a crash of the process never does
                        */
};

struct store_sqlite_options {
    const char *path; /* of the database; made when missing, migrated when older */
    enum store_sync sync;
};

/* Opens, checks and migrates. `wake` is called from the store's threads. Returns the store, or
 * NULL with a sentence for the operator in `message_out` (`message_size` bytes). */
struct store *store_sqlite_open(const struct store_sqlite_options *options, store_wake_fn *wake,
                                void *wake_ctx, char *message_out, size_t message_size);
/* For the operator's log: a sentence about the last batch or query that failed; empty if none has.
 * Any thread. */
#define STORE_SQLITE_ERROR_SIZE 160
void store_sqlite_error(struct store *store, char *text_out, size_t text_size);

#endif
