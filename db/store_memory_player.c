/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's players: how operations on them are applied and taken back.
 * A player is found by id, by name key and by skeleton.
 */
#include <string.h>

#include "db/store_memory_private.h"

struct memory_player *memory__player_find(struct memory *memory, uint64_t id)
{
    return map__find(&memory->players, &id, sizeof(id));
}

/* ------------------------------------------------------------------ players */

static struct store_player player_copy(const struct store_player *player, enum player_kind kind)
{
    struct store_player copy = *player;
    copy.kind = kind;
    copy.name = memory__text(player->name);
    copy.name_key = memory__text(player->name_key);
    copy.skeleton = memory__text(player->skeleton);
    copy.password_hash = memory__text(player->password_hash);
    memset(copy.ratings, 0, sizeof(copy.ratings));
    return copy;
}

static void names_free(const struct store_player *player)
{
    free((void *)player->name);
    free((void *)player->name_key);
    free((void *)player->skeleton);
}

static void player_free_texts(const struct store_player *player)
{
    names_free(player);
    free((void *)player->password_hash);
}

void memory__player_free(void *owner)
{
    struct memory_player *player = owner;
    player_free_texts(&player->value);
    free(player->history);
    free(player->account.photo);
    free(player->blocks);
    free(player->fines);
    memory__threads_free(player);
    free(player->ledger);
    free(player);
}

static void names_link(struct memory *memory, struct memory_player *player)
{
    const char *key = player->value.name_key;
    const char *skeleton = player->value.skeleton;
    map__add(&memory->players_by_name, &player->by_name, player, key, strlen(key));
    map__add(&memory->players_by_skeleton, &player->by_skeleton, player, skeleton,
             strlen(skeleton));
}

static void names_unlink(struct memory *memory, struct memory_player *player)
{
    map__remove(&memory->players_by_name, &player->by_name);
    map__remove(&memory->players_by_skeleton, &player->by_skeleton);
}

/* Whether the name key or the skeleton is another player's. */
static bool names_are_taken(struct memory *memory, const struct store_player *wanted)
{
    const struct memory_player *named =
        map__find(&memory->players_by_name, wanted->name_key, strlen(wanted->name_key));
    const struct memory_player *alike =
        map__find(&memory->players_by_skeleton, wanted->skeleton, strlen(wanted->skeleton));
    return (named != NULL && named->value.id != wanted->id) ||
           (alike != NULL && alike->value.id != wanted->id);
}

static void player_add(struct memory *memory, const struct store_player *value,
                       enum player_kind kind, struct memory_undo *undo)
{
    struct memory_player *player = memory__new(sizeof(*player));
    player->value = player_copy(value, kind);
    map__add(&memory->players, &player->by_id, player, &player->value.id, sizeof(player->value.id));
    names_link(memory, player);
    undo->subject = player;
    undo->is_new = true;
}

static int create_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    const struct store_player *value = &op->as.player;
    if (names_are_taken(memory, value))
        return OP_CONFLICT;
    if (memory__player_find(memory, value->id) != NULL)
        return OP_REFUSED;
    player_add(memory, value, value->kind, undo);
    return OP_DONE;
}

static int register_apply(struct memory *memory, const struct store_op *op,
                          struct memory_undo *undo)
{
    const struct store_player *value = &op->as.player;
    struct memory_player *player = memory__player_find(memory, value->id);
    if (names_are_taken(memory, value))
        return OP_CONFLICT;
    if (player != NULL && player->value.kind != PLAYER_GUEST)
        return OP_REFUSED;
    if (player == NULL) {
        player_add(memory, value, PLAYER_REGISTERED, undo);
        return OP_DONE;
    }
    undo->subject = player;
    undo->old.player = player->value;
    names_unlink(memory, player);
    player->value = player_copy(value, PLAYER_REGISTERED);
    names_link(memory, player);
    return OP_DONE;
}

static void player_revert(struct memory *memory, struct memory_undo *undo)
{
    struct memory_player *player = undo->subject;
    names_unlink(memory, player);
    if (undo->is_new) {
        map__remove(&memory->players, &player->by_id);
        memory__player_free(player);
        return;
    }
    player_free_texts(&player->value);
    player->value = undo->old.player;
    names_link(memory, player);
}

static void player_keep(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    if (!undo->is_new)
        player_free_texts(&undo->old.player);
}

int memory__player_rename(struct memory *memory, const struct store_mod_action *act,
                          struct memory_undo *undo)
{
    struct memory_player *player = memory__player_find(memory, act->player);
    const struct store_player wanted = {
        .id = act->player, .name_key = act->renamed.name_key, .skeleton = act->renamed.skeleton};
    if (player->value.kind != PLAYER_REGISTERED)
        return OP_REFUSED;
    if (names_are_taken(memory, &wanted))
        return OP_CONFLICT;
    undo->old.player = player->value;
    names_unlink(memory, player);
    player->value.name = memory__text(act->renamed.name);
    player->value.name_key = memory__text(act->renamed.name_key);
    player->value.skeleton = memory__text(act->renamed.skeleton);
    names_link(memory, player);
    return OP_DONE;
}

void memory__player_rename_revert(struct memory *memory, uint64_t id, struct memory_undo *undo)
{
    struct memory_player *player = memory__player_find(memory, id);
    names_unlink(memory, player);
    names_free(&player->value);
    player->value.name = undo->old.player.name;
    player->value.name_key = undo->old.player.name_key;
    player->value.skeleton = undo->old.player.skeleton;
    names_link(memory, player);
}

void memory__player_rename_keep(struct memory_undo *undo)
{
    names_free(&undo->old.player);
}

static int password_apply(struct memory *memory, const struct store_op *op,
                          struct memory_undo *undo)
{
    const struct store_password *password = &op->as.password;
    struct memory_player *player = memory__player_find(memory, password->player);
    if (player == NULL || player->value.kind != PLAYER_REGISTERED)
        return OP_REFUSED;
    if (password->was != NULL && strcmp(password->was, player->value.password_hash) != 0)
        return OP_CONFLICT;
    undo->subject = player;
    undo->old.player.password_hash = player->value.password_hash;
    player->value.password_hash = memory__text(password->hash);
    return OP_DONE;
}

static void password_revert(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    struct memory_player *player = undo->subject;
    free((void *)player->value.password_hash);
    player->value.password_hash = undo->old.player.password_hash;
}

static void password_keep(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    free((void *)undo->old.player.password_hash);
}

/* ------------------------------------------------------------------ deletion */

static void ratings_set(struct memory *memory, struct memory_player *player,
                        const struct store_rating ratings[VARIANT_COUNT])
{
    for (int i = 0; i < VARIANT_COUNT; i++)
        memory__rating_set(memory, player, (enum variant_id)i, &ratings[i]);
}

static int delete_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    static const struct store_rating no_ratings[VARIANT_COUNT];
    const struct store_player *names = &op->as.player;
    struct memory_player *player = memory__player_find(memory, names->id);
    if (names_are_taken(memory, names))
        return OP_CONFLICT;
    if (player == NULL || player->value.kind != PLAYER_REGISTERED)
        return OP_REFUSED;
    struct memory_deleted *deleted = memory__new(sizeof(*deleted));
    *deleted = (struct memory_deleted){.value = player->value,
                                       .account = player->account,
                                       .blocks = player->blocks,
                                       .block_count = player->block_count,
                                       .block_cap = player->block_cap};
    deleted->sessions = memory__sessions_take(memory, player->value.id, NULL);
    ratings_set(memory, player, no_ratings);
    names_unlink(memory, player);
    player->value.name = memory__text(names->name);
    player->value.name_key = memory__text(names->name_key);
    player->value.skeleton = memory__text(names->skeleton);
    player->value.password_hash = memory__text("");
    names_link(memory, player);
    player->account = (struct memory_account){.value = {.is_deleted = true}};
    player->blocks = NULL;
    player->block_count = player->block_cap = 0;
    undo->subject = player;
    undo->old.deleted = deleted;
    return OP_DONE;
}

static void delete_revert(struct memory *memory, struct memory_undo *undo)
{
    struct memory_player *player = undo->subject;
    struct memory_deleted *deleted = undo->old.deleted;
    free(player->blocks);
    names_unlink(memory, player);
    player_free_texts(&player->value);
    player->value.name = deleted->value.name;
    player->value.name_key = deleted->value.name_key;
    player->value.skeleton = deleted->value.skeleton;
    player->value.password_hash = deleted->value.password_hash;
    names_link(memory, player);
    ratings_set(memory, player, deleted->value.ratings);
    player->account = deleted->account;
    player->blocks = deleted->blocks;
    player->block_count = deleted->block_count;
    player->block_cap = deleted->block_cap;
    memory__sessions_restore(memory, deleted->sessions);
    free(deleted);
}

static void delete_keep(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    struct memory_deleted *deleted = undo->old.deleted;
    player_free_texts(&deleted->value);
    memory__sessions_free(deleted->sessions);
    free(deleted->account.photo);
    free(deleted->blocks);
    free(deleted);
}

const struct memory_rule memory__player_delete = {delete_apply, delete_revert, delete_keep};
const struct memory_rule memory__player_create = {create_apply, player_revert, player_keep};
const struct memory_rule memory__player_register = {register_apply, player_revert, player_keep};
const struct memory_rule memory__password_set = {password_apply, password_revert, password_keep};
