/* SPDX-License-Identifier: MIT */
/*
 * Requests that wait: for a worker, for a query of the store (queries.h), or for a batch
 * (writes.h). A wait remembers the connection by its number, so a connection may go away meanwhile.
 */
#ifndef PENTAD_SERVER_CORE_WAIT_H
#define PENTAD_SERVER_CORE_WAIT_H

#include "db/store.h"
#include "server/core/desk/conn.h"
#include "server/core/desk/happen.h"
#include "server/core/state.h"
#include "server/core/turn/call.h"

/* The things that a request can wait for. When it goes on, asker_call() checks again that its
 * connection is open and still the asker's, and, unless it has written already, that the asker
 * still may make the request (asker_check(): rights, an account that ends). Its command checks
 * everything else again: rooms, games, other players. */
enum wait_kind {
    WAIT_WORKER, /* a worker's result */
    WAIT_ANSWER, /* an answer of the store */
    WAIT_GATE,   /* a batch without writes of its own: it is carried out anew after that */
    WAIT_STORED, /* the batch with its writes, which is durable or undone as a whole */
};

/* The places of a wait in the lists of this part. Only this part names these fields
 * (tools/arrows.txt). */
struct wait_inside {
    struct wait *prev, *next;
    size_t op_index;            /* WAIT_STORED: which of the batch's operations */
    char address[ADDRESS_SIZE]; /* jobs: the one counted for passwords_per_address; "": nobody */
    struct job_share *share;    /* jobs: the network's share of the class */
    struct store_query *query;  /* queries: NULL once it is sent */
    uint64_t gate;              /* queries: the batch that has to be settled first */
    struct querier *querier;    /* queries: the asker's */
    struct querier *source;     /* queries: the address that it came from */
    struct wait *conn_prev, *conn_next;
    uint32_t cost;
    bool is_admitted; /* never refused */
};

/* The rest of a request that waited, called once; the wait is freed afterwards. */
typedef void wait_batch_fn(struct core *core, struct wait *wait, int status,
                           enum store_op_result result);
typedef void wait_query_fn(struct core *core, struct wait *wait, int status,
                           const struct store_answer *answer);
typedef void wait_work_fn(struct core *core, struct wait *wait, const struct work_result *result);
/* The rest of a command, when the store has answered; returns as commands do (people/asker.h). */
typedef int wait_then_fn(struct call *call, const struct store_answer *answer);

/* A request that waits for a batch, a query or a worker. */
struct wait {
    struct wait_inside inside;
    uint64_t number; /* of the batch, the query or the job */
    enum wait_kind kind;
    struct reply_to reply_to;
    struct asker asker;
    enum op op;
    struct key_use *use; /* held; NULL: the request bears no key that counts */
    void *data;          /* freed with the wait */
    union {
        wait_batch_fn *batch;
        wait_query_fn *query;
        wait_work_fn *work;
    } done;
    wait_then_fn *then;        /* of asker_ask(), like the next two */
    const char *missing_field; /* the field that `missing` is about */
    int missing; /* the error if the store finds nothing; 0: it always finds something */
    const struct store_op
        *stored;     /* batches: the operation as it was stored, during `done`; NULL: failed */
    uint64_t seen;   /* queries: the last batch that was settled when it was sent */
    bool is_refused; /* queries: gave way to another one */
};

/* A wait for `call`'s request; `data` is freed with it (may be NULL). */
struct wait *wait_new(const struct call *call, void *take_data);
/* A further wait for the same request: takes `data` over from `wait`. */
struct wait *wait_again(struct wait *wait);
void wait_free(struct wait *wait);
/* The wait with that number in a list of waits; NULL if there is none. */
struct wait *wait_find(struct wait *list, uint64_t number);
void wait_free_all(struct wait **list);

/* Starts work and takes the wait, which goes on with `done`. Jobs that wait for a class of workers
 * take turns by the networks of customers. Returns 0, or an error, and then the wait stays the
 * caller's: ERR_ADDRESS_BUSY if the address of its connection has its share of the workers;
 * ERR_BUSY if the queue is full and no network has more in it, or nobody would be told the result.
 * If one has more, its newest job that was not begun gives way: it ends with the turn and without a
 * result. */
int wait_work(struct core *core, struct wait *wait, const struct work *work, wait_work_fn *done);
/* The error of work that ended without a result, with the time until it may be tried again; 0: it
 * has one. */
int wait_work_failed(const struct work_result *result, int64_t *retry_after_ms_out);
/* The time that a client is told to wait when there is no place for its work. */
#define WAIT_WORK_RETRY_MS 1000

void wait_work_done(struct core *core, uint64_t job, const struct work_result *result);
/* Ends the jobs that gave way in this turn. */
void waits_tell_refused(struct core *core);
/* The connection is gone. Drops its jobs that were not begun: they end without a result. One that
 * was begun is waited for: a photo's is asked to stop, and a wrong password still counts. */
void wait_hung_up(struct core *core, uint64_t conn);

void waits_deinit(struct core *core);

/* ------------------------------------------------------------------ jobs */
/*
 * Work for which no request waits, because a game or a player owns it: a computer's thinking, and a
 * better hash of a password. Its result goes up as WORK_TOLD to the part that knows its owner,
 * which may be gone by then.
 */

/* Starts work. False: its class is full. */
bool jobs_start(struct core *core, struct work_owner owner, const struct work *work);
/* Drops all work of the owner, which is told nothing more: what waits is forgotten, what was begun
 * is asked to stop. */
void jobs_drop(struct core *core, struct work_owner owner);

/* Returns true if a job of the owner counts as the subject's; jobs_count() counts these jobs. */
typedef bool jobs_counts_fn(struct core *core, struct work_owner owner, uint64_t subject);
unsigned jobs_count(struct core *core, jobs_counts_fn *counts, uint64_t subject);

/* Inputs of the core: raise WORK_TOLD. Return true if the job is one of these. */
bool jobs_done(struct core *core, uint64_t number, const struct work_result *result);
bool jobs_got_on(struct core *core, uint64_t number, const struct work_result *so_far);

void jobs_deinit(struct core *core);

#endif
