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
_Static_assert(CRYPTO_KEY_SIZE == crypto_generichash_KEYBYTES, "the usual size of its keys");

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

uint64_t crypto_keyed_hash(const uint8_t key[CRYPTO_KEY_SIZE], const void *bytes, size_t len)
{
    uint8_t hash[crypto_generichash_BYTES_MIN];
    uint64_t number = 0;
    crypto_generichash(hash, sizeof(hash), bytes, len, key, CRYPTO_KEY_SIZE);
    for (size_t i = 0; i < sizeof(number); i++)
        number |= (uint64_t)hash[i] << 8 * i;
    return number;
}

bool crypto_password_hash(const struct crypto_cost *cost, const char *password,
                          char hash_out[CRYPTO_PASSWORD_HASH_SIZE])
{
    return crypto_pwhash_str_alg(hash_out, password, strlen(password), cost->passes,
                                 cost->memory_bytes, crypto_pwhash_ALG_ARGON2ID13) == 0;
}

/* A hash as crypto_password_hash() writes it. */
struct made_hash {
    unsigned long memory_kib;
    unsigned long passes;
    unsigned char salt[crypto_pwhash_SALTBYTES];
    unsigned char bytes[32];
};

/* Reads exactly `size` bytes of base64; moves `*at` behind them. */
static bool bytes_read(const char **at, unsigned char *out, size_t size)
{
    size_t len = 0;
    return sodium_base642bin(out, size, *at, strlen(*at), NULL, &len, at,
                             sodium_base64_VARIANT_ORIGINAL_NO_PADDING) == 0 &&
           len == size;
}

static bool hash_read(const char *text, struct made_hash *out)
{
    int len = 0;
    const char *at;
    if (sscanf(text, "$argon2id$v=19$m=%lu,t=%lu,p=1$%n", &out->memory_kib, &out->passes, &len) !=
            2 ||
        len == 0)
        return false;
    at = text + len;
    if (!bytes_read(&at, out->salt, sizeof(out->salt)) || *at++ != '$')
        return false;
    return bytes_read(&at, out->bytes, sizeof(out->bytes)) && *at == '\0';
}

/* Not by crypto_pwhash_str_verify(), which says the same to a wrong password and to a lack of
 * memory. */
enum crypto_verdict crypto_password_verify(const char *password, const char *hash)
{
    struct made_hash made;
    unsigned char bytes[sizeof(made.bytes)];
    if (!hash_read(hash, &made))
        return CRYPTO_WRONG;
    errno = 0;
    if (crypto_pwhash(bytes, sizeof(bytes), password, strlen(password), made.salt, made.passes,
                      made.memory_kib * 1024, crypto_pwhash_ALG_ARGON2ID13) != 0)
        return errno == EINVAL || errno == EFBIG ? CRYPTO_WRONG : CRYPTO_NO_MEMORY;
    return sodium_memcmp(bytes, made.bytes, sizeof(bytes)) == 0 ? CRYPTO_RIGHT : CRYPTO_WRONG;
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
