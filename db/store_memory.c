/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's frame: its queue, batches applied as a whole or not at all, opening and
 * closing. Owns everything that it keeps. Work is done in poll, on the owner's thread.
 */
#include "db/store_memory.h"

#include <string.h>

#include "base/memory.h"
#include "db/batch.h"
#include "db/store_memory_private.h"

static const struct memory_rule *const RULES[STORE_OP_COUNT] = {
    [STORE_PLAYER_CREATE] = &memory__player_create,
    [STORE_PLAYER_REGISTER] = &memory__player_register,
    [STORE_PASSWORD_SET] = &memory__password_set,
    [STORE_SESSION_ADD] = &memory__session_add,
    [STORE_SESSION_REMOVE] = &memory__session_remove,
    [STORE_ROOM_PUT] = &memory__room_put,
    [STORE_ROOM_CLOSE] = &memory__room_close,
    [STORE_GAME_START] = &memory__game_start,
    [STORE_GAME_LOG] = &memory__game_log,
    [STORE_GAME_END] = &memory__game_end,
    [STORE_CHAT_ADD] = &memory__chat_add,
    [STORE_UPTIME] = &memory__uptime,
    [STORE_PROBE] = NULL,
    [STORE_RATING_ACTIVE] = &memory__rating_active,
    [STORE_FINE] = &memory__fine,
    [STORE_ACCOUNT_PUT] = &memory__account_put,
    [STORE_PLAYER_DELETE] = &memory__player_delete,
    [STORE_SESSIONS_REMOVE] = &memory__sessions_remove,
    [STORE_BLOCK_ADD] = &memory__block_add,
    [STORE_BLOCK_REMOVE] = &memory__block_remove,
    [STORE_MESSAGE_SEND] = &memory__message_send,
    [STORE_MESSAGE_READ] = &memory__message_read,
    [STORE_MESSAGE_DELETE] = &memory__message_delete,
    [STORE_STAR] = &memory__star,
    [STORE_MOD_ACTION] = &memory__mod_action,
    [STORE_REPORT_ADD] = &memory__report_add,
};

void *memory__new(size_t size)
{
    return mem_zero(size);
}

char *memory__text(const char *text)
{
    if (text == NULL)
        return NULL;
    size_t size = strlen(text) + 1;
    return memcpy(memory__new(size), text, size);
}

void *memory__grow(void *items, size_t count, size_t *cap, size_t item_size)
{
    if (count < *cap)
        return items;
    *cap = *cap == 0 ? 8 : *cap * 2;
    return mem_grow(items, *cap * item_size);
}

/* ------------------------------------------------------------------ batches */

static int op_apply(struct memory *memory, struct store_batch *batch, size_t index)
{
    const struct store_op *op = store_batch_get(batch, index);
    if (!check__op(op))
        return OP_REFUSED;
    const struct memory_rule *rule = RULES[op->kind];
    struct memory_undo undo = {.kind = op->kind};
    int outcome = rule == NULL ? OP_DONE : rule->apply(memory, op, &undo);
    if (outcome != OP_REFUSED)
        batch__set_result(batch, index, check__result(outcome));
    if (outcome != OP_DONE || undo.subject == NULL)
        return outcome;
    memory->undo =
        memory__grow(memory->undo, memory->undo_count, &memory->undo_cap, sizeof(*memory->undo));
    memory->undo[memory->undo_count++] = undo;
    return outcome;
}

static void batch_keep(struct memory *memory)
{
    for (size_t i = 0; i < memory->undo_count; i++) {
        const struct memory_rule *rule = RULES[memory->undo[i].kind];
        if (rule->keep != NULL)
            rule->keep(memory, &memory->undo[i]);
    }
    memory->undo_count = 0;
}

static void batch_revert(struct memory *memory)
{
    while (memory->undo_count > 0) {
        struct memory_undo *undo = &memory->undo[--memory->undo_count];
        RULES[undo->kind]->revert(memory, undo);
    }
}

static int batch_apply(struct memory *memory, struct store_batch *batch)
{
    if (memory->is_failing)
        memory->is_broken = true;
    if (memory->is_broken)
        return STORE_UNAVAILABLE;
    for (size_t i = 0; i < store_batch_count(batch); i++) {
        if (op_apply(memory, batch, i) == OP_REFUSED) {
            batch_revert(memory);
            memory->is_broken = true;
            return STORE_UNAVAILABLE;
        }
    }
    batch_keep(memory);
    return STORE_OK;
}

/* ------------------------------------------------------------------ the back-end */

static void memory_push(struct store *store, struct work *take_work)
{
    struct memory *memory = (struct memory *)store;
    work__push(&memory->queue, take_work);
    if (memory->wake != NULL)
        memory->wake(memory->wake_ctx);
}

static void memory_submit(struct store *store, uint64_t number, struct store_batch *batch)
{
    memory_push(store, work__new_batch(number, batch));
}

static void memory_resume(struct store *store)
{
    memory_push(store, work__new_resume());
}

static void memory_query(struct store *store, uint64_t number, const struct store_query *query)
{
    memory_push(store, work__new_query(number, query));
}

static void work_do(struct memory *memory, struct work *work)
{
    if (work->kind == WORK_BATCH)
        work->status = batch_apply(memory, work->batch);
    else if (work->kind == WORK_QUERY)
        work->status = memory__answer(memory, work->question);
    else
        memory->is_broken = false;
}

/* What the listener asks for meanwhile waits for the next poll. */
static void memory_poll(struct store *store, const struct store_listener *listener)
{
    struct memory *memory = (struct memory *)store;
    struct work_list due = {0};
    work__move_all(&memory->queue, &due);
    for (struct work *work = work__pop(&due); work != NULL; work = work__pop(&due)) {
        work_do(memory, work);
        work__report(work, listener);
    }
}

static void memory_close(struct store *store)
{
    struct memory *memory = (struct memory *)store;
    work__free_all(&memory->queue);
    map__clear(&memory->players_by_name, NULL);
    map__clear(&memory->players_by_skeleton, NULL);
    map__clear(&memory->players, memory__player_free);
    map__clear(&memory->sessions, memory__session_free);
    map__clear(&memory->games, memory__game_free);
    map__clear(&memory->rooms, memory__room_free);
    map__clear(&memory->messages, memory__message_free);
    memory__mod_free(memory);
    free(memory->undo);
    free(memory);
}

static const struct store_backend MEMORY_BACKEND = {
    .load = memory__load,
    .submit = memory_submit,
    .resume = memory_resume,
    .query = memory_query,
    .poll = memory_poll,
    .close = memory_close,
};

struct store *store_memory_open(store_wake_fn *wake, void *wake_ctx)
{
    struct memory *memory = memory__new(sizeof(*memory));
    memory->base.backend = &MEMORY_BACKEND;
    memory->wake = wake;
    memory->wake_ctx = wake_ctx;
    return &memory->base;
}

void store_memory_fail(struct store *store, bool fail)
{
    ((struct memory *)store)->is_failing = fail;
}
