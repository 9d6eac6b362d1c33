/* SPDX-License-Identifier: MIT */
/*
 * Private to db/ and its tests. Checks if an operation or a question makes sense by itself, for
 * every back-end alike: each field is in the range that db/records.def has for it, and fields that
 * depend on each other agree. A failure here is a mistake of the program above, never of a user.
 * Pure functions, any thread.
 */
#ifndef PENTAD_DB_CHECK_H
#define PENTAD_DB_CHECK_H

#include "db/store.h"

/* The result of one operation in a back-end. */
enum op_outcome {
    OP_DONE = STORE_APPLIED,
    OP_CONFLICT = STORE_CONFLICT, /* nothing was done, the batch goes on */
    OP_ALREADY = STORE_ALREADY,   /* likewise */
    OP_RESERVED = STORE_RESERVED, /* likewise */
    OP_REFUSED = -1,              /* cannot be applied: the whole batch fails */
};

bool check__op(const struct store_op *op);
bool check__query(const struct store_query *query);

#endif
