/* SPDX-License-Identifier: MIT */
/*
 * Passwords, photos and thoughts. Each function runs on a thread of its class, several at once.
 */
#include "server/shell/work_runs.h"

#include "base/base64.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(CRYPTO_PASSWORD_HASH_SIZE <= WORK_HASH_SIZE, "every hash has room");
_Static_assert(PHOTO_BYTES_MAX <= WORK_PHOTO_SIZE, "every photo has room");

/* ------------------------------------------------------------------ passwords */

bool work_means_init(struct work_means *means, const struct crypto_cost *cost)
{
    /* Nobody knows this password; the hash matches nothing in practice. */
    uint8_t secret[CRYPTO_TOKEN_HASH_SIZE];
    char password[2 * sizeof(secret) + 1];
    crypto_random(secret, sizeof(secret));
    for (size_t i = 0; i < sizeof(secret); i++) {
        password[2 * i] = (char)('a' + (secret[i] & 15));
        password[2 * i + 1] = (char)('a' + (secret[i] >> 4));
    }
    password[2 * sizeof(secret)] = '\0';
    means->cost = *cost;
    return crypto_password_hash(cost, password, means->dummy);
}

static void run_password_hash(const struct work *work, struct work_result *result,
                              struct working *working)
{
    const struct work_means *means = working_means(working);
    result->ok = crypto_password_hash(&means->cost, work->as.password_hash.password,
                                      result->as.password_hash.hash);
}

static void run_password_rehash(const struct work *work, struct work_result *result,
                                struct working *working)
{
    const struct work_means *means = working_means(working);
    struct work_made_password_rehash *made = &result->as.password_rehash;
    const struct work_password_rehash *given = &work->as.password_rehash;
    result->ok = crypto_password_hash(&means->cost, given->password, made->hash);
    snprintf(made->was, sizeof(made->was), "%s", given->was);
}

/* Holds each form that is there against the hash until one is right: what comes of the last. */
static enum crypto_verdict verify(const struct work_password_verify *given, const char *hash,
                                  bool *is_other_form_out)
{
    const char *const forms[] = {given->password, given->typed, given->apart};
    enum crypto_verdict verdict = CRYPTO_WRONG;
    size_t i;
    for (i = 0; i < sizeof(forms) / sizeof(forms[0]) && verdict == CRYPTO_WRONG; i++)
        if (forms[i] != NULL)
            verdict = crypto_password_verify(forms[i], hash);
    *is_other_form_out = i > 1;
    return verdict;
}

/* Without a hash it takes as long as with one, so that nobody learns which names exist. */
static void run_password_verify(const struct work *work, struct work_result *result,
                                struct working *working)
{
    const struct work_means *means = working_means(working);
    const struct work_password_verify *given = &work->as.password_verify;
    const char *hash = given->hash != NULL ? given->hash : means->dummy;
    bool is_other_form;
    enum crypto_verdict verdict = verify(given, hash, &is_other_form);
    result->lacks_memory = verdict == CRYPTO_NO_MEMORY;
    result->ok = verdict == CRYPTO_RIGHT && given->hash != NULL;
    result->as.password_verify.needs_rehash =
        result->ok && (is_other_form || crypto_password_is_weak(&means->cost, hash));
}

/* ------------------------------------------------------------------ photos */

static bool is_stopped(const void *ctx)
{
    return working_is_stopped(ctx);
}

static int make_photo(const char *image, struct work_made_photo *made,
                      const struct working *working)
{
    const struct work_means *means = working_means(working);
    uint8_t *bytes = mem_alloc(BASE64_BYTES(strlen(image)) + 1);
    struct photo_job job = {.bytes = bytes, .is_stopped = is_stopped, .ctx = working};
    int status = PHOTO_UNKNOWN;
    if (base64_read(image, bytes, &job.size))
        status = photo_child_make(&means->photos, &job, made->photo, &made->photo_size);
    free(bytes);
    return status;
}

static void run_photo(const struct work *work, struct work_result *result, struct working *working)
{
    int status = make_photo(work->as.photo.image, &result->as.photo, working);
    result->ok = status == PHOTO_OK;
    result->lacks_memory = status == PHOTO_NO_MEMORY;
    result->is_unable = status == PHOTO_CHILD_ABSENT;
    result->is_stopped = status == PHOTO_CHILD_STOPPED;
}

/* ------------------------------------------------------------------ thoughts */

static void run_think(const struct work *work, struct work_result *result, struct working *working)
{
    const struct work_means *means = working_means(working);
    think_run(means->think, work, result, working);
}

static void look_think(const struct work *work, struct work_result *result, struct working *working)
{
    const struct work_means *means = working_means(working);
    think_look(means->think, work, result, working);
    if (result->ok)
        working_tell(working, result);
}

work_run_fn *const work_looks[WORK_KIND_COUNT] = {[WORK_THINK] = look_think};

work_run_fn *const work_runs[WORK_KIND_COUNT] = {
#define WORK(NAME, name, CLASS, stops, doc) [WORK_##NAME] = run_##name,
#include "server/work/kind_rows.h"
};
