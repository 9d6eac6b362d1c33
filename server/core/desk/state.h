/* SPDX-License-Identifier: MIT */
/*
 * The state of the desk: connections, and how far away they are. For the files of this folder only:
 * the parts above know a connection by its id.
 */
#ifndef PENTAD_SERVER_CORE_DESK_STATE_H
#define PENTAD_SERVER_CORE_DESK_STATE_H

#include "base/id_table.h"
#include "server/core/desk/conn.h"
#include "server/core/desk/desk.h"
#include "server/core/desk/happen.h"
#include "server/core/rules/allowance.h"

/* ------------------------------------------------------------------ conn.c */

#define LAG_SAMPLES 5

/* The lag of one connection, as heartbeats measured it. */
struct lag {
    int64_t beat_ms;                  /* monotonic: when the last heartbeat left */
    int64_t silent_ms;                /* monotonic: while its answer is awaited, when the first
                                         without an answer left */
    uint32_t beat_n;                  /* of the last one; 0: there was none */
    uint16_t samples_ms[LAG_SAMPLES]; /* the newest first; at most LAG_MAX_MS each */
    uint8_t count;                    /* of samples so far, up to LAG_SAMPLES */
    bool is_awaited;                  /* an answer is awaited */
};

/* ------------------------------------------------------------------ conn.c */

/* There are very many of them, so the address takes no more than it needs. */
struct conn {
    uint64_t id;
    void *peer;
    int64_t heard_ms;    /* monotonic: last input; opening time before the login */
    int64_t spoke_ms;    /* monotonic: last output */
    int64_t measured_ms; /* monotonic: from when it waits in core->desk->measured */
    int64_t took_ms; /* monotonic: when it last took output that waited, or some began to wait */
    struct conn *heard_prev, *heard_next; /* in one of four lists: heard_list() */
    struct conn *spoke_prev, *spoke_next;
    struct conn *measured_prev, *measured_next;
    struct conn *unsent_prev, *unsent_next;
    size_t unsent_bytes; /* of output that it has not read; not 0: it is in core->desk->unsent */
    struct lag lag;
    struct rates rates;
    uint64_t network;        /* the address as a number (core.h) */
    char *client;            /* what it called itself in hello; NULL: nothing */
    uint32_t answered_bytes; /* of answers not yet counted for its player; no more than fit */
    bool is_local : 1;       /* of the operator at the server's own machine: never logs in */
    bool is_by_http : 1;     /* of a page in a browser, which gets no token over it */
    bool is_logged_in : 1;   /* is a player's */
    bool is_looking : 1;     /* a stranger's who has asked for something: it may stay */
    bool is_waiting : 1;     /* for the answer to an auth request */
    bool is_kept : 1;     /* a stranger on one of the places that are kept for those with a game */
    bool is_ending : 1;   /* no more input; closes when its output is gone */
    bool is_closed : 1;   /* the port was told */
    bool is_cut : 1;      /* its peer was told to drop its output: nothing is counted any more */
    bool is_measured : 1; /* in core->desk->measured */
    bool has_greeted : 1; /* it said hello, in a version of the protocol that is spoken */
    char address[];
};

/* ------------------------------------------------------------------ happen.c */

/* Ids that wait for the end of a turn, each once. */
struct gathered {
    uint64_t *ids; /* in the order in which they came */
    size_t count, cap;
    struct id_table known;
    int64_t due_ms;  /* monotonic: not told before this; 0: there is no reason to wait */
    uint64_t rounds; /* how often any were told */
};

/* Happenings that are not told yet. */
struct happenings {
    const struct subscribers *subscribers;
    int told; /* the row that is being told, -1: none */
    struct gathered gathered[HAPPENING_COUNT];
};

/* ------------------------------------------------------------------ desk.c */

/* Counts since the start. */
struct meter {
    uint64_t requests[OP_COUNT];
    uint64_t errors[ERROR_COUNT];
    struct core_commits commits;
    uint64_t slow_readers;
    uint64_t thoughts;
    uint64_t thoughts_cut;
    int64_t submitted_ms; /* monotonic: when the batch that is under way went to the store */
};

/* ------------------------------------------------------------------ all of it */

/* Everything that the desk knows. */
struct desk {
    struct happenings happenings;
    struct meter meter;
    struct allowances *of_addresses;
    uint64_t last_conn;
    struct id_table conns_by_id;
    struct conn *heard; /* by heard_ms: strangers, those on kept places, and others in lists */
    struct conn *strangers;
    size_t lookers; /* strangers who may stay */
    struct conn *kept;
    struct conn *spoke;         /* by spoke_ms, except those that end */
    struct conn *ending;        /* those that end: the core keeps no deadlines for them any more */
    struct conns_closed closed; /* in this turn: still their players' until it ends */
    struct conn *unsent;        /* those that have output to take, by took_ms */
    size_t unsent_bytes;        /* of all of them */
    struct conn *measured;      /* of players at a clock that runs, by measured_ms */
};

#endif
