/* SPDX-License-Identifier: MIT */
/*
 * Session tokens.
 */
#include "server/core/session.h"

#include "base/memory.h"
#include "server/core/wait.h"
#include "server/core/writes.h"

#include <stdlib.h>
#include <string.h>

/* A session that ended while queries were under way. */
struct ended_session {
    struct ended_session *next; /* older */
    uint8_t hash[TOKEN_HASH_SIZE];
    uint64_t query; /* the last one that may still find it */
};

void session_hash(struct core *core, const char *token, uint8_t hash_out[TOKEN_HASH_SIZE])
{
    core->ports.token_hash(core->ports.ctx, token, hash_out);
}

struct session session_new(struct core *core)
{
    static const char digits[] = "0123456789abcdef";
    struct session session;
    uint8_t bytes[TOKEN_BYTES];
    core->ports.random(core->ports.ctx, bytes, sizeof(bytes));
    for (size_t i = 0; i < TOKEN_BYTES; i++) {
        session.token[2 * i] = digits[bytes[i] >> 4];
        session.token[2 * i + 1] = digits[bytes[i] & 15];
    }
    session.token[TOKEN_TEXT_SIZE - 1] = '\0';
    session_hash(core, session.token, session.hash);
    return session;
}

static size_t write_op(struct core *core, enum store_op_kind kind,
                       const uint8_t hash[TOKEN_HASH_SIZE], uint64_t player)
{
    struct store_op op = {
        .kind = kind,
        .as.session = {.player = player, .created_ms = core->now.wall_ms},
    };
    memcpy(op.as.session.token_hash, hash, TOKEN_HASH_SIZE);
    return writes_add(core, &op);
}

size_t session_write(struct core *core, const struct session *session, uint64_t player)
{
    return write_op(core, STORE_SESSION_ADD, session->hash, player);
}

size_t session_remove(struct core *core, const uint8_t hash[TOKEN_HASH_SIZE])
{
    return write_op(core, STORE_SESSION_REMOVE, hash, 0);
}

/* ------------------------------------------------------------------ ended, and still found */

/* Those that no query under way can find any more: they are the older ones. */
static void forget_ended(struct core *core)
{
    struct ended_session **at = &core->ended_sessions;
    while (*at != NULL && (*at)->query >= wait_oldest_query(core))
        at = &(*at)->next;
    while (*at != NULL) {
        struct ended_session *ended = *at;
        *at = ended->next;
        free(ended);
    }
}

void session_removed(struct core *core, const uint8_t hash[TOKEN_HASH_SIZE])
{
    forget_ended(core);
    struct ended_session *ended = mem_alloc(sizeof(*ended));
    *ended = (struct ended_session){.next = core->ended_sessions, .query = core->waits.last_query};
    memcpy(ended->hash, hash, TOKEN_HASH_SIZE);
    core->ended_sessions = ended;
}

bool session_ended_since(const struct core *core, const uint8_t hash[TOKEN_HASH_SIZE],
                         uint64_t query)
{
    const struct ended_session *ended = core->ended_sessions;
    for (; ended != NULL; ended = ended->next)
        if (query <= ended->query && memcmp(ended->hash, hash, TOKEN_HASH_SIZE) == 0)
            return true;
    return false;
}

void sessions_deinit(struct core *core)
{
    while (core->ended_sessions != NULL) {
        struct ended_session *ended = core->ended_sessions;
        core->ended_sessions = ended->next;
        free(ended);
    }
}
