/* SPDX-License-Identifier: MIT */
/*
 * libsodium behind the functions of crypto.h. Owns nothing and keeps nothing.
 */
#include "server/shell/crypto.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <sodium.h>

_Static_assert(CRYPTO_PASSWORD_HASH_SIZE >= crypto_pwhash_STRBYTES, "a hash fits");
_Static_assert(CRYPTO_TOKEN_HASH_SIZE == crypto_generichash_BYTES, "the usual size of BLAKE2b");

bool crypto_start(void)
{
    return sodium_init() >= 0;
}

void crypto_random(void *bytes_out, size_t len)
{
    randombytes_buf(bytes_out, len);
}

void crypto_token_hash(const char *token, uint8_t hash_out[CRYPTO_TOKEN_HASH_SIZE])
{
    crypto_generichash(hash_out, CRYPTO_TOKEN_HASH_SIZE, (const unsigned char *)token,
                       strlen(token), NULL, 0);
}

bool crypto_password_hash(const struct crypto_cost *cost, const char *password,
                          char hash_out[CRYPTO_PASSWORD_HASH_SIZE])
{
    return crypto_pwhash_str_alg(hash_out, password, strlen(password), cost->passes,
                                 cost->memory_bytes, crypto_pwhash_ALG_ARGON2ID13) == 0;
}

/* libsodium returns the same for a wrong password and for a lack of memory. */
enum crypto_verdict crypto_password_verify(const char *password, const char *hash)
{
    errno = 0;
    if (crypto_pwhash_str_verify(hash, password, strlen(password)) == 0)
        return CRYPTO_RIGHT;
    return errno == ENOMEM ? CRYPTO_NO_MEMORY : CRYPTO_WRONG;
}

/* libsodium tells only whether a hash was made at another cost, and one that cost more is not to
 * be replaced by a weaker one. So the cost is read from the text itself. */
bool crypto_password_is_weak(const struct crypto_cost *cost, const char *hash)
{
    unsigned long memory_kib = 0;
    unsigned long passes = 0;

    if (sscanf(hash, "$argon2id$v=%*u$m=%lu,t=%lu,", &memory_kib, &passes) != 2)
        return true;
    return memory_kib < cost->memory_bytes / 1024 || passes < cost->passes;
}

void crypto_wipe(void *bytes, size_t len)
{
    sodium_memzero(bytes, len);
}
