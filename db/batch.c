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
    memset(copy, 0, offsetof(struct store_op, as)); /* the store has told nothing yet */
    copy->kind = op->kind;
    memcpy(&copy->as, &op->as, record__shape(record)->size);
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

/* NULL for none. */
static void *rows_copy(struct store_batch *batch, const void *rows, size_t count, size_t size)
{
    return count > 0 ? memcpy(arena_alloc(&batch->arena, count * size), rows, count * size) : NULL;
}

void batch__tell(struct store_batch *batch, size_t index, const struct store_op *told)
{
    struct store_op *op = &batch->ops[index];
    size_t changes = told->changes != NULL ? SEAT_COUNT : 0;
    struct store_memo *memos = rows_copy(batch, told->memos, told->memos_count, sizeof(*memos));
    for (size_t i = 0; i < told->memos_count; i++)
        record__copy(STORED_memo, &memos[i], &batch->arena);
    op->result = told->result;
    op->changes = rows_copy(batch, told->changes, changes, sizeof(*told->changes));
    op->memos = memos;
    op->memos_count = told->memos_count;
    op->moved = rows_copy(batch, told->moved, told->moved_count, sizeof(*told->moved));
    op->moved_count = told->moved_count;
    op->is_weightless = told->is_weightless;
    op->hidden = rows_copy(batch, told->hidden, told->hidden_count, sizeof(*told->hidden));
    op->hidden_count = told->hidden_count;
}

void batch__set_known(struct store_batch *batch, size_t index,
                      const struct store_known_player *known)
{
    struct store_known_player *copy = rows_copy(batch, known, 1, sizeof(*known));
    record__copy(STORED_known_player, copy, &batch->arena);
    batch->ops[index].known = copy;
}
