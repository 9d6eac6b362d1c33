/* SPDX-License-Identifier: MIT */
/*
 * Batches of operations. A batch owns an arena that holds the operations and all their texts; it
 * is one allocation until it outgrows its first block. Used by one thread at a time: first the
 * one that fills it, then the back-end's, then the owner's again.
 */
#include "db/batch.h"

#include "base/arena.h"
#include "base/memory.h"
#include "db/record.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_OPS 8
#define FIRST_TEXTS_SIZE 512 /* of those operations */
#define FIRST_BLOCK_SIZE (FIRST_OPS * sizeof(struct store_op) + FIRST_TEXTS_SIZE)

struct store_batch {
    struct arena arena;
    struct store_op *ops;
    size_t count;
    size_t cap;
    struct store_lease lease;
    alignas(max_align_t) char first_block[FIRST_BLOCK_SIZE];
};

struct store_batch *store_batch_new(void)
{
    struct store_batch *batch = mem_alloc(sizeof(*batch));
    arena_init(&batch->arena, batch->first_block, sizeof(batch->first_block));
    batch->ops = NULL;
    batch->count = 0;
    batch->cap = 0;
    batch->lease = (struct store_lease){0};
    return batch;
}

void store_batch_free(struct store_batch *batch)
{
    if (batch == NULL)
        return;
    arena_deinit(&batch->arena);
    free(batch);
}

/* The outgrown array stays in the arena: with doubling that wastes less than is in use. */
static void ops_grow(struct store_batch *batch)
{
    size_t cap = batch->cap == 0 ? FIRST_OPS : batch->cap * 2;
    struct store_op *ops = arena_alloc(&batch->arena, cap * sizeof(*ops));
    if (batch->count > 0)
        memcpy(ops, batch->ops, batch->count * sizeof(*ops));
    batch->ops = ops;
    batch->cap = cap;
}

size_t store_batch_add(struct store_batch *batch, const struct store_op *op)
{
    if (batch->count == batch->cap)
        ops_grow(batch);
    enum record_id record = operation__row(op->kind)->record;
    struct store_op *copy = &batch->ops[batch->count];
    memcpy(copy, op, offsetof(struct store_op, as) + record__shape(record)->size);
    copy->result = STORE_APPLIED;
    copy->changes = NULL;
    copy->memos = NULL;
    copy->memos_count = 0;
    copy->moved = NULL;
    copy->moved_count = 0;
    copy->known = NULL;
    copy->is_weightless = false;
    copy->hidden = NULL;
    copy->hidden_count = 0;
    record__copy(record, &copy->as, &batch->arena);
    return batch->count++;
}

size_t store_batch_count(const struct store_batch *batch)
{
    return batch->count;
}

const struct store_op *store_batch_get(const struct store_batch *batch, size_t index)
{
    return index < batch->count ? &batch->ops[index] : NULL;
}

void store_batch_lease(struct store_batch *batch, struct store_lease lease)
{
    batch->lease = lease;
}

const struct store_lease *batch__lease(const struct store_batch *batch)
{
    return &batch->lease;
}

void batch__set_result(struct store_batch *batch, size_t index, enum store_op_result result)
{
    batch->ops[index].result = result;
}

/* NULL for none. */
static void *rows_copy(struct store_batch *batch, const void *rows, size_t count, size_t size)
{
    return count > 0 ? memcpy(arena_alloc(&batch->arena, count * size), rows, count * size) : NULL;
}

void batch__set_changes(struct store_batch *batch, size_t index,
                        const struct store_change changes[SEAT_COUNT])
{
    batch->ops[index].changes = rows_copy(batch, changes, SEAT_COUNT, sizeof(*changes));
}

void batch__set_moved(struct store_batch *batch, size_t index, const struct store_moved *moved,
                      size_t count)
{
    batch->ops[index].moved = rows_copy(batch, moved, count, sizeof(*moved));
    batch->ops[index].moved_count = count;
}

void batch__set_weightless(struct store_batch *batch, size_t index, bool is_weightless)
{
    batch->ops[index].is_weightless = is_weightless;
}

void batch__set_hidden(struct store_batch *batch, size_t index,
                       const struct store_line_place *hidden, size_t count)
{
    batch->ops[index].hidden = rows_copy(batch, hidden, count, sizeof(*hidden));
    batch->ops[index].hidden_count = count;
}

void batch__set_memos(struct store_batch *batch, size_t index, const struct store_memo *memos,
                      size_t count)
{
    struct store_memo *copy = rows_copy(batch, memos, count, sizeof(*copy));
    for (size_t i = 0; i < count; i++)
        record__copy(STORED_memo, &copy[i], &batch->arena);
    batch->ops[index].memos = copy;
    batch->ops[index].memos_count = count;
}

void batch__set_known(struct store_batch *batch, size_t index,
                      const struct store_known_player *known)
{
    struct store_known_player *copy = rows_copy(batch, known, 1, sizeof(*known));
    record__copy(STORED_known_player, copy, &batch->arena);
    batch->ops[index].known = copy;
}
