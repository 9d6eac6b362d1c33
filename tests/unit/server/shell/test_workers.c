/* SPDX-License-Identifier: MIT */
/*
 * The worker threads: results come back on the loop's thread, each class has a queue with an end,
 * what runs can be stopped and tells how far it is, and nothing is lost or leaked when they stop in
 * the middle of it. And what they do for each kind of work.
 */
#include "server/shell/photo_child.h"
#include "server/shell/work_runs.h"
#include "server/shell/workers.h"
#include "tests/support/cmocka_all.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define JOBS_MAX 64

struct results {
    uv_loop_t loop;
    uv_thread_t thread; /* the loop's */
    struct workers *workers;
    struct work_means means;
    size_t count;
    size_t expected; /* the loop ends after so many */
    bool is_inside;  /* workers_submit() is being called */
    uint64_t jobs[JOBS_MAX];
    bool ok[JOBS_MAX];
    struct work_result last; /* of the last one */
    size_t told;             /* how often one told how far it is */
    uint16_t permille;       /* as it was told last */
    uint64_t told_job;
};

static void on_done(void *ctx, uint64_t job, const struct work_result *result)
{
    struct results *results = ctx;
    uv_thread_t here = uv_thread_self();
    assert_true(uv_thread_equal(&here, &results->thread));
    assert_false(results->is_inside);
    results->jobs[results->count] = job;
    results->ok[results->count] = result->ok;
    results->last = *result;
    if (++results->count == results->expected)
        uv_stop(&results->loop);
}

static void on_progress(void *ctx, uint64_t job, const struct work_result *so_far)
{
    struct results *results = ctx;
    uv_thread_t here = uv_thread_self();
    assert_true(uv_thread_equal(&here, &results->thread));
    results->told++;
    results->permille = so_far->permille;
    results->told_job = job;
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

static const struct crypto_cost cheap = {.passes = 1, .memory_bytes = 8 * 1024};

/* Threads and places of passwords; photos have one thread and a place. */
static void start_with(struct results *results, const struct crypto_cost *cost,
                       struct workers_size size, work_run_fn *const *runs)
{
    const struct workers_options options = {
        .sizes = {[WORK_CLASS_PASSWORDS] = size, [WORK_CLASS_PHOTOS] = {1, 1}},
        .runs = runs,
        .means = &results->means,
        .done = on_done,
        .progress = on_progress,
        .ctx = results};
    assert_true(work_means_init(&results->means, cost));
    photo_child_init(&results->means.photos, PHOTO_CHILD_PROGRAM, NULL);
    results->workers = workers_new(&results->loop, &options);
    assert_non_null(results->workers);
}

static void start(struct results *results, size_t threads, size_t queue)
{
    start_with(results, &cheap, (struct workers_size){threads, queue}, work_runs);
}

static bool submit(struct results *results, uint64_t job, const char *password, const char *hash)
{
    struct work work = {.kind = WORK_PASSWORD_HASH, .as.password_hash = {.password = password}};
    bool is_taken;
    if (hash != NULL)
        work = (struct work){.kind = WORK_PASSWORD_VERIFY,
                             .as.password_verify = {.password = password, .hash = hash}};
    results->is_inside = true;
    is_taken = workers_submit(results->workers, job, &work);
    results->is_inside = false;
    return is_taken;
}

static void wait_for(struct results *results, size_t count)
{
    results->expected = results->count + count;
    while (results->count < results->expected)
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
    memcpy(hash, results->last.as.password_hash.hash, sizeof(hash));
    assert_true(submit(results, 2, "secret", hash));
    wait_for(results, 1);
    assert_int_equal(results->jobs[1], 2);
    assert_true(results->ok[1]);
    assert_false(results->last.as.password_verify.needs_rehash);
    assert_true(submit(results, 3, "guess", hash));
    wait_for(results, 1);
    assert_false(results->ok[2]);
    assert_false(results->last.as.password_verify.needs_rehash);
}

static void another_hash_is_made_and_the_old_one_told(void **state)
{
    struct results *results = *state;
    const struct work work = {.kind = WORK_PASSWORD_REHASH,
                              .as.password_rehash = {.password = "secret", .was = "old"}};
    start(results, 1, 8);
    assert_true(workers_submit(results->workers, 1, &work));
    wait_for(results, 1);
    assert_true(results->last.ok);
    assert_string_equal(results->last.as.password_rehash.was, "old");
    assert_int_equal(crypto_password_verify("secret", results->last.as.password_rehash.hash),
                     CRYPTO_RIGHT);
}

static void texts_are_copied(void **state)
{
    struct results *results = *state;
    char password[] = "secret";
    start(results, 1, 8);
    assert_true(submit(results, 1, password, NULL));
    memset(password, 'x', sizeof(password) - 1);
    wait_for(results, 1);
    assert_int_equal(crypto_password_verify("secret", results->last.as.password_hash.hash),
                     CRYPTO_RIGHT);
}

static void without_a_hash_every_password_is_wrong(void **state)
{
    struct results *results = *state;
    const struct work work = {.kind = WORK_PASSWORD_VERIFY,
                              .as.password_verify = {.password = "secret"}};
    start(results, 1, 8);
    assert_true(workers_submit(results->workers, 1, &work));
    wait_for(results, 1);
    assert_false(results->ok[0]);
    assert_false(results->last.as.password_verify.needs_rehash);
}

static void a_weak_hash_of_the_right_password_is_reported(void **state)
{
    static const struct crypto_cost dear = {.passes = 2, .memory_bytes = 16 * 1024};
    struct results *results = *state;
    char hash[CRYPTO_PASSWORD_HASH_SIZE];
    assert_true(crypto_password_hash(&cheap, "secret", hash));
    start_with(results, &dear, (struct workers_size){1, 8}, work_runs);
    assert_true(submit(results, 1, "secret", hash));
    wait_for(results, 1);
    assert_true(results->ok[0]);
    assert_true(results->last.as.password_verify.needs_rehash);
    assert_true(submit(results, 2, "guess", hash));
    wait_for(results, 1);
    assert_false(results->last.as.password_verify.needs_rehash);
}

/* A hash that was stored before passwords had a form. */
static void a_hash_of_another_form_is_right_and_reported(void **state)
{
    struct results *results = *state;
    const char *const forms[] = {"form", "typed", "apart"};
    start(results, 1, 8);
    for (size_t i = 0; i < 4; i++) {
        char hash[CRYPTO_PASSWORD_HASH_SIZE];
        assert_true(crypto_password_hash(&cheap, i < 3 ? forms[i] : "else", hash));
        const struct work work = {
            .kind = WORK_PASSWORD_VERIFY,
            .as.password_verify = {
                .password = forms[0], .typed = forms[1], .apart = forms[2], .hash = hash}};
        assert_true(workers_submit(results->workers, i + 1, &work));
        wait_for(results, 1);
        assert_int_equal(results->ok[i], i < 3);
        assert_int_equal(results->last.as.password_verify.needs_rehash, i == 1 || i == 2);
    }
}

static bool submit_image(struct results *results, uint64_t job, const char *image)
{
    const struct work work = {.kind = WORK_PHOTO, .as.photo = {.image = image}};
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
    assert_memory_equal(results->last.as.photo.photo, "RIFF", 4);
    assert_memory_equal(&results->last.as.photo.photo[8], "WEBPVP8 ", 8);
    for (size_t i = 0; i < 3; i++) {
        assert_true(submit_image(results, 2, others[i]));
        wait_for(results, 1);
        assert_false(results->ok[i + 1]);
    }
}

static void no_picture_is_read_without_a_child_process(void **state)
{
    struct results *results = *state;
    start(results, 1, 8);
    results->means.photos.program = NULL;
    assert_true(submit_image(results, 1, "iVBORw0KGgo="));
    wait_for(results, 1);
    assert_false(results->last.ok);
    assert_true(results->last.is_unable);
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
static const struct crypto_cost slow = {.passes = 2, .memory_bytes = 64 * 1024 * 1024};

static void a_waiting_job_can_be_dropped_and_makes_room(void **state)
{
    struct results *results = *state;
    start_with(results, &slow, (struct workers_size){1, 3}, work_runs);
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

static void a_finished_or_unknown_job_cannot_be_dropped(void **state)
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
    const struct crypto_cost cost = {.passes = 1, .memory_bytes = SIZE_MAX / 2};
    assert_false(work_means_init(&results->means, &cost));
}

/* ------------------------------------------------------------------ what runs */

/* Photos that take until they are stopped, and tell where they are. */
static atomic_int begun;

static void run_until_stopped(const struct work *work, struct work_result *result,
                              struct working *working)
{
    (void)work;
    const struct work_result so_far = {.permille = 250};
    working_tell(working, &so_far);
    atomic_fetch_add(&begun, 1);
    while (!working_is_stopped(working))
        sched_yield();
    working_tell(working, &so_far); /* too late: nobody hears it */
    result->is_stopped = true;
}

static void run_at_once(const struct work *work, struct work_result *result,
                        struct working *working)
{
    (void)work;
    (void)working;
    result->ok = true;
}

static work_run_fn *const endless_photos[WORK_KIND_COUNT] = {
    [WORK_PASSWORD_HASH] = run_at_once, [WORK_PHOTO] = run_until_stopped};

static void start_endless(struct results *results)
{
    atomic_store(&begun, 0);
    start_with(results, &cheap, (struct workers_size){1, 8}, endless_photos);
    assert_true(submit_image(results, 1, "endless"));
    while (atomic_load(&begun) == 0)
        sched_yield();
}

static void a_running_job_reports_progress(void **state)
{
    struct results *results = *state;
    start_endless(results);
    uv_run(&results->loop, UV_RUN_DEFAULT);
    assert_int_equal(results->told, 1);
    assert_int_equal(results->told_job, 1);
    assert_int_equal(results->permille, 250);
    assert_int_equal(results->count, 0);
    assert_false(workers_drop(results->workers, 1));
    wait_for(results, 1);
}

static void a_running_job_is_stopped_and_reported(void **state)
{
    struct results *results = *state;
    start_endless(results);
    assert_false(workers_drop(results->workers, 1));
    wait_for(results, 1);
    assert_true(results->last.is_stopped);
    assert_false(results->ok[0]);
    assert_int_equal(results->told, 0);
}

static void run_and_tell_niceness(const struct work *work, struct work_result *result,
                                  struct working *working)
{
    (void)work;
    (void)working;
    result->permille = (uint16_t)(20 + getpriority(PRIO_PROCESS, 0));
}

static void each_class_has_its_niceness(void **state)
{
    static work_run_fn *const runs[WORK_KIND_COUNT] = {
        [WORK_PASSWORD_HASH] = run_and_tell_niceness, [WORK_PHOTO] = run_and_tell_niceness};
    struct results *results = *state;
    int here = getpriority(PRIO_PROCESS, 0);
    start_with(results, &cheap, (struct workers_size){1, 8}, runs);
    assert_true(submit(results, 1, "secret", NULL));
    wait_for(results, 1);
    assert_int_equal(results->last.permille, 20 + (here > 0 ? here : 0));
    assert_true(submit_image(results, 2, "image"));
    wait_for(results, 1);
    assert_int_equal(results->last.permille, 20 + (here > 10 ? here : 10));
}

/* A class that is busy, and full, holds up no other. */
static void no_class_waits_for_another(void **state)
{
    struct results *results = *state;
    start_endless(results);
    assert_true(submit_image(results, 2, "waits"));
    assert_false(submit_image(results, 3, "one too many"));
    for (uint64_t job = 10; job < 15; job++)
        assert_true(submit(results, job, "secret", NULL));
    wait_for(results, 5);
    assert_int_equal(results->jobs[4], 14);
    assert_true(workers_drop(results->workers, 2));
    assert_true(submit_image(results, 4, "has room now"));
    assert_false(workers_drop(results->workers, 1));
    wait_for(results, 1);
    while (atomic_load(&begun) < 2)
        sched_yield();
    assert_false(workers_drop(results->workers, 4));
    wait_for(results, 1);
    assert_int_equal(results->jobs[6], 4);
}

static void stopping_stops_what_runs(void **state)
{
    struct results *results = *state;
    start_endless(results);
    workers_free(results->workers);
    results->workers = NULL;
    uv_run(&results->loop, UV_RUN_DEFAULT);
    assert_int_equal(results->count, 0);
}

#define ON_LOOP(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        ON_LOOP(a_hash_is_made_and_verified),
        ON_LOOP(another_hash_is_made_and_the_old_one_told),
        ON_LOOP(texts_are_copied),
        ON_LOOP(without_a_hash_every_password_is_wrong),
        ON_LOOP(a_weak_hash_of_the_right_password_is_reported),
        ON_LOOP(a_hash_of_another_form_is_right_and_reported),
        ON_LOOP(a_photo_is_made_of_a_picture_and_of_nothing_else),
        ON_LOOP(no_picture_is_read_without_a_child_process),
        ON_LOOP(the_queue_has_an_end_and_recovers),
        ON_LOOP(every_job_is_told_once),
        ON_LOOP(one_thread_keeps_the_order),
        ON_LOOP(a_waiting_job_can_be_dropped_and_makes_room),
        ON_LOOP(a_finished_or_unknown_job_cannot_be_dropped),
        ON_LOOP(stopping_with_jobs_waiting_tells_nothing_more),
        ON_LOOP(more_memory_than_there_is_is_an_error),
        ON_LOOP(a_running_job_reports_progress),
        ON_LOOP(a_running_job_is_stopped_and_reported),
        ON_LOOP(each_class_has_its_niceness),
        ON_LOOP(no_class_waits_for_another),
        ON_LOOP(stopping_stops_what_runs),
    };
    if (photo_sandbox_is_meant(argc, argv))
        photo_sandbox_run();
    return cmocka_run_group_tests_name("workers", tests, NULL, NULL);
}
