/* SPDX-License-Identifier: MIT */
/*
 * Private to db/. A piece of work: submit, resume and query put it into a back-end's queue, and
 * store_poll() reports it when it is done. Owns the batch, the copied question and the answer's
 * memory. Belongs to one list, and so to one thread, at a time.
 */
#ifndef PENTAD_DB_WORK_H
#define PENTAD_DB_WORK_H

#include "base/arena.h"
#include "db/store.h"

#include <stdalign.h>

enum work_kind {
    WORK_BATCH,
    WORK_RESUME, /* never reported */
    WORK_QUERY,
};

/* The part that only queries have. */
struct work_query {
    struct store_query query; /* what it points to is in the arena */
    uint64_t after;           /* this many batches have to be done before */
    struct store_answer answer;
    struct arena arena; /* holds what the answer points to */
    alignas(max_align_t) char first_block[];
};

struct work {
    struct work *next;
    enum work_kind kind;
    int status;
    uint64_t number;
    struct store_batch *batch;
    struct work_query *question; /* for WORK_QUERY, else NULL */
};

/* First in, first out. All zero is empty. */
struct work_list {
    struct work *first;
    struct work *last;
};

struct work *work__new_batch(uint64_t number, struct store_batch *take_batch);
struct work *work__new_resume(void);
struct work *work__new_query(uint64_t number, const struct store_query *query);
void work__free(struct work *work);

void work__push(struct work_list *list, struct work *take_work);
/* NULL when the list is empty. */
struct work *work__pop(struct work_list *list);
/* Moves everything in `from` to the end of `to`. */
void work__move_all(struct work_list *from, struct work_list *to);
void work__free_all(struct work_list *list);

/* Reports the work to the listener and frees it. */
void work__report(struct work *take_work, const struct store_listener *listener);

#endif
