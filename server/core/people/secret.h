/* SPDX-License-Identifier: MIT */
/*
 * Random bytes that a server made for itself at its first start, one row of the store for each use.
 * What is hashed with one of them can be compared within this server, and nowhere else: who has the
 * hashes without the secret cannot try all addresses or names.
 */
#ifndef PENTAD_SERVER_CORE_SECRET_H
#define PENTAD_SERVER_CORE_SECRET_H

#include "server/core/state.h"

/* Uses of secrets. */
enum secret_use {
    SECRET_NAMES,   /* names that are reserved */
    SECRET_ORIGINS, /* networks from which players log in */
    SECRET_GUESSES, /* names at which passwords are guessed */
    SECRET_COUNT,
};

/* Takes one that is stored. */
void secret_load(struct core *core, const struct store_secret *stored);
/* Makes those that the store did not have; they are written with the first batch. */
void secrets_make(struct core *core);
/* Adds what is not stored yet to the open batch, if there is one. At the end of a turn. */
void secrets_write(struct core *core);

/* The hash of these bytes with that secret: an id, never 0. */
uint64_t secret_hash(const struct core *core, enum secret_use use, const void *bytes, size_t len);

#endif
