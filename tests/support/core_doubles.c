/* SPDX-License-Identifier: MIT */
/*
 * See the header: nothing here is secret or slow.
 */
#include "tests/support/core_doubles.h"

#include "tests/support/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void double_random(uint64_t *state, void *bytes, size_t len)
{
    uint8_t *out = bytes;
    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)(random_next(state) >> 24);
}

void double_token_hash(const char *token, uint8_t hash_out[TOKEN_HASH_SIZE])
{
    uint64_t hashes[TOKEN_HASH_SIZE];
    for (size_t i = 0; i < TOKEN_HASH_SIZE; i++)
        hashes[i] = UINT64_C(0xcbf29ce484222325) + i;
    /* All of them by each byte: no product waits for the one before. */
    for (const char *at = token; *at != '\0'; at++)
        for (size_t i = 0; i < TOKEN_HASH_SIZE; i++)
            hashes[i] = (hashes[i] ^ (uint8_t)*at) * UINT64_C(0x100000001b3);
    for (size_t i = 0; i < TOKEN_HASH_SIZE; i++)
        hash_out[i] = (uint8_t)(hashes[i] >> 32);
}

static struct work_result verify(const struct work *work, int version, bool ok)
{
    const char *colon = work->hash != NULL ? strchr(work->hash, ':') : NULL;
    struct work_result result = {.ok =
                                     ok && colon != NULL && strcmp(colon + 1, work->password) == 0};
    result.needs_rehash = result.ok && strtol(work->hash + 1, NULL, 10) < version;
    return result;
}

static struct work_result photograph(const struct work *work, bool ok, char *bytes_out)
{
    if (!ok)
        return (struct work_result){.lacks_memory = true};
    int len = snprintf(bytes_out, DOUBLE_HASH_SIZE, "%s, a photo", work->image);
    bool is_good = strncmp(work->image, "bad", 3) != 0 && len < DOUBLE_HASH_SIZE;
    return (struct work_result){
        .ok = is_good, .photo = (const uint8_t *)bytes_out, .photo_size = (size_t)len};
}

struct work_result double_work(const struct work *work, int version, bool ok,
                               char hash_out[DOUBLE_HASH_SIZE])
{
    if (work->kind == WORK_PASSWORD_VERIFY)
        return verify(work, version, ok);
    if (work->kind == WORK_PHOTO)
        return photograph(work, ok, hash_out);
    if (!ok)
        return (struct work_result){.ok = false};
    snprintf(hash_out, DOUBLE_HASH_SIZE, "h%d:%s", version, work->password);
    return (struct work_result){.ok = true, .hash = hash_out};
}
