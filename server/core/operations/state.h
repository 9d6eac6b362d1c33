/* SPDX-License-Identifier: MIT */
/*
 * The state of operations.
 */
#ifndef PENTAD_SERVER_CORE_OPERATIONS_STATE_H
#define PENTAD_SERVER_CORE_OPERATIONS_STATE_H

/* The tables of guesses of passwords (guard.c). */
struct guards {
    struct guesses *here;    /* of strangers, by name and network */
    struct guesses *known;   /* the same, where the account was logged in from there before */
    struct guesses *names;   /* of strangers, by name */
    struct guesses *devices; /* that were logged in to the account */
    struct guesses *players; /* who are logged in */
};

/* Everything that operations know beyond a request. */
struct operations {
    struct guards guards;
};

#endif
