/* SPDX-License-Identifier: MIT */
/*
 * Whether commits really reach the disk: this program's own fsync and fdatasync stand before the C
 * library's and count how often SQLite asks for them.
 */
#define _DEFAULT_SOURCE /* syscall */
#include "db/sqlite/store.h"
#include "tests/unit/db/raw_database.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int syncs;
/* Its holder keeps the disk busy: a sync waits for it. */
static pthread_mutex_t disk = PTHREAD_MUTEX_INITIALIZER;

static void sync_once(void)
{
    pthread_mutex_lock(&disk);
    pthread_mutex_unlock(&disk);
    atomic_fetch_add(&syncs, 1);
}

int fsync(int file)
{
    sync_once();
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file)
{
    sync_once();
    return (int)syscall(SYS_fdatasync, file);
}

static struct store *normal_open(const char *folder, store_wake_fn *wake, void *wake_ctx)
{
    char path[RAW_PATH_SIZE];
    char message[256];
    raw_path(folder, path);
    const struct store_sqlite_options options = {.path = path, .sync = STORE_SYNC_NORMAL};
    return store_sqlite_open(&options, wake, wake_ctx, message, sizeof(message));
}

static const struct harness_backend NORMAL_BACKEND = {"sqlite", normal_open, true, NULL};

/* How many syncs 20 batches take that are committed one after the other. */
static int syncs_of_20_batches(const struct harness_backend *backend)
{
    struct harness harness;
    harness_init(&harness, backend);
    assert_int_equal(harness_do(&harness, (struct store_op){.kind = STORE_PROBE}), STORE_OK);
    int before = atomic_load(&syncs);
    for (int i = 0; i < 20; i++)
        assert_int_equal(harness_do(&harness, (struct store_op){.kind = STORE_PROBE}), STORE_OK);
    int count = atomic_load(&syncs) - before;
    harness_deinit(&harness);
    return count;
}

TEST(full_syncs_each_commit_before_it_is_reported)
{
    assert_true(syncs_of_20_batches(&RAW_SQLITE_BACKEND) >= 20);
}

TEST(normal_syncs_at_checkpoints_only)
{
    assert_int_equal(syncs_of_20_batches(&NORMAL_BACKEND), 0);
}

/* The first commit is kept from its end until all batches wait: one more has them all. It syncs the
 * WAL once, and once more if it begins a new one. */
TEST(batches_that_wait_share_a_commit)
{
    struct harness harness;
    harness_init(&harness, &RAW_SQLITE_BACKEND);
    int before = atomic_load(&syncs);
    pthread_mutex_lock(&disk);
    for (int i = 0; i < 2000; i++) {
        harness_add(&harness, (struct store_op){.kind = STORE_PROBE});
        (void)harness_submit(&harness);
    }
    pthread_mutex_unlock(&disk);
    harness_wait(&harness);
    assert_in_range(atomic_load(&syncs) - before, 1, 4);
    harness_deinit(&harness);
}
