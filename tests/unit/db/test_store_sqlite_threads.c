/* SPDX-License-Identifier: MIT */
/*
 * The store's two threads and its owner under load: batches and queries at once, failures among
 * them, opening and closing in between. For ThreadSanitizer above all.
 */
#include "db/sqlite/store.h"
#include "tests/conformance/store_samples.h"
#include "tests/unit/db/raw_database.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define ROUNDS 1500

static void guest_add(struct harness *harness, uint64_t id)
{
    char name[24];
    struct sample_names names;
    (void)snprintf(name, sizeof(name), "guest-%u", (unsigned)id);
    harness_add(harness, sample_guest(id, name, &names));
}

static void questions_ask(struct harness *harness, uint64_t id)
{
    harness_ask(harness, sample_by_id(id));
    harness_ask(harness, sample_game(id));
    harness_ask(harness, sample_top(1, 10));
    harness_ask(harness, sample_history(id, 10));
}

#define STORE_TEST(name) TEST_ON(name, struct harness *harness, raw_setup, raw_teardown)

STORE_TEST(queries_and_batches_run_side_by_side)
{
    for (uint64_t id = 1; id <= ROUNDS; id++) {
        guest_add(harness, id);
        if (id % 2 == 0) {
            harness_add(harness, sample_start(id, false, id, id - 1));
            harness_add(harness, sample_log(id, 1, "h8"));
            harness_add(harness, sample_end(id, RESULT_FIRST, "h8"));
        }
        (void)harness_submit(harness);
        if (id % 10 == 0)
            questions_ask(harness, id);
    }
    harness_wait(harness);
    for (size_t i = 0; i < harness->report_count; i++)
        assert_int_equal(harness->reports[i].status, STORE_OK);
}

STORE_TEST(failures_and_resumes_keep_the_order)
{
    size_t failed = 0;
    for (uint64_t id = 1; id <= ROUNDS; id++) {
        guest_add(harness, id);
        (void)harness_submit(harness);
        if (id % 50 == 0) {
            harness_add(harness, sample_log(1, 1, "h8")); /* there is no game */
            (void)harness_submit(harness);
            (void)harness_submit(harness); /* fails for being later */
            harness_resume(harness);
        }
    }
    harness_wait(harness);
    for (size_t i = 0; i < harness->report_count; i++)
        failed += harness->reports[i].status != STORE_OK;
    assert_int_equal(failed, 2 * (ROUNDS / 50));
}

STORE_TEST(closing_under_load_keeps_every_batch)
{
    for (uint64_t id = 1; id <= 200; id++) {
        guest_add(harness, id);
        (void)harness_submit(harness);
        harness_ask(harness, sample_by_id(id));
        if (id % 20 == 0)
            harness_reopen(harness);
    }
    for (uint64_t id = 1; id <= 200; id++)
        assert_non_null(harness_get(harness, sample_by_id(id)));
}

struct error_reader {
    struct store *store;
    atomic_bool is_over;
};

static void *errors_read(void *argument)
{
    struct error_reader *reader = argument;
    char text[STORE_ERROR_SIZE];
    while (!atomic_load(&reader->is_over))
        store_error(reader->store, text, sizeof(text));
    return NULL;
}

STORE_TEST(the_last_error_may_be_read_on_any_thread)
{
    struct error_reader reader = {.store = harness->store};
    pthread_t thread;
    char text[STORE_ERROR_SIZE];
    store_error(harness->store, text, sizeof(text));
    assert_string_equal(text, "");
    assert_int_equal(pthread_create(&thread, NULL, errors_read, &reader), 0);
    for (int i = 0; i < 50; i++) {
        assert_int_equal(harness_do(harness, sample_log(1, 1, "h8")), STORE_UNAVAILABLE);
        harness_resume(harness);
    }
    atomic_store(&reader.is_over, true);
    pthread_join(thread, NULL);
    store_error(harness->store, text, sizeof(text));
    assert_non_null(strstr(text, "game_log does not fit"));
}
