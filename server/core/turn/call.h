/* SPDX-License-Identifier: MIT */
/*
 * Answering a request: its reply, held until what it tells is durable, or an error.
 */
#ifndef PENTAD_SERVER_CORE_CALL_H
#define PENTAD_SERVER_CORE_CALL_H

#include "proto/codec.h"
#include "server/core/state.h"

/* The place that a request came from and its answer goes to. */
struct reply_to {
    uint64_t conn;   /* 0: nobody waits for an answer */
    int64_t request; /* its id, or NO_REQUEST_ID */
};

/* The one who makes a request. */
struct asker {
    uint64_t player; /* 0: a stranger */
    enum who rights; /* the most that the asker may ask for */
    bool is_local;   /* the operator at the server's own machine */
    int token;       /* enum store_rights: what the token of the connection may do */
    bool is_over;    /* the token has come to its end */
};

/* A key and the request that bore it, as digests. */
struct key_mark {
    uint64_t key;     /* 0: none */
    uint64_t request; /* of its op and fields */
};

/* A request that is being carried out. It says who asks and where the answer goes by numbers, not
 * by pointers: neither has to be in this process. */
struct call {
    struct core *core;
    struct reply_to reply_to;
    struct asker asker;
    enum op op;
    struct key_mark mark;              /* of its key, while its command begins */
    struct key_use *use;               /* borrowed; NULL: it bears no key that counts */
    uint64_t written;                  /* writes.added when it came, or went on after waiting */
    const union request_body *request; /* NULL when the request had to wait */
    struct wait *wait;      /* the one that the store answered (asker_ask()); NULL: none */
    struct fault fault;     /* commands may name the field */
    int64_t retry_after_ms; /* set by commands where waiting helps */
};

/* Undoes what a reply told and no batch contains, when the batch that the reply waited for
 * fails. */
typedef void call_take_back_fn(struct core *core, uint64_t conn, uint64_t subject);

/* Sends the reply. Like the next two it returns 0, as a command does that has replied. */

int call_reply(struct call *call, const void *reply);
/* Sends a reply to something that no batch contains: if the batch that the reply waits for fails,
 * `take_back` undoes it (outbox.h). */
int call_reply_or(struct call *call, const void *reply, call_take_back_fn *take_back,
                  uint64_t subject);
/* Sends a reply that tells only what is stored already: no later commit can make it untrue. */
int call_reply_stored(struct call *call, const void *reply);
/* The body of a reply that says only that the request was done. */
extern const union reply_body call_nothing;
/* Sends the reply that the same request got before, by its stored fields (turn/keys.h). */
void call_reply_again(struct call *call, const char *fields);
void call_error(struct call *call, int error);

#endif
