/* SPDX-License-Identifier: MIT */
/*
 * The SQLite back-end in trouble: a full disk, another program's lock, a process that is killed.
 * A batch that was reported durable is there, any other is not, and writing goes on afterwards.
 */
#define _DEFAULT_SOURCE /* RLIMIT_FSIZE */
#include "db/sqlite/store.h"
#include "tests/conformance/store_samples.h"
#include "tests/unit/db/raw_database.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void guest_add(struct harness *harness, uint64_t id)
{
    char name[24];
    struct sample_names names;
    (void)snprintf(name, sizeof(name), "guest-%u", (unsigned)id);
    harness_add(harness, sample_guest(id, name, &names));
}

static void file_size_limit(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* ------------------------------------------------------------------ a full disk */

/* A guest, its room, and a chat of 4 KiB: what fills a disk. */
static void room_add(struct harness *harness, uint64_t id)
{
    char text[4096];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    guest_add(harness, id);
    harness_add(harness, sample_room(id, id, 0, 0));
    harness_add(harness, sample_chat(id, 1, id, text));
}

/* Fills the disk; returns the last id that was reported durable. */
static uint64_t disk_fill(struct harness *harness)
{
    file_size_limit((rlim_t)1024 * 1024);
    for (uint64_t id = 1; id < 2000; id++) {
        room_add(harness, id);
        if (harness_commit(harness) != STORE_OK)
            return id - 1;
    }
    return 0;
}

#define STORE_TEST(name) TEST_ON(name, struct harness *harness, raw_setup, raw_teardown)

STORE_TEST(a_full_disk_fails_batches_and_nothing_else)
{
    char path[RAW_PATH_SIZE];
    char text[STORE_ERROR_SIZE];
    raw_path(harness->folder, path);
    uint64_t last = disk_fill(harness);
    assert_true(last > 10);
    store_error(harness->store, text, sizeof(text));
    assert_true(strlen(text) > 0);
    harness_resume(harness);
    for (int i = 0; i < 100; i++) /* a probe finds out that it is still full */
        harness_add(harness, sample_chat(last, 2 + (uint32_t)i, last, text));
    for (int i = 0; i < 300; i++)
        room_add(harness, last + 1 + (uint64_t)i);
    assert_int_equal(harness_commit(harness), STORE_UNAVAILABLE);
    assert_non_null(harness_get(harness, sample_by_id(last)));
    assert_null(harness_get(harness, sample_by_id(last + 1)));
    file_size_limit(RLIM_INFINITY);
    assert_int_equal(harness_do(harness, (struct store_op){.kind = STORE_PROBE}),
                     STORE_UNAVAILABLE); /* not before the owner says so */
    harness_resume(harness);
    assert_int_equal(harness_do(harness, (struct store_op){.kind = STORE_PROBE}), STORE_OK);
    room_add(harness, last + 1);
    assert_int_equal(harness_commit(harness), STORE_OK);
    harness_reopen(harness);
    assert_int_equal(raw_integer(path, "SELECT COUNT(*) FROM player"), (int64_t)last + 1);
    assert_int_equal(raw_integer(path, "SELECT COUNT(*) FROM chat"), (int64_t)last + 1);
    assert_int_equal(raw_integer(path, "SELECT COUNT(*) FROM pragma_integrity_check "
                                       "WHERE integrity_check = 'ok'"),
                     1);
}

/* The batches of one commit before the one that cannot be applied are written after all. */
STORE_TEST(a_bad_batch_does_not_take_earlier_ones_with_it)
{
    for (uint64_t id = 1; id <= 300; id++) {
        guest_add(harness, id);
        if (id == 200)
            harness_add(harness, sample_room_close(77)); /* there is none */
        (void)harness_submit(harness);
    }
    harness_wait(harness);
    for (uint64_t id = 1; id <= 300; id++) {
        assert_int_equal(harness->reports[id - 1].status, id < 200 ? STORE_OK : STORE_UNAVAILABLE);
        assert_int_equal(harness_get(harness, sample_by_id(id)) != NULL, id < 200);
    }
}

/* ------------------------------------------------------------------ a killed process */

static void child_report(struct harness *harness, const struct harness_report *report)
{
    const int *pipe_end = harness->ctx;
    if (report->kind != REPORT_BATCH || report->status != STORE_OK)
        _exit(1);
    if (write(*pipe_end, &report->number, sizeof(report->number)) != sizeof(report->number))
        _exit(0); /* the parent has seen enough */
}

/* Makes two guests and logs actions of a game of theirs, one a batch, until it is killed. */
static void child_run(const char *folder, int pipe_end)
{
    struct harness harness;
    harness_init_in(&harness, &RAW_SQLITE_BACKEND, folder);
    harness.on_report = child_report;
    harness.ctx = &pipe_end;
    guest_add(&harness, 1);
    guest_add(&harness, 2);
    harness_add(&harness, sample_start(10, false, 1, 2));
    (void)harness_submit(&harness);
    for (uint32_t seq = 1; seq < 1000000; seq++) {
        harness_add(&harness, sample_log(10, seq, "h8"));
        (void)harness_submit(&harness);
        if (seq % 7 == 0)
            harness_wait(&harness);
    }
    _exit(1);
}

/* Reads numbers of durable batches up to `until`, kills the child, and reads what it still said.
 * Returns the last number. */
static uint64_t reports_read_and_kill(int pipe_end, pid_t child, uint64_t until)
{
    uint64_t last = 0;
    uint64_t number = 0;
    while (last < until && read(pipe_end, &number, sizeof(number)) == sizeof(number))
        last = number;
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    while (read(pipe_end, &number, sizeof(number)) == sizeof(number))
        last = number;
    return last;
}

static void what_was_durable_survives_a_kill(uint64_t until)
{
    struct harness harness;
    char folder[RAW_PATH_SIZE];
    int pipe_ends[2];
    raw_folder_make(folder);
    assert_int_equal(pipe(pipe_ends), 0);
    pid_t child = fork();
    if (child == 0)
        child_run(folder, pipe_ends[1]);
    close(pipe_ends[1]);
    uint64_t last = reports_read_and_kill(pipe_ends[0], child, until);
    close(pipe_ends[0]);
    assert_true(last >= until);
    harness_init_in(&harness, &RAW_SQLITE_BACKEND, folder);
    const struct store_answer *answer = harness_get(&harness, sample_game(10));
    assert_non_null(answer);
    assert_true(answer->as.game.log_count >= last - 1);
    for (size_t i = 0; i < answer->as.game.log_count; i++)
        assert_int_equal(answer->as.game.log[i].seq, i + 1);
    assert_int_equal(
        harness_do(&harness, sample_log(10, (uint32_t)answer->as.game.log_count + 1, "h8")),
        STORE_OK);
    harness_deinit(&harness);
}

TEST(what_was_reported_durable_survives_a_kill)
{
    const uint64_t moments[] = {1, 2, 40, 300, 1500};
    for (size_t i = 0; i < sizeof(moments) / sizeof(moments[0]); i++)
        what_was_durable_survives_a_kill(moments[i]);
}

/* ------------------------------------------------------------------ another program */

STORE_TEST(a_lock_of_an_operators_tool_is_waited_for)
{
    char path[RAW_PATH_SIZE];
    sqlite3 *db = NULL;
    raw_path(harness->folder, path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    guest_add(harness, 1);
    (void)harness_submit(harness);
    assert_int_equal(harness->report_count, 0);
    assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    harness_wait(harness);
    assert_int_equal(harness->batch_status, STORE_OK);
}

STORE_TEST(a_query_at_once_does_not_wait_for_a_batch_under_way)
{
    struct store_query query = sample_by_id(1);
    char path[RAW_PATH_SIZE];
    sqlite3 *db = NULL;
    query.is_at_once = true;
    guest_add(harness, 1);
    assert_int_equal(harness_commit(harness), STORE_OK);
    raw_path(harness->folder, path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    size_t before = harness->report_count;
    guest_add(harness, 2);
    (void)harness_submit(harness);
    harness_ask(harness, query);
    harness_wait_for_queries(harness);
    assert_int_equal(harness->report_count, before + 1);
    assert_non_null(harness->answer);
    assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    harness_wait(harness);
    assert_int_equal(harness->batch_status, STORE_OK);
}

int main(void)
{
    signal(SIGXFSZ, SIG_IGN); /* writing fails instead */
    signal(SIGPIPE, SIG_IGN);
    return test_run_all(NULL, NULL);
}
