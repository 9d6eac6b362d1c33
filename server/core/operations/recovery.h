/* SPDX-License-Identifier: MIT */
/*
 * Recovery codes: one for an account, told once, with which its owner sets a new password when the
 * password is lost. The store has the hash.
 */
#ifndef PENTAD_SERVER_CORE_RECOVERY_H
#define PENTAD_SERVER_CORE_RECOVERY_H

#include "server/core/rules/spoken_code.h"
#include "server/core/state.h"

#define RECOVERY_HASH_SIZE (2 * TOKEN_HASH_SIZE + 1)

/* 100 bits. */
#define RECOVERY_CODE_CHARS 20
#define RECOVERY_CODE_SIZE SPOKEN_CODE_SIZE(RECOVERY_CODE_CHARS)

struct recovery {
    char code[RECOVERY_CODE_SIZE];
    char hash[RECOVERY_HASH_SIZE];
};

/* A new code and its hash. */
struct recovery recovery_new(struct core *core);
/* The hash of a code that somebody typed; false if it is none. */
bool recovery_hash(struct core *core, const char *typed, char hash_out[RECOVERY_HASH_SIZE]);

#endif
