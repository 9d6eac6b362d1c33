/* SPDX-License-Identifier: MIT */
/*
 * Cryptography: random bytes, hashes of session tokens, hashes of passwords (Argon2id). The only
 * door to libsodium: nothing else of the server includes its headers. Any thread, after
 * crypto_start().
 */
#ifndef PENTAD_SERVER_SHELL_CRYPTO_H
#define PENTAD_SERVER_SHELL_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CRYPTO_TOKEN_HASH_SIZE 32
#define CRYPTO_KEY_SIZE 32
/* A password's hash as text, with its NUL; it names its own cost. */
#define CRYPTO_PASSWORD_HASH_SIZE 128

/* The cost of hashing a password. */
struct crypto_cost {
    uint64_t passes;
    size_t memory_bytes;
};

/* Called once, before anything else here and before threads start. False if the system has no
 * random bytes. */
bool crypto_start(void);

void crypto_random(void *bytes_out, size_t len);
void crypto_token_hash(const char *token, uint8_t hash_out[CRYPTO_TOKEN_HASH_SIZE]);

/* 64 bits of a keyed hash: nobody without the key can make one. */
uint64_t crypto_keyed_hash(const uint8_t key[CRYPTO_KEY_SIZE], const void *bytes, size_t len);

/* Blocks for the time that `cost` takes. False if there is no memory for it. */
bool crypto_password_hash(const struct crypto_cost *cost, const char *password,
                          char hash_out[CRYPTO_PASSWORD_HASH_SIZE]);
enum crypto_verdict {
    CRYPTO_RIGHT,
    CRYPTO_WRONG,     /* also for a text that is no hash */
    CRYPTO_NO_MEMORY, /* nothing is known */
};
/* Blocks for as long as hashing does. */
enum crypto_verdict crypto_password_verify(const char *password, const char *hash);
/* True if `hash` was made at a lower cost than `cost`. */
bool crypto_password_is_weak(const struct crypto_cost *cost, const char *hash);

#endif
