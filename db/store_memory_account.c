/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's accounts and blocks: how operations on them are applied and taken back, and
 * how a player is described with them.
 */
#include <string.h>

#include "db/store_memory_private.h"

struct store_player memory__player_describe(const struct memory *memory,
                                            const struct memory_player *player, struct arena *arena)
{
    struct store_player value = player->value;
    uint64_t *blocked = arena_alloc(arena, (player->block_count + 1) * sizeof(*blocked));
    for (size_t i = 0; i < player->block_count; i++)
        blocked[i] = player->blocks[i].blocked;
    value.settled_month = memory->settled_month;
    value.unread = memory__unread(player);
    value.account = &player->account.value;
    value.blocked = blocked;
    value.blocked_count = player->block_count;
    return value;
}

/* ------------------------------------------------------------------ accounts */

static bool photo_stays(const struct store_account_put *put)
{
    return put->photo == NULL && put->account->photo != 0;
}

static uint8_t *photo_copy(const struct store_account_put *put)
{
    if (put->photo == NULL)
        return NULL;
    return memcpy(memory__new(put->photo_size), put->photo, put->photo_size);
}

static int account_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    const struct store_account_put *put = &op->as.account;
    struct memory_player *player = memory__player_find(memory, put->player);
    if (player == NULL || (photo_stays(put) && player->account.value.photo != put->account->photo))
        return OP_REFUSED;
    undo->subject = player;
    undo->old.account.before = memory__new(sizeof(*undo->old.account.before));
    undo->old.account.has_photo = !photo_stays(put);
    *undo->old.account.before = player->account;
    player->account.value = *put->account;
    if (photo_stays(put))
        return OP_DONE;
    player->account.photo = photo_copy(put);
    player->account.photo_size = put->photo_size;
    return OP_DONE;
}

static void account_keep(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    if (undo->old.account.has_photo)
        free(undo->old.account.before->photo);
    free(undo->old.account.before);
}

static void account_revert(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    struct memory_player *player = undo->subject;
    if (undo->old.account.has_photo)
        free(player->account.photo);
    player->account = *undo->old.account.before;
    free(undo->old.account.before);
}

/* ------------------------------------------------------------------ blocks */

/* The place of `blocked` among the blocks, or where it belongs. */
static size_t block_place(const struct memory_player *player, uint64_t blocked)
{
    size_t at = 0;
    while (at < player->block_count && player->blocks[at].blocked < blocked)
        at++;
    return at;
}

static bool is_blocked_at(const struct memory_player *player, size_t at, uint64_t blocked)
{
    return at < player->block_count && player->blocks[at].blocked == blocked;
}

static void block_insert(struct memory_player *player, const struct store_block *block)
{
    size_t at = block_place(player, block->blocked);
    player->blocks = memory__grow(player->blocks, player->block_count, &player->block_cap,
                                  sizeof(*player->blocks));
    memmove(&player->blocks[at + 1], &player->blocks[at],
            (player->block_count - at) * sizeof(*player->blocks));
    player->blocks[at] = *block;
    player->block_count++;
}

static void block_delete(struct memory_player *player, uint64_t blocked)
{
    size_t at = block_place(player, blocked);
    player->block_count--;
    memmove(&player->blocks[at], &player->blocks[at + 1],
            (player->block_count - at) * sizeof(*player->blocks));
}

static int block_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    const struct store_block *block = &op->as.block;
    struct memory_player *player = memory__player_find(memory, block->player);
    if (player == NULL || memory__player_find(memory, block->blocked) == NULL)
        return OP_REFUSED;
    if (is_blocked_at(player, block_place(player, block->blocked), block->blocked))
        return OP_DONE;
    block_insert(player, block);
    undo->subject = player;
    undo->old.block = *block;
    return OP_DONE;
}

static void block_revert(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    block_delete(undo->subject, undo->old.block.blocked);
}

static int unblock_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    const struct store_block *block = &op->as.block;
    struct memory_player *player = memory__player_find(memory, block->player);
    if (player == NULL)
        return OP_DONE;
    size_t at = block_place(player, block->blocked);
    if (!is_blocked_at(player, at, block->blocked))
        return OP_DONE;
    undo->subject = player;
    undo->old.block = player->blocks[at];
    block_delete(player, block->blocked);
    return OP_DONE;
}

static void unblock_revert(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    block_insert(undo->subject, &undo->old.block);
}

int memory__answer_blocks(struct memory *memory, struct work_query *question)
{
    struct store_answer *answer = &question->answer;
    const struct memory_player *player = memory__player_find(memory, question->query.player);
    if (player == NULL)
        return STORE_NOT_FOUND;
    struct store_block_row *rows =
        arena_alloc(&question->arena, (player->block_count + 1) * sizeof(*rows));
    for (size_t i = 0; i < player->block_count; i++) {
        const struct store_block *block = &player->blocks[i];
        const struct memory_player *other = memory__player_find(memory, block->blocked);
        rows[i] = (struct store_block_row){.player = block->blocked,
                                           .name = other->value.name,
                                           .kind = other->value.kind,
                                           .at_ms = block->at_ms};
    }
    answer->blocks = rows;
    answer->blocks_count = player->block_count;
    return STORE_OK;
}

int memory__answer_photo(struct memory *memory, struct work_query *question)
{
    const struct memory_player *player = memory__player_find(memory, question->query.player);
    if (player == NULL || player->account.photo == NULL)
        return STORE_NOT_FOUND;
    const struct memory_account *account = &player->account;
    uint8_t *bytes = arena_alloc(&question->arena, account->photo_size);
    memcpy(bytes, account->photo, account->photo_size);
    question->answer.photo = (struct store_photo){account->value.photo, bytes, account->photo_size};
    return STORE_OK;
}

const struct memory_rule memory__account_put = {account_apply, account_revert, account_keep};
const struct memory_rule memory__block_add = {block_apply, block_revert, NULL};
const struct memory_rule memory__block_remove = {unblock_apply, unblock_revert, NULL};
