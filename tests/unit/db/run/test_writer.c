/* SPDX-License-Identifier: MIT */
/*
 * The writer over a database whose statements wait after they were sent: how often it waits for the
 * database, whose batch a late failure is, and commits that are lost or in doubt.
 */
#include "db/run/run.h"
#include "db/sqlite/driver.h"
#include "tests/conformance/store_harness.h"
#include "tests/conformance/store_samples.h"
#include "tests/support/late_driver.h"
#include "tests/support/test.h"

#include <string.h>

static struct late_line line;
static int lost;

static void on_lost(void *ctx, const char *reason)
{
    (void)ctx;
    assert_non_null(reason);
    lost++;
}

static struct store *late_open(const char *folder, store_wake_fn *wake, void *wake_ctx)
{
    char reason[256];
    const struct store_sqlite_options inner = {.path = STORE_IN_MEMORY};
    const struct run_options options = {
        .is_inline = true, .wake = wake, .wake_ctx = wake_ctx, .lost = on_lost};
    struct sql_database *database = late_database_new(driver__database(&inner), &line);
    (void)folder;
    return run__open(database, &options, reason, sizeof(reason));
}

static const struct harness_backend LATE = {.name = "late", .open = late_open};

static int setup(void **state)
{
    struct harness *harness = test_malloc(sizeof(*harness));
    harness_init(harness, &LATE);
    lost = 0;
    *state = harness;
    return 0;
}

static int teardown(void **state)
{
    harness_deinit(*state);
    test_free(*state);
    return 0;
}

static void guest_add(struct harness *harness, uint64_t id)
{
    struct sample_names names;
    const char name[] = {'g', (char)('a' + (int)id), '\0'};
    harness_add(harness, sample_guest(id, name, &names));
}

/* ------------------------------------------------------------------ what is sent */

/* Counts how often the writer waits for one batch of so many entries of a log. */
static int waits_of(struct harness *harness, uint32_t first_seq, uint32_t count)
{
    int before = atomic_load(&line.waits);
    for (uint32_t i = 0; i < count; i++)
        harness_add(harness, sample_log(10, first_seq + i, "h8"));
    assert_int_equal(harness_commit(harness), STORE_OK);
    return atomic_load(&line.waits) - before;
}

#define STORE_TEST(name) TEST_ON(name, struct harness *harness, setup, teardown)

STORE_TEST(many_statements_wait_no_longer_than_one)
{
    guest_add(harness, 1);
    guest_add(harness, 2);
    harness_add(harness, sample_start(10, false, 1, 2));
    assert_int_equal(harness_commit(harness), STORE_OK);
    int waits = waits_of(harness, 1, 1);
    assert_int_equal(waits, 3); /* begin, settle, commit */
    assert_int_equal(waits_of(harness, 2, 100), waits);
    assert_int_equal(harness_get(harness, sample_game(10))->as.game.log_count, 101);
}

STORE_TEST(a_statement_that_fails_late_fails_its_own_batch)
{
    char text[STORE_ERROR_SIZE];
    for (uint64_t id = 1; id <= 4; id++) {
        guest_add(harness, id);
        if (id == 3)
            harness_add(harness, sample_room_close(77)); /* there is none */
        (void)harness_submit(harness);
    }
    harness_wait(harness);
    for (uint64_t id = 1; id <= 4; id++) {
        assert_int_equal(harness->reports[id - 1].status, id < 3 ? STORE_OK : STORE_UNAVAILABLE);
        assert_int_equal(harness_get(harness, sample_by_id(id)) != NULL, id < 3);
    }
    store_error(harness->store, text, sizeof(text));
    assert_string_equal(text, "room_close does not fit what is stored");
    harness_resume(harness);
    guest_add(harness, 3);
    assert_int_equal(harness_commit(harness), STORE_OK);
}

/* ------------------------------------------------------------------ commits */

STORE_TEST(a_commit_that_is_lost_fails_its_batches)
{
    atomic_store(&line.next_commit, SQL_NOT_STORED);
    for (uint64_t id = 1; id <= 3; id++) {
        guest_add(harness, id);
        (void)harness_submit(harness);
    }
    harness_wait(harness);
    for (uint64_t id = 1; id <= 3; id++) {
        assert_int_equal(harness->reports[id - 1].status, STORE_UNAVAILABLE);
        assert_null(harness_get(harness, sample_by_id(id)));
    }
    assert_int_equal(lost, 0);
    harness_resume(harness);
    guest_add(harness, 1);
    assert_int_equal(harness_commit(harness), STORE_OK);
}

/* The owner hears neither of that batch nor of a later one. Reading goes on. */
STORE_TEST(after_a_commit_in_doubt_no_batch_is_reported)
{
    struct store_query query = sample_by_id(1);
    query.is_at_once = true;
    atomic_store(&line.next_commit, SQL_IN_DOUBT);
    guest_add(harness, 1);
    (void)harness_submit(harness);
    harness_ask(harness, query);
    harness_wait_for_queries(harness);
    assert_int_equal(lost, 1);
    assert_non_null(harness->answer);
    guest_add(harness, 2);
    (void)harness_submit(harness);
    harness_resume(harness);
    guest_add(harness, 3);
    (void)harness_submit(harness);
    query.as.player_by_id.id = 3;
    harness_ask(harness, query);
    harness_wait_for_queries(harness);
    assert_null(harness->answer);
    assert_int_equal(harness->batches_reported, 0);
    assert_int_equal(lost, 1);
}
