/* SPDX-License-Identifier: MIT */
/*
 * The state of the desk: connections, and how far away they are. For the files of this folder only:
 * whoever is above knows a connection by its id.
 */
#ifndef PENTAD_SERVER_CORE_DESK_STATE_H
#define PENTAD_SERVER_CORE_DESK_STATE_H

#include "server/core/desk/conn.h"
#include "server/core/rules/rates.h"

/* ------------------------------------------------------------------ lag.c */

#define LAG_SAMPLES 5

/* The lag of one connection, as heartbeats measured it. */
struct lag {
    int64_t beat_n;      /* of the last heartbeat; 0: there was none */
    int64_t beat_ms;     /* monotonic: when it left */
    bool is_awaited;     /* its answer */
    int64_t silent_ms;   /* monotonic: while that is so, when the first without an answer left */
    int64_t measured_ms; /* monotonic: from when it waits in core->measured */
    uint8_t count;       /* of samples so far, up to LAG_SAMPLES */
    uint8_t next;        /* where the next one goes */
    int32_t samples_ms[LAG_SAMPLES];
};

/* ------------------------------------------------------------------ conn.c */

struct conn {
    uint64_t id;
    struct conn *prev, *next; /* all, in the order of coming */
    void *peer;
    bool is_local;     /* of the operator at the server's own machine: never logs in */
    bool is_logged_in; /* is a player's */
    bool is_waiting;   /* for the answer to an auth request */
    bool is_kept;      /* a stranger on one of the places that are kept for those with a game */
    bool is_ending;    /* no more input; closes when its output is gone */
    bool is_closed;    /* the port was told */
    bool is_cut;       /* it was told not to wait: nothing is counted any more */
    bool is_measured;  /* in core->measured */
    bool has_greeted;  /* it said hello, in a version of the protocol that is spoken */
    struct conn *closed_next; /* in core->closed */
    int64_t heard_ms;         /* monotonic: last input; opening time before the login */
    int64_t spoke_ms;         /* monotonic: last output */
    struct conn *heard_prev, *heard_next;
    struct conn *spoke_prev, *spoke_next;
    struct conn *measured_prev, *measured_next;
    size_t unsent_bytes; /* that wait for it to read; not 0: it is in core->unsent */
    int64_t took_ms;     /* monotonic: when it took some of that last, or the first began to wait */
    struct conn *unsent_prev, *unsent_next;
    struct lag lag;
    struct rates rates;
    size_t answered_bytes; /* of answers that its player did not pay for yet */
    char address[ADDRESS_SIZE];
    uint64_t network; /* the address as a number (core.h) */
    char *client;     /* what it called itself in hello; NULL: nothing */
};

#endif
