/* SPDX-License-Identifier: MIT */
/*
 * Private to db/. What can be said of an operation or a question without looking at what is
 * stored; every back-end asks this first, so that they refuse the same. Pure functions.
 */
#ifndef PENTAD_DB_CHECK_H
#define PENTAD_DB_CHECK_H

#include <stdbool.h>

#include "db/store.h"

/* What a back-end's function for one operation returns. */
enum op_outcome {
    OP_DONE = 0,
    OP_CONFLICT = 1, /* STORE_CONFLICT: nothing was done, the batch goes on */
    OP_ALREADY = 2,  /* STORE_ALREADY: the same */
    OP_REFUSED = -1, /* cannot be applied: the whole batch fails */
};

/* Whether every member that `op->kind` needs is there and within its range. */
bool check__op(const struct store_op *op);
/* What is reported of an operation that ended with `outcome`, which is not OP_REFUSED. */
enum store_op_result check__result(int outcome);
/* Whether the question's kind, variant and filters exist. */
bool check__query(const struct store_query *query);

#endif
