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
    int64_t beat_ms;                  /* monotonic: when the last heartbeat left */
    int64_t silent_ms;                /* monotonic: while its answer is awaited, when the first
                                         without an answer left */
    uint32_t beat_n;                  /* of the last one; 0: there was none */
    uint16_t samples_ms[LAG_SAMPLES]; /* the newest first; at most LAG_MAX_MS each */
    uint8_t count;                    /* of samples so far, up to LAG_SAMPLES */
    bool is_awaited;                  /* an answer */
};

/* ------------------------------------------------------------------ conn.c */

/* There are very many of them, so the address takes no more than it needs. */
struct conn {
    uint64_t id;
    void *peer;
    int64_t heard_ms;    /* monotonic: last input; opening time before the login */
    int64_t spoke_ms;    /* monotonic: last output */
    int64_t measured_ms; /* monotonic: from when it waits in core->measured */
    int64_t took_ms;     /* monotonic: when it took some of that last, or the first began to wait */
    struct conn *heard_prev, *heard_next; /* in one of four lists: heard_list() */
    struct conn *spoke_prev, *spoke_next;
    struct conn *measured_prev, *measured_next;
    struct conn *unsent_prev, *unsent_next;
    size_t unsent_bytes; /* that wait for it to read; not 0: it is in core->unsent */
    struct lag lag;
    struct rates rates;
    uint64_t network;        /* the address as a number (core.h) */
    char *client;            /* what it called itself in hello; NULL: nothing */
    uint32_t answered_bytes; /* of answers that its player did not pay for yet; no more than fit */
    bool is_local : 1;       /* of the operator at the server's own machine: never logs in */
    bool is_logged_in : 1;   /* is a player's */
    bool is_waiting : 1;     /* for the answer to an auth request */
    bool is_kept : 1;     /* a stranger on one of the places that are kept for those with a game */
    bool is_ending : 1;   /* no more input; closes when its output is gone */
    bool is_closed : 1;   /* the port was told */
    bool is_cut : 1;      /* it was told not to wait: nothing is counted any more */
    bool is_measured : 1; /* in core->measured */
    bool has_greeted : 1; /* it said hello, in a version of the protocol that is spoken */
    char address[];
};

#endif
