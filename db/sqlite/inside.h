/* SPDX-License-Identifier: MIT */
/*
 * Private to db/sqlite. The store as its threads see it: they meet in `shared` only, and the
 * writer's and the reader's parts are theirs alone while they run.
 */
#ifndef PENTAD_DB_SQLITE_INSIDE_H
#define PENTAD_DB_SQLITE_INSIDE_H

#include "db/sql/writer.h"
#include "db/sqlite/lock.h"
#include "db/sqlite/shared.h"

/* The writer's own. */
struct sqlite_writer {
    struct sqlite_connection connection;
    struct sql_writer sql; /* on it */
    enum store_sync sync;
    const char *during; /* the name of the operation in hand */
    bool is_broken;     /* since a batch failed, until resume */
    bool is_in_doubt;   /* the last COMMIT failed, and its frames may be in the WAL */
    bool is_lost;       /* what is stored cannot be known: no batch is reported any more */
};

struct store_sqlite {
    struct store base;
    bool is_inline; /* no threads: the reader's connection is the writer's */
    store_wake_fn *wake;
    void *wake_ctx;
    store_lost_fn *lost;
    void *lost_ctx;
    char *path;
    struct lock lock;
    struct sqlite_shared shared;
    struct sqlite_writer writer;
    struct sqlite_connection reader; /* inline it is not open */
    pthread_t writer_thread;
    pthread_t reader_thread;
};

#endif
