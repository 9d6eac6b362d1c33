/* SPDX-License-Identifier: MIT */
/*
 * The state of the desk: connections, what is held for them, and how far away they are.
 */
#ifndef PENTAD_SERVER_CORE_DESK_STATE_H
#define PENTAD_SERVER_CORE_DESK_STATE_H

#include "base/id_table.h"
#include "db/store.h"
#include "engine/variant.h"
#include "server/core/rules/rates.h"

#define PLAYER_NAME_SIZE 81
#define ADDRESS_SIZE 64
#define CLIENT_NAME_SIZE 65

/* ------------------------------------------------------------------ outbox.c */

/* An encoded frame, shared by all connections that get it. */
struct frame {
    uint32_t refs;
    uint32_t size; /* of `bytes` */
    uint32_t len;  /* so many of them are sent */
    uint64_t gate; /* leaves when this batch is durable */
    char bytes[];
};

/* Undoes what a reply tells and no batch has, when the batch that the reply waited for fails. */
typedef void outbox_take_back_fn(struct core *core, struct conn *conn, uint64_t subject);

/* A frame in a connection's queue. */
struct out_entry {
    struct out_entry *next;
    struct frame *frame;
    int64_t reply_to; /* the request that it answers, NO_REQUEST_ID for events */
    outbox_take_back_fn *take_back;
    uint64_t subject;
};

struct outbox {
    struct out_entry *first;
    struct out_entry *last;
    size_t bytes;   /* of all frames in it */
    bool is_listed; /* in core->gated */
};

/* ------------------------------------------------------------------ lag.c */

#define LAG_SAMPLES 5

/* The lag of one connection, as heartbeats measured it. */
struct lag {
    int64_t beat_n;      /* of the last heartbeat; 0: there was none */
    int64_t beat_ms;     /* monotonic: when it left */
    bool is_awaited;     /* its answer */
    int64_t measured_ms; /* monotonic: from when it waits in core->measured */
    uint8_t count;       /* of samples so far, up to LAG_SAMPLES */
    uint8_t next;        /* where the next one goes */
    int32_t samples_ms[LAG_SAMPLES];
};

/* ------------------------------------------------------------------ conn.c */

/* lobby.c: which rooms somebody wants to see. */
struct lobby_filter {
    const struct variant *variant; /* NULL: all */
    int stakes;                    /* NONE: all; so are the next three */
    int clock_kind;
    int64_t min_rating;
    int64_t max_rating;
};

struct conn {
    uint64_t id;
    struct conn *prev, *next; /* all, in the order of coming */
    void *peer;
    struct player *player; /* NULL before the login and after the end */
    struct conn *player_prev, *player_next;
    struct watch *watches;
    bool is_local; /* of the operator at the server's own machine: never logs in */
    bool is_in_lobby;
    struct lobby_filter lobby;
    struct conn *lobby_prev, *lobby_next;
    bool is_waiting;          /* for the answer to an auth request */
    bool is_ending;           /* no more input; closes when its output is gone */
    bool is_closed;           /* the port was told */
    struct conn *closed_next; /* in core->closed */
    int64_t heard_ms;         /* monotonic: last input; opening time before the login */
    int64_t spoke_ms;         /* monotonic: last output */
    struct conn *heard_prev, *heard_next;
    struct conn *spoke_prev, *spoke_next;
    struct conn *gated_prev, *gated_next;
    struct conn *measured_prev, *measured_next;
    bool is_measured; /* in core->measured */
    struct lag lag;
    struct outbox outbox;
    char *partial; /* the beginning of a frame, NULL when there is none */
    size_t partial_len;
    size_t partial_size; /* of its memory */
    struct rates rates;
    uint8_t token_hash[TOKEN_HASH_SIZE];
    char address[ADDRESS_SIZE];
    char client[CLIENT_NAME_SIZE]; /* what it called itself in hello, "" for nothing */
};

#endif
