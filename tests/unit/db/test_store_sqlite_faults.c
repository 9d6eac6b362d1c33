/* SPDX-License-Identifier: MIT */
/*
 * Failures one by one: the same life of a store again and again, and the first call of a kind
 * fails, then the second, the third, until one life meets no failure. Each call ends in success or
 * an error; what was reported durable is there, what was reported failed is not, also when the
 * process is killed or the power fails at the very moment of the report. A life that migrates takes
 * longer, so there one call of so many fails; `--every N` tries each N-th.
 */
#include "tests/unit/db/durability.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCHES_OF_A_LIFE 4
#define FOR_EVER UINT64_MAX
/* No multiple of LIFE_ENDS, so that all ends have their turn. */
#define STRIDE_WHILE_MIGRATING (103 * LIFE_STRIDE)

static uint64_t every_while_migrating = STRIDE_WHILE_MIGRATING;

struct failure {
    const char *name;
    unsigned kinds;
    enum disk_verdict verdict;
};

static const struct failure FAILURES[] = {
    {"open", DISK_KIND(DISK_OPEN), DISK_FAILS},
    {"delete", DISK_KIND(DISK_DELETE), DISK_FAILS},
    {"access", DISK_KIND(DISK_ACCESS), DISK_FAILS},
    {"read", DISK_KIND(DISK_READ), DISK_FAILS},
    {"write", DISK_KIND(DISK_WRITE), DISK_FAILS},
    {"short write", DISK_KIND(DISK_WRITE), DISK_SHORT},
    {"full disk", DISK_KIND(DISK_WRITE), DISK_FULL},
    {"truncate", DISK_KIND(DISK_TRUNCATE), DISK_FAILS},
    {"sync", DISK_KIND(DISK_SYNC), DISK_FAILS},
    {"size", DISK_KIND(DISK_SIZE), DISK_FAILS},
    {"lock", DISK_KIND(DISK_LOCK), DISK_FAILS},
    {"shared lock", DISK_KIND(DISK_SHM_LOCK), DISK_FAILS},
    {"shared memory", DISK_KIND(DISK_SHM_MAP), DISK_FAILS},
};

/* Lives that begin in the same way, and what became of them. */
struct tally {
    const struct trial *image; /* where they go on; NULL: with a new database, which takes longer */
    uint64_t stride;           /* of the calls that fail, in lives of their own */
    unsigned runs;
    int failures; /* batches that were reported failed */
    int losses;   /* lives that ended since the store could not know */
    int faults;
};

/* One life with one plan. Returns whether anything failed. */
static bool plan_try(struct tally *tally, const struct failure *failure, struct disk_plan plan,
                     enum store_sync sync, enum life_end end)
{
    struct trial *trial = test_calloc(1, sizeof(*trial));
    trial_init(trial, tally->image, 3, sync);
    /* Without syncs, the state that a failed sync leaves behind would be a question of its own. */
    trial->disk.keeps_after_sync = sync == STORE_SYNC_NORMAL;
    trial->on_failure = end;
    disk_fail(&trial->disk, plan);
    (void)trial_live(trial, BATCHES_OF_A_LIFE);
    (void)trial_live(trial, 2);
    bool has_failed = trial->disk.failed > 0;
    tally->losses += trial->is_lost;
    tally->failures += trial->failures;
    tally->runs++;
    int faults = trial_audit(trial);
    if (faults > 0)
        print_error("%s %d, %d times, then %d\n", failure->name, (int)plan.first, (int)plan.count,
                    (int)end);
    tally->faults += faults;
    trial_deinit(trial);
    test_free(trial);
    return has_failed;
}

/* A way to fail, and the calls that do: together the ways have each call once. */
struct way {
    enum store_sync sync;
    uint64_t count; /* of calls that fail in a row */
    uint64_t first;
    uint64_t step;
};

static const struct way ONCE = {STORE_SYNC_FULL, 1, 1, 2};
static const struct way ONCE_WITH_SYNC_NORMAL = {STORE_SYNC_NORMAL, 1, 2, 4};
static const struct way FOR_GOOD = {STORE_SYNC_FULL, FOR_EVER, 4, 4};
static const struct way EVERY_CALL = {.first = 1, .step = 1};

/* Tries a failure. The consequences of a failed sync matter most, so each is tried in every way,
 * and with every end; for other failures they take turns. */
static void failure_try(struct tally *tally, const struct failure *failure, const struct way *way)
{
    bool tries_all = (failure->kinds & DISK_KIND(DISK_SYNC)) != 0;
    const struct way *calls = tries_all || tally->image == NULL ? &EVERY_CALL : way;
    bool has_failed = true;
    for (uint64_t first = calls->first; has_failed; first += calls->step * tally->stride) {
        struct disk_plan plan = {failure->kinds, first, way->count, failure->verdict};
        has_failed = false;
        for (int end = LIFE_GOES_ON; end < LIFE_ENDS; end++)
            if (tries_all || first % LIFE_ENDS == (uint64_t)end)
                has_failed |= plan_try(tally, failure, plan, way->sync, (enum life_end)end);
    }
}

static void tally_check(const struct tally *tally)
{
    print_message("%u lives, %d batches failed, %d lives ended in doubt, %d faults\n", tally->runs,
                  tally->failures, tally->losses, tally->faults);
    assert_int_equal(tally->faults, 0);
    /* Where a database is new most of what fails is the opening. */
    assert_true(tally->failures > 0 || tally->image == NULL);
}

/* A database after its first batch. */
static struct trial *image_make(void)
{
    struct trial *image = test_calloc(1, sizeof(*image));
    trial_init(image, NULL, 3, STORE_SYNC_FULL);
    assert_true(trial_live(image, 1));
    return image;
}

static void image_free(struct trial *image)
{
    trial_deinit(image);
    test_free(image);
}

static void failures_try(const struct way *way)
{
    struct trial *image = image_make();
    struct tally tallies[] = {{.image = image, .stride = LIFE_STRIDE},
                              {.stride = every_while_migrating}};
    /* Under a sanitizer, which sees to memory, one way is enough while migrating. */
    size_t count = way == &ONCE || LIFE_STRIDE == 1 ? 2 : 1;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < sizeof(FAILURES) / sizeof(FAILURES[0]); j++)
            failure_try(&tallies[i], &FAILURES[j], way);
        tally_check(&tallies[i]);
    }
    image_free(image);
}

TEST(a_call_that_fails_is_an_error_and_no_lie)
{
    failures_try(&ONCE);
}

TEST(a_disk_that_stays_broken_is_an_error_and_no_lie)
{
    failures_try(&FOR_GOOD);
}

TEST(with_sync_normal_a_call_that_fails_is_no_lie)
{
    failures_try(&ONCE_WITH_SYNC_NORMAL);
}

/* SQLite syncs the frames of a commit first and makes room in its index for them afterwards. What
 * fails then fails behind a commit that is on the disk. One part of the index has 4,062 frames. */
static void grown_wal_try(struct tally *tally, struct disk_plan plan, enum store_sync sync,
                          enum life_end end, size_t forgotten)
{
    struct trial *trial = test_calloc(1, sizeof(*trial));
    trial_init(trial, tally->image, tally->runs, sync);
    assert_true(trial_live(trial, 2));
    trial_grow_wal(trial, 4062 - 4);
    trial->on_failure = end;
    trial->disk.forgets_last = forgotten;
    disk_fail(&trial->disk, plan);
    (void)trial_live(trial, 2);
    tally->losses += trial->is_lost;
    tally->failures += trial->failures;
    tally->runs++;
    tally->faults += trial_audit(trial);
    trial_deinit(trial);
    test_free(trial);
}

#define MAPS_TRIED 8 /* more than a life makes */

TEST(a_commit_that_fails_behind_its_sync_is_no_lie)
{
    struct trial *image = image_make();
    struct tally tally = {.image = image};
    for (uint64_t first = 1; first <= MAPS_TRIED; first++) {
        struct disk_plan once = {DISK_KIND(DISK_SHM_MAP), first, 1, DISK_FAILS};
        struct disk_plan for_ever = {DISK_KIND(DISK_SHM_MAP), first, FOR_EVER, DISK_FAILS};
        for (int end = LIFE_GOES_ON; end < LIFE_ENDS; end++) {
            grown_wal_try(&tally, once, STORE_SYNC_FULL, (enum life_end)end, 0);
            grown_wal_try(&tally, for_ever, STORE_SYNC_FULL, (enum life_end)end, 0);
        }
    }
    tally_check(&tally);
    image_free(image);
}

/* Nothing was synced by then. The worst is when just the frames that should take the place of the
 * failed commit's are forgotten. */
TEST(with_sync_normal_a_commit_that_fails_at_its_end_is_no_lie)
{
    struct trial *image = image_make();
    struct tally tally = {.image = image};
    for (size_t forgotten = 1; forgotten <= 4; forgotten++) {
        for (uint64_t first = 1; first <= MAPS_TRIED; first++) {
            struct disk_plan once = {DISK_KIND(DISK_SHM_MAP), first, 1, DISK_FAILS};
            grown_wal_try(&tally, once, STORE_SYNC_NORMAL, LIFE_CUT, forgotten);
        }
    }
    tally_check(&tally);
    image_free(image);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--every") == 0 && atoi(argv[2]) > 0)
        every_while_migrating = (uint64_t)atoi(argv[2]);
    durability_begin();
    int failed = test_run_all(NULL, NULL);
    durability_end();
    return failed;
}
