/* SPDX-License-Identifier: MIT */
/*
 * Private to db/run. The store as its threads see it. They meet only in `shared`; the writer and
 * the reader have their parts to themselves while they run.
 */
#ifndef PENTAD_DB_RUN_INSIDE_H
#define PENTAD_DB_RUN_INSIDE_H

#include "db/sql/writer.h"
#include "db/work.h"

#include <pthread.h>

/* The meeting place of the owner's thread, the writer's and the reader's. All of it is under its
 * lock. */
struct run_shared {
    pthread_mutex_t lock;
    pthread_cond_t write_ready; /* there is work for the writer */
    pthread_cond_t read_ready;  /* there is work for the reader, or a batch is done */
    struct work_list writes;    /* batches and resumes, in the order of submission */
    struct work_list reads;
    struct work_list done; /* for store_poll() */
    uint64_t batches_submitted;
    uint64_t batches_done;
    bool is_closing;
    char error[STORE_ERROR_SIZE]; /* the reason why the last batch or query failed */
};

/* The writer's own. */
struct run_writer {
    struct sql_writer sql; /* with its connection */
    const char *during;    /* the name of the operation in hand */
    bool is_broken;        /* since a batch failed, until resume */
    bool is_lost;          /* nobody knows what is stored: no more batches are reported */
};

struct run_store {
    struct store base;
    bool is_inline; /* no threads */
    store_wake_fn *wake;
    void *wake_ctx;
    store_lost_fn *lost;
    void *lost_ctx;
    struct sql_database *database;
    struct run_shared shared;
    struct run_writer writer;
    struct sql_connection *reader; /* inline, that of the writer */
    pthread_t writer_thread;
    pthread_t reader_thread;
};

/* The threads (writer.c, reader.c); a struct run_store is their argument. */
void *run__writer_main(void *store);
void *run__reader_main(void *store);
/* Each does a thread's work inline, until nothing is left to do. */
void run__write_now(struct run_store *store);
void run__read_now(struct run_store *store);

/* Loads the store (reader.c), on a connection of its own that lives as long as the call; inline on
 * the only one. On the owner's thread. */
int run__load(struct store *store, const struct store_loader *loader);

/* Keeps the reason why the store failed, for the operator (run.c). */
void run__set_error(struct run_store *store, const char *text);
/* Keeps what the driver says of the last failure on `connection`; if the driver knows of none, that
 * `during`, an operation or a question, does not fit what is stored. */
void run__note_error(struct run_store *store, const struct sql_connection *connection,
                     const char *during);

#endif
