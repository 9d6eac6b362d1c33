/* SPDX-License-Identifier: MIT */
/*
 * Private to db/. What a back-end may do with a batch besides reading it: say what became of its
 * operations.
 */
#ifndef PENTAD_DB_BATCH_H
#define PENTAD_DB_BATCH_H

#include "db/store.h"

/* `index` is below the batch's count. */
void batch__set_result(struct store_batch *batch, size_t index, enum store_op_result result);

#endif
