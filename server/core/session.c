/* SPDX-License-Identifier: MIT */
/*
 * Session tokens.
 */
#include "server/core/session.h"

#include "server/core/writes.h"

#include <string.h>

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
