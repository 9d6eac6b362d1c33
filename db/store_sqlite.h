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

/* The disk failed in a way that leaves open what is stored, so that nobody may be told anything
 * more: whoever is called ends the process, and the next start finds out. The store reports no
 * batch after that. `reason` is for the operator. Called on a thread of the store. */
typedef void store_lost_fn(void *ctx, const char *reason);

struct store_sqlite_options {
    const char *path; /* of the database; made when missing, migrated when older */
    enum store_sync sync;
    store_lost_fn *lost; /* NULL: abort() */
    void *lost_ctx;
};

/* Opens, checks and migrates. `wake` is called from the store's threads. Returns the store, or
 * NULL with a sentence for the operator in `message_out` (`message_size` bytes). */
struct store *store_sqlite_open(const struct store_sqlite_options *options, store_wake_fn *wake,
                                void *wake_ctx, char *message_out, size_t message_size);

#endif
