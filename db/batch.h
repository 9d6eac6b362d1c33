/* SPDX-License-Identifier: MIT */
/*
 * Private to db/ and its tests. The functions by which a back-end reports what became of a batch's
 * operations. `index` is below the batch's count.
 */
#ifndef PENTAD_DB_BATCH_H
#define PENTAD_DB_BATCH_H

#include "db/store.h"

const struct store_lease *batch__lease(const struct store_batch *batch);
/* Copies what the store tells of an operation: the fields of `told` that the store sets, except
 * `known`. */
void batch__tell(struct store_batch *batch, size_t index, const struct store_op *told);
/* Copies the player that the operation returns. */
void batch__set_known(struct store_batch *batch, size_t index,
                      const struct store_known_player *known);

#endif
