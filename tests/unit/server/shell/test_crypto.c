/* SPDX-License-Identifier: MIT */
/*
 * The port to libsodium: passwords and their cost, hashes of tokens, random bytes. Costs are the
 * least that there are.
 */
#include "server/shell/crypto.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static const struct crypto_cost cheap = {.passes = 1, .memory_bytes = 8 * 1024};

static int start(void **state)
{
    (void)state;
    return crypto_start() ? 0 : -1;
}

static void only_the_password_fits_its_hash(void **state)
{
    char hash[CRYPTO_PASSWORD_HASH_SIZE];
    (void)state;
    assert_true(crypto_password_hash(&cheap, "tr\u00e8s secret", hash));
    assert_memory_equal(hash, "$argon2id$v=19$m=8,t=1,p=1$", 27);
    assert_int_equal(crypto_password_verify("tr\u00e8s secret", hash), CRYPTO_RIGHT);
    assert_int_equal(crypto_password_verify("tr\u00e8s secret ", hash), CRYPTO_WRONG);
    assert_int_equal(crypto_password_verify("", hash), CRYPTO_WRONG);
}

static void a_password_never_has_the_same_hash_twice(void **state)
{
    char one[CRYPTO_PASSWORD_HASH_SIZE];
    char other[CRYPTO_PASSWORD_HASH_SIZE];
    (void)state;
    assert_true(crypto_password_hash(&cheap, "secret", one));
    assert_true(crypto_password_hash(&cheap, "secret", other));
    assert_string_not_equal(one, other);
}

static void a_keyed_hash_is_that_of_its_key_and_its_bytes(void **state)
{
    const uint8_t key[CRYPTO_KEY_SIZE] = {1};
    const uint8_t other[CRYPTO_KEY_SIZE] = {2};
    (void)state;
    uint64_t hash = crypto_keyed_hash(key, "abc", 3);
    assert_true(hash == crypto_keyed_hash(key, "abcd", 3));
    assert_true(hash != crypto_keyed_hash(key, "abcd", 4));
    assert_true(hash != crypto_keyed_hash(other, "abc", 3));
}

static void what_is_no_hash_fits_nothing(void **state)
{
    (void)state;
    assert_int_equal(crypto_password_verify("", ""), CRYPTO_WRONG);
    assert_int_equal(crypto_password_verify("secret", "secret"), CRYPTO_WRONG);
    assert_int_equal(crypto_password_verify("secret", "$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA"),
                     CRYPTO_WRONG);
}

/* A hash that costs more memory than any machine of ours has; what it is of nobody knows. */
static void a_lack_of_memory_is_no_wrong_password(void **state)
{
    (void)state;
    assert_int_equal(crypto_password_verify("secret",
                                            "$argon2id$v=19$m=4294967295,t=1,p=1$"
                                            "AAAAAAAAAAAAAAAAAAAAAA$"
                                            "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
                     CRYPTO_NO_MEMORY);
}

static void a_hash_is_weak_if_it_cost_less(void **state)
{
    const struct crypto_cost passes = {.passes = 2, .memory_bytes = 8 * 1024};
    const struct crypto_cost memory = {.passes = 1, .memory_bytes = 9 * 1024};
    const struct crypto_cost mixed = {.passes = 2, .memory_bytes = 64 * 1024};
    char hash[CRYPTO_PASSWORD_HASH_SIZE];
    (void)state;
    assert_true(crypto_password_hash(&cheap, "secret", hash));
    assert_false(crypto_password_is_weak(&cheap, hash));
    assert_true(crypto_password_is_weak(&passes, hash));
    assert_true(crypto_password_is_weak(&memory, hash));
    assert_true(crypto_password_is_weak(&mixed, hash));
    assert_true(crypto_password_is_weak(&cheap, "of another kind"));
}

static void a_hash_that_cost_more_is_not_weak(void **state)
{
    const struct crypto_cost dear = {.passes = 2, .memory_bytes = 16 * 1024};
    char hash[CRYPTO_PASSWORD_HASH_SIZE];
    (void)state;
    assert_true(crypto_password_hash(&dear, "secret", hash));
    assert_false(crypto_password_is_weak(&cheap, hash));
}

static void a_token_always_has_the_same_hash(void **state)
{
    uint8_t one[CRYPTO_TOKEN_HASH_SIZE];
    uint8_t again[CRYPTO_TOKEN_HASH_SIZE];
    uint8_t other[CRYPTO_TOKEN_HASH_SIZE];
    (void)state;
    crypto_token_hash("0123456789abcdef", one);
    crypto_token_hash("0123456789abcdef", again);
    crypto_token_hash("0123456789abcdeg", other);
    assert_memory_equal(one, again, sizeof(one));
    assert_memory_not_equal(one, other, sizeof(one));
}

static void hashes_of_tokens_never_change(void **state)
{
    /* BLAKE2b-256 of "abc": stored hashes have to be found by later versions, too. */
    static const uint8_t abc[] = {0xbd, 0xdd, 0x81, 0x3c, 0x63, 0x42, 0x39, 0x72, 0x31, 0x71, 0xef,
                                  0x3f, 0xee, 0x98, 0x57, 0x9b, 0x94, 0x96, 0x4e, 0x3b, 0xb1, 0xcb,
                                  0x3e, 0x42, 0x72, 0x62, 0xc8, 0xc0, 0x68, 0xd5, 0x23, 0x19};
    uint8_t hash[CRYPTO_TOKEN_HASH_SIZE];
    (void)state;
    crypto_token_hash("abc", hash);
    assert_memory_equal(hash, abc, sizeof(abc));
}

static void random_bytes_differ(void **state)
{
    uint8_t one[32] = {0};
    uint8_t other[32] = {0};
    (void)state;
    crypto_random(one, sizeof(one));
    crypto_random(other, sizeof(other));
    assert_memory_not_equal(one, other, sizeof(one));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_password_fits_its_hash),
        cmocka_unit_test(a_password_never_has_the_same_hash_twice),
        cmocka_unit_test(a_keyed_hash_is_that_of_its_key_and_its_bytes),
        cmocka_unit_test(what_is_no_hash_fits_nothing),
        cmocka_unit_test(a_lack_of_memory_is_no_wrong_password),
        cmocka_unit_test(a_hash_is_weak_if_it_cost_less),
        cmocka_unit_test(a_hash_that_cost_more_is_not_weak),
        cmocka_unit_test(a_token_always_has_the_same_hash),
        cmocka_unit_test(hashes_of_tokens_never_change),
        cmocka_unit_test(random_bytes_differ),
    };
    return cmocka_run_group_tests_name("crypto", tests, start, NULL);
}
