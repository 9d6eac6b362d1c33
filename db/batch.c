/* SPDX-License-Identifier: MIT */
/*
 * Batches of operations. A batch owns an arena that holds the operations and all their texts; it
 * is one allocation until it outgrows its first block. Used by one thread at a time: first the
 * one that fills it, then the back-end's, then the owner's again.
 */
#include "db/batch.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/memory.h"

#define FIRST_BLOCK_SIZE 2048
#define FIRST_OPS 8

struct store_batch {
    struct arena arena;
    struct store_op *ops;
    size_t count;
    size_t cap;
    alignas(max_align_t) char first_block[FIRST_BLOCK_SIZE];
};

struct store_batch *store_batch_new(void)
{
    struct store_batch *batch = mem_alloc(sizeof(*batch));
    arena_init(&batch->arena, batch->first_block, sizeof(batch->first_block));
    batch->ops = NULL;
    batch->count = 0;
    batch->cap = 0;
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

static const char *text_copy(struct store_batch *batch, const char *text)
{
    return text == NULL ? NULL : arena_text(&batch->arena, text, strlen(text));
}

static void player_copy_texts(struct store_batch *batch, struct store_player *player)
{
    player->name = text_copy(batch, player->name);
    player->name_key = text_copy(batch, player->name_key);
    player->skeleton = text_copy(batch, player->skeleton);
    player->password_hash = text_copy(batch, player->password_hash);
    player->account = NULL;
    player->blocked = NULL;
    player->blocked_count = 0;
}

static const struct store_account *account_copy(struct store_batch *batch,
                                                const struct store_account *account)
{
    if (account == NULL)
        return NULL;
    return memcpy(arena_alloc(&batch->arena, sizeof(*account)), account, sizeof(*account));
}

static void account_put_copy(struct store_batch *batch, struct store_account_put *put)
{
    put->account = account_copy(batch, put->account);
    if (put->photo != NULL)
        put->photo =
            memcpy(arena_alloc(&batch->arena, put->photo_size), put->photo, put->photo_size);
}

static void mod_copy_texts(struct store_batch *batch, struct store_mod_action *mod)
{
    mod->reason = text_copy(batch, mod->reason);
    mod->detail = text_copy(batch, mod->detail);
    mod->renamed.name = text_copy(batch, mod->renamed.name);
    mod->renamed.name_key = text_copy(batch, mod->renamed.name_key);
    mod->renamed.skeleton = text_copy(batch, mod->renamed.skeleton);
    mod->by_name = NULL;
    mod->player_name = NULL;
}

static void op_copy_texts(struct store_batch *batch, struct store_op *op)
{
    switch (op->kind) {
    case STORE_PLAYER_CREATE:
    case STORE_PLAYER_REGISTER:
    case STORE_PLAYER_DELETE:
        player_copy_texts(batch, &op->as.player);
        break;
    case STORE_PASSWORD_SET:
        op->as.password.hash = text_copy(batch, op->as.password.hash);
        op->as.password.was = text_copy(batch, op->as.password.was);
        break;
    case STORE_SESSION_ADD:
        op->as.session.client = text_copy(batch, op->as.session.client);
        break;
    case STORE_GAME_END:
        op->as.end.actions = text_copy(batch, op->as.end.actions);
        op->as.end.spent = text_copy(batch, op->as.end.spent);
        op->as.end.lags = text_copy(batch, op->as.end.lags);
        break;
    case STORE_CHAT_ADD:
        op->as.chat.name = NULL;
        op->as.chat.text = text_copy(batch, op->as.chat.text);
        break;
    case STORE_MOD_ACTION:
        mod_copy_texts(batch, &op->as.mod);
        break;
    case STORE_REPORT_ADD:
        op->as.report.text = text_copy(batch, op->as.report.text);
        op->as.report.by_name = NULL;
        op->as.report.player_name = NULL;
        break;
    case STORE_ACCOUNT_PUT:
        account_put_copy(batch, &op->as.account);
        break;
    case STORE_MESSAGE_SEND:
        op->as.message.text = text_copy(batch, op->as.message.text);
        break;
    default: /* the others have no texts */
        break;
    }
}

size_t store_batch_add(struct store_batch *batch, const struct store_op *op)
{
    if (batch->count == batch->cap)
        ops_grow(batch);
    struct store_op *copy = &batch->ops[batch->count];
    *copy = *op;
    copy->result = STORE_APPLIED;
    op_copy_texts(batch, copy);
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

void batch__set_result(struct store_batch *batch, size_t index, enum store_op_result result)
{
    batch->ops[index].result = result;
}
