/* SPDX-License-Identifier: MIT */
/*
 * Names that nobody can take for a while, or for good, because their owner is gone or was given
 * another one. Keyed hashes of such a name's key and skeleton are stored, with an end, and nothing
 * else: who has the database without its secret cannot read them, and nobody can list them.
 */
#ifndef PENTAD_SERVER_CORE_RESERVED_NAME_H
#define PENTAD_SERVER_CORE_RESERVED_NAME_H

#include "proto/message.h"
#include "server/core/rules/name.h"
#include "server/core/state.h"

/* The hashes by which the store finds whether the name is reserved now. */
struct store_name_hashes reserved_name_hashes(const struct core *core,
                                              const struct name_keys *keys);
/* Reserves a name that somebody has, until then, if the operation that was added last is applied. A
 * later end that it has stays. */
void reserved_name_add(struct core *core, const char *name, int64_t until_ms);
/* When the name of an account that is deleted now is free again: after `reserved_ms`, or when what
 * lies on the account ends. */
int64_t reserved_name_end(const struct core *core, const struct store_account *account);
/* The word for the rule that a name breaks; `free` if it breaks none, whoever may have it. */
enum name_verdict_word reserved_name_verdict(enum name_fault fault);

#endif
