/* SPDX-License-Identifier: MIT */
/*
 * A store in SQLite: one file, with the threads of db/run; or inline, without threads, but with the
 * same SQL, for a database in memory and for tests that decide when something happens.
 */
#ifndef PENTAD_DB_SQLITE_STORE_H
#define PENTAD_DB_SQLITE_STORE_H

#include "db/store.h"

enum store_sync {
    STORE_SYNC_FULL,   /* every commit survives a power cut */
    STORE_SYNC_NORMAL, /* a power cut may take the last commits; a crash of the process never does
                        */
};

/* The path of a database in memory, which is gone when it is closed. Always inline. */
#define STORE_IN_MEMORY ":memory:"

struct store_sqlite_options {
    const char *path; /* of the database; made when missing, migrated when older */
    enum store_sync sync;
    bool is_inline; /* takes no lock on the file: the caller knows that nobody else has it open */
    /* Prepares each statement when it is first used, and not all of them at the start, where a
     * fault would show early. Opening then costs a third, for tests that open thousands of
     * times. */
    bool prepares_late;
    /* In memory: the content that it begins with, from store_sqlite_image(); NULL: none. Borrowed
     * for the call. */
    const void *image;
    size_t image_size;
    store_lost_fn *lost; /* NULL: abort() */
    void *lost_ctx;
};

/* Opens, checks and migrates. `wake` is called from the store's threads, inline inside submit and
 * query; it may be NULL there. Returns the store, or NULL with a sentence for the operator in
 * `message_out` (`message_size` bytes). */
struct store *store_sqlite_open(const struct store_sqlite_options *options, store_wake_fn *wake,
                                void *wake_ctx, char *message_out, size_t message_size);

/* Copies a database in memory as it is, so that others can begin with it and need not migrate. The
 * caller frees the copy; NULL if there is no memory. Nothing may be under way. */
void *store_sqlite_image(struct store *store, size_t *size_out);

#endif
