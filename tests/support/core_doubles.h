/* SPDX-License-Identifier: MIT */
/*
 * Doubles of the core's cryptography for tests: fast, the same everywhere, and worth nothing.
 * Functions of their arguments.
 */
#ifndef PENTAD_TESTS_SUPPORT_CORE_DOUBLES_H
#define PENTAD_TESTS_SUPPORT_CORE_DOUBLES_H

#include "engine/game.h"
#include "server/core/core.h"

#include <stddef.h>
#include <stdint.h>

/* Fills `bytes` from the generator at `state` (tests/support/random.h). */
void double_random(uint64_t *state, void *bytes, size_t len);

/* FNV-1a, each byte of the hash with another start. */
void double_token_hash(const char *token, uint8_t hash_out[TOKEN_HASH_SIZE]);

/* FNV-1a over the key and the bytes, mixed: from 1 to STORE_ID_MAX. */
uint64_t double_keyed_hash(const uint8_t key[SECRET_SIZE], const void *bytes, size_t len);

/* The result of a worker; `ok` false: it found none. The double of a password hash is
 * "h<version>:<password>", and hashes older than `version` need a rehash. A photo of X is
 * "X, a photo", and a picture if X is a PNG, unless X begins with "bad"; where it begins with "off"
 * nothing can make photos. A thought is any action, and has proven a loss where double_is_lost()
 * says so. */
struct work_result double_work(const struct work *work, int version, bool ok);
/* Whether whoever is to act has lost: the other makes a row next on either of two squares, and
 * there is none to be made before. */
bool double_is_lost(const struct game *game);

#endif
