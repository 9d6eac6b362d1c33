/* SPDX-License-Identifier: MIT */
/*
 * Private to db/ and its tests. A back-end reports the results of a batch's operations with these
 * functions. `index` is below the batch's count.
 */
#ifndef PENTAD_DB_BATCH_H
#define PENTAD_DB_BATCH_H

#include "db/store.h"

const struct store_lease *batch__lease(const struct store_batch *batch);
void batch__set_result(struct store_batch *batch, size_t index, enum store_op_result result);
/* Copies what a game did to both ratings. */
void batch__set_changes(struct store_batch *batch, size_t index,
                        const struct store_change changes[SEAT_COUNT]);

/* Copies the ratings that the operation moved by annulling games. */
void batch__set_moved(struct store_batch *batch, size_t index, const struct store_moved *moved,
                      size_t count);
void batch__set_weightless(struct store_batch *batch, size_t index, bool is_weightless);
/* Copies the lines of chats that the operation has hidden. */
void batch__set_hidden(struct store_batch *batch, size_t index,
                       const struct store_line_place *hidden, size_t count);
/* Copies the memos that the operation added, with their texts. */
void batch__set_memos(struct store_batch *batch, size_t index, const struct store_memo *memos,
                      size_t count);
/* Copies the player that the operation tells. */
void batch__set_known(struct store_batch *batch, size_t index,
                      const struct store_known_player *known);

#endif
