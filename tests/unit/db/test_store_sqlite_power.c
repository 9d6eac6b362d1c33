/* SPDX-License-Identifier: MIT */
/*
 * Power cuts: the SQLite back-end on a disk that forgets what was not synced. The power fails at
 * any change of any file: while the store is opened and migrated, while batches are committed,
 * while the log is swept, at checkpoints, while it is closed, and again while it recovers. `--cuts
 * N` and
 * `--seed S` make longer and other runs by hand.
 */
#include "tests/unit/db/durability.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CUTS_IN_CI (600 / LIFE_STRIDE)
#define BATCHES_OF_A_LIFE 12

static struct {
    unsigned cuts;
    uint64_t seed;
} options = {CUTS_IN_CI, 1};

/* The image that a trial begins with. */
enum image_kind {
    IMAGE_EMPTY,       /* none yet: most of such a life migrates */
    IMAGE_SMALL,       /* after its first batches */
    IMAGE_SWEEPS,      /* a long log that the next batches sweep */
    IMAGE_CHECKPOINTS, /* a killed server's, whose WAL is long enough for a checkpoint */
    IMAGE_COUNT
};

struct image {
    struct trial *trial;
    uint64_t changes; /* of a life that begins with it and is not disturbed */
};

struct powers {
    struct image images[IMAGE_COUNT];
    unsigned cuts;
    unsigned second_cuts;
    int durable; /* batches that were reported durable */
    int faults;
};

/* Rows by hand, past the store: dead entries of a log, as after many games. */
static void log_fill(struct trial *trial, int entries)
{
    char sql[256];
    (void)snprintf(sql, sizeof(sql),
                   "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < %d) "
                   "INSERT INTO game_log (game, seq, kind, seat, action, at_ms) "
                   "SELECT 7, n, 0, 0, 'h8', 0 FROM c",
                   entries);
    trial_run(trial, sql);
}

static void image_make(struct powers *powers, enum image_kind kind)
{
    struct image *image = &powers->images[kind];
    struct trial *trial = test_calloc(1, sizeof(*trial));
    image->trial = calloc(1, sizeof(*image->trial));
    assert_non_null(image->trial);
    trial_init(image->trial, NULL, 7, STORE_SYNC_FULL);
    if (kind != IMAGE_EMPTY)
        assert_true(trial_live(image->trial, 4));
    if (kind == IMAGE_SWEEPS)
        log_fill(image->trial, 16384 + 8);
    if (kind == IMAGE_CHECKPOINTS)
        trial_grow_wal(image->trial, 4090);
    trial_init(trial, image->trial, 7, STORE_SYNC_FULL);
    assert_true(trial_live(trial, BATCHES_OF_A_LIFE));
    image->changes = trial->disk.changes;
    trial_deinit(trial);
    test_free(trial);
}

/* ------------------------------------------------------------------ cuts */

/* Mostly the small image: the others cost more. */
static enum image_kind image_draw(uint64_t seed)
{
    uint64_t drawn = seed % 20;
    if (drawn < 1)
        return IMAGE_EMPTY;
    return drawn < 11 ? IMAGE_SMALL : drawn < 19 ? IMAGE_SWEEPS : IMAGE_CHECKPOINTS;
}

/* A life that ends with a power cut, and sometimes one more cut soon after the next start. */
static void lives_cut_short(struct powers *powers, struct trial *trial, uint64_t changes)
{
    disk_cut_at(&trial->disk, 1 + disk_draw(&trial->disk, changes));
    (void)trial_live(trial, BATCHES_OF_A_LIFE);
    disk_cut(&trial->disk); /* if it had less to do this time */
    powers->cuts++;
    while (disk_draw(&trial->disk, 3) == 0) {
        disk_power_on(&trial->disk);
        disk_cut_at(&trial->disk, 1 + disk_draw(&trial->disk, 25));
        (void)trial_live(trial, BATCHES_OF_A_LIFE / 4);
        disk_cut(&trial->disk);
        powers->cuts++;
        powers->second_cuts++;
    }
}

static void trial_do(struct powers *powers, uint64_t seed, enum store_sync sync)
{
    struct trial *trial = test_calloc(1, sizeof(*trial));
    const struct image *image = &powers->images[image_draw(seed)];
    trial_init(trial, image->trial, seed, sync);
    lives_cut_short(powers, trial, image->changes);
    int faults = trial_audit(trial);
    for (int n = 1; n <= trial->batches; n++)
        powers->durable += trial->fates[n] == BATCH_DURABLE;
    /* It goes on as if nothing had happened. */
    if (!trial_live(trial, 3))
        faults++;
    faults += trial_audit(trial);
    if (faults > 0)
        print_error("seed %llu\n", (unsigned long long)seed);
    powers->faults += faults;
    trial_deinit(trial);
    test_free(trial);
}

static void cuts_do(struct powers *powers, enum store_sync sync, unsigned cuts)
{
    powers->cuts = powers->second_cuts = 0;
    powers->durable = 0;
    for (uint64_t seed = options.seed; powers->cuts < cuts; seed++)
        trial_do(powers, seed, sync);
    print_message("%u power cuts, %u of them soon after another: %d batches stored, %d faults\n",
                  powers->cuts, powers->second_cuts, powers->durable, powers->faults);
    assert_int_equal(powers->faults, 0);
}

#define POWERS_TEST(name) TEST_ON(name, struct powers *powers, NULL, NULL)

POWERS_TEST(a_power_cut_takes_nothing_that_was_reported_durable)
{
    cuts_do(powers, STORE_SYNC_FULL, options.cuts);
}

POWERS_TEST(with_sync_normal_a_power_cut_takes_the_last_batches_at_most)
{
    cuts_do(powers, STORE_SYNC_NORMAL, options.cuts / 4);
}

/* ------------------------------------------------------------------ the program */

static int powers_setup(void **state)
{
    struct powers *powers = calloc(1, sizeof(*powers));
    if (powers == NULL)
        return -1;
    durability_begin();
    for (int kind = 0; kind < IMAGE_COUNT; kind++)
        image_make(powers, (enum image_kind)kind);
    *state = powers;
    return 0;
}

static int powers_teardown(void **state)
{
    struct powers *powers = *state;
    for (int kind = 0; kind < IMAGE_COUNT; kind++) {
        trial_deinit(powers->images[kind].trial);
        free(powers->images[kind].trial);
    }
    durability_end();
    free(powers);
    return 0;
}

int main(int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], "--cuts") == 0)
            options.cuts = (unsigned)strtoul(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0)
            options.seed = strtoull(argv[i + 1], NULL, 10);
    return test_run_all(powers_setup, powers_teardown);
}
