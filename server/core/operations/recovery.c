/* SPDX-License-Identifier: MIT */
/*
 * Codes and their hashes. A code is as hard to guess as a token is, so its hash is of the same
 * kind.
 */
#include "server/core/operations/recovery.h"

#include <stdio.h>

static void hash_code(struct core *core, const char *code, char hash_out[RECOVERY_HASH_SIZE])
{
    uint8_t hash[TOKEN_HASH_SIZE];
    core->ports.token_hash(core->ports.ctx, code, hash);
    for (size_t i = 0; i < sizeof(hash); i++)
        snprintf(hash_out + 2 * i, 3, "%02x", hash[i]);
}

struct recovery recovery_new(struct core *core)
{
    struct recovery recovery;
    uint8_t bytes[RECOVERY_CODE_CHARS];
    core->ports.random(core->ports.ctx, bytes, sizeof(bytes));
    spoken_code_write(bytes, RECOVERY_CODE_CHARS, recovery.code);
    hash_code(core, recovery.code, recovery.hash);
    return recovery;
}

bool recovery_hash(struct core *core, const char *typed, char hash_out[RECOVERY_HASH_SIZE])
{
    char code[RECOVERY_CODE_SIZE];
    if (!spoken_code_read(typed, RECOVERY_CODE_CHARS, code))
        return false;
    hash_code(core, code, hash_out);
    return true;
}
