/* SPDX-License-Identifier: MIT */
/*
 * Private to db/sqlite. Where the threads of a store meet: the owner's, the writer's, the reader's.
 * Everything in it is under its lock.
 */
#ifndef PENTAD_DB_SQLITE_SHARED_H
#define PENTAD_DB_SQLITE_SHARED_H

#include "db/sqlite/connection.h"
#include "db/work.h"

#include <pthread.h>

struct sqlite_shared {
    pthread_mutex_t lock;
    pthread_cond_t write_ready; /* there is work for the writer */
    pthread_cond_t read_ready;  /* there is work for the reader, or a batch is done */
    struct work_list writes;    /* batches and resumes, in the order of submission */
    struct work_list reads;
    struct work_list done; /* for store_poll() */
    uint64_t batches_submitted;
    uint64_t batches_done;
    bool is_closing;
    char error[STORE_ERROR_SIZE]; /* why the last batch or query failed */
};

void shared__init(struct sqlite_shared *shared);
void shared__deinit(struct sqlite_shared *shared);
/* Tells both threads to come to their end. */
void shared__close(struct sqlite_shared *shared);
/* Remembers what SQLite says of the last failure on `connection`; where it knows of none, `during`,
 * an operation or a question, does not fit what is stored. */
void shared__note_error(struct sqlite_shared *shared, const struct sqlite_connection *connection,
                        const char *during);
void shared__error(struct sqlite_shared *shared, char *text_out, size_t text_size);

#endif
