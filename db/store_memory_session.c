/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's sessions: how operations on them are applied and taken back, and their
 * list. A session is found by the hash of its token.
 */
#include <stdlib.h>
#include <string.h>

#include "db/store_memory_private.h"

struct memory_session *memory__session_find(struct memory *memory, const uint8_t *token_hash)
{
    return map__find(&memory->sessions, token_hash, STORE_TOKEN_HASH_SIZE);
}

void memory__session_free(void *owner)
{
    struct memory_session *session = owner;
    free((void *)session->value.client);
    free(session);
}

static void session_link(struct memory *memory, struct memory_session *session)
{
    map__add(&memory->sessions, &session->by_token, session, session->value.token_hash,
             STORE_TOKEN_HASH_SIZE);
}

static int session_add_apply(struct memory *memory, const struct store_op *op,
                             struct memory_undo *undo)
{
    const struct store_session *value = &op->as.session;
    if (memory__player_find(memory, value->player) == NULL ||
        memory__session_find(memory, value->token_hash) != NULL)
        return OP_REFUSED;
    struct memory_session *session = memory__new(sizeof(*session));
    session->value = *value;
    session->value.client = memory__text(value->client != NULL ? value->client : "");
    session_link(memory, session);
    undo->subject = session;
    return OP_DONE;
}

static void session_drop(struct memory *memory, struct memory_undo *undo)
{
    struct memory_session *session = undo->subject;
    map__remove(&memory->sessions, &session->by_token);
    memory__session_free(session);
}

static int session_remove_apply(struct memory *memory, const struct store_op *op,
                                struct memory_undo *undo)
{
    struct memory_session *session = memory__session_find(memory, op->as.session.token_hash);
    if (session != NULL)
        map__remove(&memory->sessions, &session->by_token);
    undo->subject = session;
    return OP_DONE;
}

/* All of the player but the one with `kept_hash` (may be NULL). Those that a batch removed wait in
 * a chain until it is known to hold. */
struct memory_session *memory__sessions_take(struct memory *memory, uint64_t player,
                                             const uint8_t *kept_hash)
{
    struct memory_session *removed = NULL;
    struct map_node *next = NULL;
    for (struct map_node *node = memory->sessions.first; node != NULL; node = next) {
        struct memory_session *session = node->owner;
        next = map__next(node);
        bool is_kept = kept_hash != NULL &&
                       memcmp(session->value.token_hash, kept_hash, STORE_TOKEN_HASH_SIZE) == 0;
        if (session->value.player != player || is_kept)
            continue;
        map__remove(&memory->sessions, &session->by_token);
        session->next_removed = removed;
        removed = session;
    }
    return removed;
}

void memory__sessions_restore(struct memory *memory, struct memory_session *chain)
{
    struct memory_session *next = NULL;
    for (struct memory_session *session = chain; session != NULL; session = next) {
        next = session->next_removed;
        session->next_removed = NULL;
        session_link(memory, session);
    }
}

void memory__sessions_free(struct memory_session *chain)
{
    struct memory_session *next = NULL;
    for (struct memory_session *session = chain; session != NULL; session = next) {
        next = session->next_removed;
        memory__session_free(session);
    }
}

static int sessions_remove_apply(struct memory *memory, const struct store_op *op,
                                 struct memory_undo *undo)
{
    const struct store_session *kept = &op->as.session;
    undo->subject = memory__sessions_take(memory, kept->player, kept->token_hash);
    return OP_DONE;
}

static void session_restore(struct memory *memory, struct memory_undo *undo)
{
    memory__sessions_restore(memory, undo->subject);
}

static void session_forget(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    memory__sessions_free(undo->subject);
}

/* ------------------------------------------------------------------ the list */

/* The newest first. */
static int compare_sessions(const void *a, const void *b)
{
    const struct store_session *one = a;
    const struct store_session *other = b;
    if (one->created_ms != other->created_ms)
        return one->created_ms < other->created_ms ? 1 : -1;
    return memcmp(other->token_hash, one->token_hash, STORE_TOKEN_HASH_SIZE);
}

int memory__answer_sessions(struct memory *memory, struct work_query *question)
{
    struct store_answer *answer = &question->answer;
    uint64_t player = question->query.player;
    size_t count = 0;
    if (memory__player_find(memory, player) == NULL)
        return STORE_NOT_FOUND;
    for (struct map_node *node = memory->sessions.first; node != NULL; node = map__next(node))
        count += ((struct memory_session *)node->owner)->value.player == player ? 1 : 0;
    struct store_session *rows = arena_alloc(&question->arena, (count + 1) * sizeof(*rows));
    size_t at = 0;
    for (struct map_node *node = memory->sessions.first; node != NULL; node = map__next(node))
        if (((struct memory_session *)node->owner)->value.player == player)
            rows[at++] = ((struct memory_session *)node->owner)->value;
    qsort(rows, count, sizeof(*rows), compare_sessions);
    answer->sessions = rows;
    answer->has_more = count > question->query.limit;
    answer->sessions_count = answer->has_more ? question->query.limit : count;
    return STORE_OK;
}

const struct memory_rule memory__session_add = {session_add_apply, session_drop, NULL};
const struct memory_rule memory__session_remove = {session_remove_apply, session_restore,
                                                   session_forget};
const struct memory_rule memory__sessions_remove = {sessions_remove_apply, session_restore,
                                                    session_forget};
