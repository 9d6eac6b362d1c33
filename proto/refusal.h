/* SPDX-License-Identifier: MIT */
/*
 * The refusals of each op, and the situations that they are for, from the REFUSES rows of
 * proto/messages.def. For the page of the protocol, and for tests, which go through all of them.
 * Constants, safe on every thread.
 */
#ifndef PENTAD_PROTO_REFUSAL_H
#define PENTAD_PROTO_REFUSAL_H

#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>

/* The situation in which an op refuses. */
enum situation {
    SITUATION_STRANGER, /* somebody who is not logged in, beyond what the column `who` says */
    SITUATION_GUEST,    /* a guest, beyond what that column says */
    SITUATION_BLOCKED,  /* one of the two blocked the other */
    SITUATION_BANNED,   /* a player who was banned or silenced */
    SITUATION_INPUT,    /* nobody could ask for that */
    SITUATION_STATE,    /* it cannot be done now, or not by this player */
    SITUATION_COUNT
};

struct refusal {
    enum op op;
    enum situation situation;
    int error; /* of the table of errors */
};

/* All rows, in the order of the table. */
extern const struct refusal refusals[];
extern const size_t refusal_count;

/* True if the error may be the answer to any op: it is about frames and fields, the connection, or
 * the server's own trouble. */
bool error_is_general(int error);
/* True if the table says that the op may answer with the error. */
bool op_may_refuse(enum op op, int error);

#endif
