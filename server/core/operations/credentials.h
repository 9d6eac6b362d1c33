/* SPDX-License-Identifier: MIT */
/*
 * A name and a password that a stranger gives, for any purpose: looked up in the store, counted as
 * a guess, and verified by a worker. A name that nobody has costs as much, and gets the same
 * answer, as a wrong password.
 */
#ifndef PENTAD_SERVER_CORE_CREDENTIALS_H
#define PENTAD_SERVER_CORE_CREDENTIALS_H

#include "server/core/operations/auth.h"
#include "server/core/state.h"

struct credentials {
    const char *name;
    const char *password;
    const char *device; /* a token that the account had; NULL: none given */
};

/* Begins the check: marks the connection as waiting, and calls `right` once if the password is
 * right, the request is still to be answered and the store takes writes. auth->player, ->ban and
 * ->appeal are then as stored, and auth->verified is the hash that the password matched. All other
 * cases are answered here. Takes the auth. Returns as commands do. */
int credentials_check(struct call *call, struct auth *take_auth, const struct credentials *given,
                      auth_right_fn *right);

/* ------------------------------------------------------------------ better hashes */
/*
 * Hashes made with weaker parameters than today's are made anew when their owner logs in, since the
 * server has the password only then. No request waits for that: the player owns the work.
 */

/* Begins the work after a right password; `was` is its hash. */
void rehash_begin(struct core *core, uint64_t player, const char *password, const char *was);

/* Listens to WORK_TOLD: stores the hash, unless the password was changed meanwhile. */
void rehash_work_told(struct core *core, const struct work_news *news);

#endif
