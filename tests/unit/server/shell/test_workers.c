/* SPDX-License-Identifier: MIT */
/*
 * The worker threads: results come back on the loop's thread, the queue has an end, and nothing is
 * lost or leaked when they stop in the middle of it.
 */
#include "server/shell/workers.h"
#include "tests/support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#define JOBS_MAX 64

struct results {
    uv_loop_t loop;
    uv_thread_t thread; /* the loop's */
    struct workers *workers;
    size_t count;
    size_t expected; /* the loop ends after so many */
    bool is_inside;  /* workers_submit() is being called */
    uint64_t jobs[JOBS_MAX];
    bool ok[JOBS_MAX];
    bool needs_rehash[JOBS_MAX];
    char hash[CRYPTO_PASSWORD_HASH_SIZE]; /* the last one made */
    uint8_t photo[STORE_PHOTO_BYTES_MAX]; /* the same */
    size_t photo_size;
};

static void on_done(void *ctx, uint64_t job, const struct work_result *result)
{
    struct results *results = ctx;
    uv_thread_t here = uv_thread_self();
    assert_true(uv_thread_equal(&here, &results->thread));
    assert_false(results->is_inside);
    results->jobs[results->count] = job;
    results->ok[results->count] = result->ok;
    results->needs_rehash[results->count] = result->needs_rehash;
    if (result->hash != NULL)
        strncpy(results->hash, result->hash, sizeof(results->hash) - 1);
    if (result->photo != NULL) {
        memcpy(results->photo, result->photo, result->photo_size);
        results->photo_size = result->photo_size;
    }
    if (++results->count == results->expected)
        uv_stop(&results->loop);
}

static int setup(void **state)
{
    struct results *results = calloc(1, sizeof(*results));
    assert_true(crypto_start());
    results->thread = uv_thread_self();
    assert_int_equal(uv_loop_init(&results->loop), 0);
    *state = results;
    return 0;
}

static int teardown(void **state)
{
    struct results *results = *state;
    workers_free(results->workers);
    uv_run(&results->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&results->loop), 0);
    free(results);
    return 0;
}

static void start(struct results *results, size_t threads, size_t queue)
{
    const struct workers_options options = {
        .threads = threads,
        .queue = queue,
        .cost = {.passes = 1, .memory_bytes = 8 * 1024},
    };
    results->workers = workers_new(&results->loop, &options, on_done, results);
    assert_non_null(results->workers);
}

static bool submit(struct results *results, uint64_t job, const char *password, const char *hash)
{
    const struct work work = {
        .kind = hash == NULL ? WORK_PASSWORD_HASH : WORK_PASSWORD_VERIFY,
        .password = password,
        .hash = hash,
    };
    bool is_taken;
    results->is_inside = true;
    is_taken = workers_submit(results->workers, job, &work);
    results->is_inside = false;
    return is_taken;
}

static void wait_for(struct results *results, size_t count)
{
    results->expected = results->count + count;
    uv_run(&results->loop, UV_RUN_DEFAULT);
    assert_int_equal(results->count, results->expected);
}

static void a_hash_is_made_and_verified(void **state)
{
    struct results *results = *state;
    char hash[CRYPTO_PASSWORD_HASH_SIZE];
    start(results, 2, 8);
    assert_true(submit(results, 1, "secret", NULL));
    wait_for(results, 1);
    assert_true(results->ok[0]);
    memcpy(hash, results->hash, sizeof(hash));
    assert_true(submit(results, 2, "secret", hash));
    wait_for(results, 1);
    assert_int_equal(results->jobs[1], 2);
    assert_true(results->ok[1]);
    assert_false(results->needs_rehash[1]);
    assert_true(submit(results, 3, "guess", hash));
    wait_for(results, 1);
    assert_false(results->ok[2]);
    assert_false(results->needs_rehash[2]);
}

static void texts_are_copied(void **state)
{
    struct results *results = *state;
    char password[] = "secret";
    start(results, 1, 8);
    assert_true(submit(results, 1, password, NULL));
    memset(password, 'x', sizeof(password) - 1);
    wait_for(results, 1);
    assert_int_equal(crypto_password_verify("secret", results->hash), CRYPTO_RIGHT);
}

static void without_a_hash_every_password_is_wrong(void **state)
{
    struct results *results = *state;
    const struct work work = {.kind = WORK_PASSWORD_VERIFY, .password = "secret"};
    start(results, 1, 8);
    assert_true(workers_submit(results->workers, 1, &work));
    wait_for(results, 1);
    assert_false(results->ok[0]);
    assert_false(results->needs_rehash[0]);
}

static void a_weak_hash_of_the_right_password_is_reported(void **state)
{
    static const struct crypto_cost dear = {.passes = 2, .memory_bytes = 16 * 1024};
    const struct workers_options options = {.threads = 1, .queue = 8, .cost = dear};
    static const struct crypto_cost cheap = {.passes = 1, .memory_bytes = 8 * 1024};
    struct results *results = *state;
    char hash[CRYPTO_PASSWORD_HASH_SIZE];
    assert_true(crypto_password_hash(&cheap, "secret", hash));
    results->workers = workers_new(&results->loop, &options, on_done, results);
    assert_true(submit(results, 1, "secret", hash));
    wait_for(results, 1);
    assert_true(results->ok[0]);
    assert_true(results->needs_rehash[0]);
    assert_true(submit(results, 2, "guess", hash));
    wait_for(results, 1);
    assert_false(results->needs_rehash[1]);
}

static bool submit_image(struct results *results, uint64_t job, const char *image)
{
    const struct work work = {.kind = WORK_PHOTO, .image = image};
    return workers_submit(results->workers, job, &work);
}

static void a_photo_is_made_of_a_picture_and_of_nothing_else(void **state)
{
    static const char picture[] = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQ"
                                  "DwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
    static const char *const others[] = {"iVBORw0KGgo=", "not base64", "bm8gcGljdHVyZQ=="};
    struct results *results = *state;
    char image[sizeof(picture)];
    start(results, 2, 8);
    memcpy(image, picture, sizeof(image));
    assert_true(submit_image(results, 1, image));
    memset(image, 'x', sizeof(image) - 1); /* it was copied */
    wait_for(results, 1);
    assert_true(results->ok[0]);
    assert_memory_equal(results->photo, "RIFF", 4);
    assert_memory_equal(&results->photo[8], "WEBPVP8 ", 8);
    for (size_t i = 0; i < 3; i++) {
        results->photo_size = 0;
        assert_true(submit_image(results, 2, others[i]));
        wait_for(results, 1);
        assert_false(results->ok[i + 1]);
        assert_int_equal(results->photo_size, 0);
    }
}

static void the_queue_has_an_end_and_recovers(void **state)
{
    struct results *results = *state;
    start(results, 2, 3);
    for (uint64_t job = 0; job < 5; job++)
        assert_true(submit(results, job, "secret", NULL));
    assert_false(submit(results, 5, "secret", NULL));
    wait_for(results, 5);
    assert_true(submit(results, 6, "secret", NULL));
    wait_for(results, 1);
    assert_int_equal(results->jobs[5], 6);
}

static void every_job_is_told_once(void **state)
{
    struct results *results = *state;
    bool is_told[JOBS_MAX] = {false};
    start(results, 4, JOBS_MAX);
    for (uint64_t job = 0; job < JOBS_MAX; job++)
        assert_true(submit(results, job, "secret", NULL));
    wait_for(results, JOBS_MAX);
    for (size_t i = 0; i < JOBS_MAX; i++) {
        assert_false(is_told[results->jobs[i]]);
        is_told[results->jobs[i]] = true;
    }
}

static void one_thread_keeps_the_order(void **state)
{
    struct results *results = *state;
    start(results, 1, 10);
    for (uint64_t job = 0; job < 10; job++)
        assert_true(submit(results, job, "secret", NULL));
    wait_for(results, 10);
    for (uint64_t job = 0; job < 10; job++)
        assert_int_equal(results->jobs[job], job);
}

/* Keeps the only thread busy for some 100 ms. */
static const struct workers_options slow = {
    .threads = 1, .queue = 3, .cost = {.passes = 2, .memory_bytes = 64 * 1024 * 1024}};

static void what_waits_can_be_dropped_and_makes_room(void **state)
{
    struct results *results = *state;
    results->workers = workers_new(&results->loop, &slow, on_done, results);
    assert_non_null(results->workers);
    for (uint64_t job = 0; job < 4; job++)
        assert_true(submit(results, job, "secret", NULL));
    assert_false(submit(results, 4, "secret", NULL));
    assert_true(workers_drop(results->workers, 3));
    assert_false(workers_drop(results->workers, 3));
    assert_true(submit(results, 4, "secret", NULL));
    assert_false(submit(results, 5, "secret", NULL));
    wait_for(results, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(results->jobs[i], i < 3 ? i : 4);
}

static void what_is_done_or_unknown_cannot_be_dropped(void **state)
{
    struct results *results = *state;
    start(results, 1, 8);
    assert_true(submit(results, 1, "secret", NULL));
    assert_false(workers_drop(results->workers, 2));
    wait_for(results, 1);
    assert_false(workers_drop(results->workers, 1));
}

static void stopping_with_jobs_waiting_tells_nothing_more(void **state)
{
    struct results *results = *state;
    start(results, 1, 20);
    for (uint64_t job = 0; job < 20; job++)
        assert_true(submit(results, job, "secret", NULL));
    workers_free(results->workers);
    results->workers = NULL;
    uv_run(&results->loop, UV_RUN_DEFAULT);
    assert_int_equal(results->count, 0);
}

static void more_memory_than_there_is_is_an_error(void **state)
{
    struct results *results = *state;
    const struct workers_options options = {
        .threads = 1,
        .cost = {.passes = 1, .memory_bytes = SIZE_MAX / 2},
    };
    assert_null(workers_new(&results->loop, &options, on_done, results));
}

#define ON_LOOP(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_LOOP(a_hash_is_made_and_verified),
        ON_LOOP(texts_are_copied),
        ON_LOOP(without_a_hash_every_password_is_wrong),
        ON_LOOP(a_weak_hash_of_the_right_password_is_reported),
        ON_LOOP(a_photo_is_made_of_a_picture_and_of_nothing_else),
        ON_LOOP(the_queue_has_an_end_and_recovers),
        ON_LOOP(every_job_is_told_once),
        ON_LOOP(one_thread_keeps_the_order),
        ON_LOOP(what_waits_can_be_dropped_and_makes_room),
        ON_LOOP(what_is_done_or_unknown_cannot_be_dropped),
        ON_LOOP(stopping_with_jobs_waiting_tells_nothing_more),
        ON_LOOP(more_memory_than_there_is_is_an_error),
    };
    return cmocka_run_group_tests_name("workers", tests, NULL, NULL);
}
