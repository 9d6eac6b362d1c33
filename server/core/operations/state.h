/* SPDX-License-Identifier: MIT */
/*
 * The state of operations.
 */
#ifndef PENTAD_SERVER_CORE_OPERATIONS_STATE_H
#define PENTAD_SERVER_CORE_OPERATIONS_STATE_H

#include "base/hash.h"
#include "server/core/rules/remembered.h"

/* The tables of guesses of passwords (credentials.c). */
struct guards {
    struct guesses *here;    /* of strangers, by name and network */
    struct guesses *known;   /* the same, where the account was logged in from there before */
    struct guesses *names;   /* of strangers, by name */
    struct guesses *devices; /* of devices that were logged in to the account */
    struct guesses *players; /* of players who are logged in */
};

/* A player who is busy (auth.c). */
struct busy_player {
    uint64_t player;
    UT_hash_handle by_player;
    unsigned with; /* of enum busy */
};

/* Everything that operations know beyond a request. */
struct operations {
    struct guards guards;
    struct busy_player *busy;
    struct letter *letters;            /* command_letter_send.c: being sent; the store is asked */
    struct remembered mail_queries;    /* command_letters.c: the last query asked before a player's
                                          letters, or which of them are read, changed last */
    struct remembered opening_queries; /* command_letter_send.c: the same for a player's last letter
                                          to a stranger */
};

#endif
