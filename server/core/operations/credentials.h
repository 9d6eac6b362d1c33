/* SPDX-License-Identifier: MIT */
/*
 * A name and a password that a stranger gives, for whatever they open: asked of the store, counted
 * as a guess, and verified by a worker. A name that nobody has costs and says what a wrong password
 * does.
 */
#ifndef PENTAD_SERVER_CORE_CREDENTIALS_H
#define PENTAD_SERVER_CORE_CREDENTIALS_H

#include "server/core/operations/auth.h"
#include "server/core/state.h"

struct credentials {
    const char *name;
    const char *password;
    const char *device; /* a token that the account had; NULL: none came along */
};

/* Begins: marks the connection as waiting, and calls `right` once if the password is right, where
 * the request is still to be answered and writes are taken. auth->player, ->ban and ->appeal are
 * what the store knew, auth->verified is what the password was verified against. Everything else is
 * answered here. Takes the auth. Returns as commands do. */
int credentials_check(struct call *call, struct auth *take_auth, const struct credentials *given,
                      auth_right_fn *right);

/* ------------------------------------------------------------------ better hashes */
/*
 * Hashes that were made with weaker parameters than today's are made anew when their owner logs in,
 * since nobody else knows the password. No request waits for that: the player owns the work.
 */

/* The password of the player was right, and `was` is its hash. */
void rehash_begin(struct core *core, uint64_t player, const char *password, const char *was);

/* Listens to WORK_TOLD: stores the hash, unless the password was changed meanwhile. */
void rehash_work_told(struct core *core, const struct work_news *news);

#endif
