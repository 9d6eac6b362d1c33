/* SPDX-License-Identifier: MIT */
/*
 * The store of a seed and its disk. A batch in which the power is to fail bears probes beside its
 * own operations: whether it was stored is read off the number of probes that are. They are more
 * than the one of commit_bury(), and never as many as those of the cut before: the page that counts
 * them would be the same one, and so make the frame valid of which the first cut left nothing but
 * the head.
 */
#include "tests/sim/database.h"

#include "db/batch.h"
#include "db/sqlite/store.h"
#include "tests/support/forgetful_vfs.h"

#include <stdio.h>
#include <stdlib.h>

#include <sqlite3.h>

#define PATH "/pentad.db"

struct database {
    struct disk disk;
    struct store *store;
    struct store_batch *given; /* to the store, while it is being written */
    struct store_batch *copy;  /* of it, without the probe */
    bool was_lost;             /* while it was being written */
    unsigned batch_probes;     /* of the batch in which the power was to fail last */
    int64_t probes;            /* stored before the undecided batch; -1: there is none */
};

/* ------------------------------------------------------------------ opening */

/* Whatever the store found out about each operation; the given batch may bear the probe as well. */
static void note_results(struct database *database, const struct store_batch *batch)
{
    for (size_t i = 0; i < store_batch_count(database->copy); i++)
        batch__tell(database->copy, i, store_batch_get(batch, i));
}

/* The results were set before the commit that is lost, and the batch is still there. */
static void on_lost(void *ctx, const char *reason)
{
    struct database *database = ctx;
    (void)reason;
    database->was_lost = true;
    note_results(database, database->given);
}

static struct store *open_on(struct disk *disk, struct database *database)
{
    const struct store_sqlite_options options = {
        .path = PATH, .is_inline = true, .lost = on_lost, .lost_ctx = database};
    char message[256];
    forgetful_vfs_use(disk);
    struct store *store = store_sqlite_open(&options, NULL, NULL, message, sizeof(message));
    if (store == NULL) {
        fprintf(stderr, "%s\n", message);
        abort();
    }
    return store;
}

/* Migrations take longer than many a seed. The program has one such disk for as long as it runs. */
static const struct disk *migrated_disk(void)
{
    static struct disk disk;
    static bool is_there;
    if (!is_there) {
        disk_init(&disk, 1);
        store_close(open_on(&disk, NULL));
        is_there = true;
    }
    return &disk;
}

struct database *database_new(uint64_t seed)
{
    const struct disk *migrated = migrated_disk();
    struct database *database = calloc(1, sizeof(*database));
    if (database == NULL)
        abort();
    disk_init(&database->disk, seed);
    disk_copy(&database->disk, migrated);
    database->probes = -1;
    database->store = open_on(&database->disk, database);
    return database;
}

void database_free(struct database *database)
{
    store_close(database->store);
    disk_deinit(&database->disk);
    store_batch_free(database->copy);
    free(database);
}

struct store *database_store(struct database *database)
{
    return database->store;
}

void database_set_full(struct database *database, bool is_full)
{
    const struct disk_plan full = {
        .kinds = DISK_KIND(DISK_WRITE), .first = 1, .count = UINT64_MAX, .verdict = DISK_FULL};
    disk_fail(&database->disk, is_full ? full : (struct disk_plan){0});
}

bool database_is_off(const struct database *database)
{
    return database->disk.is_off;
}

/* ------------------------------------------------------------------ probes */

/* By a connection of its own: nobody asks the store for them. */
static int64_t probes_read(void)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *row = NULL;
    int64_t probes = -1;
    if (sqlite3_open_v2(PATH, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
        sqlite3_exec(db, "PRAGMA wal_autocheckpoint = 0", NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "SELECT value FROM meta WHERE key = 'probe'", -1, &row, NULL) ==
            SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW)
        probes = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(db);
    if (probes < 0)
        abort();
    return probes;
}

/* ------------------------------------------------------------------ writing */

static struct store_batch *batch_copy(const struct store_batch *batch)
{
    struct store_batch *copy = store_batch_new();
    for (size_t i = 0; i < store_batch_count(batch); i++)
        store_batch_add(copy, store_batch_get(batch, i));
    return copy;
}

struct written {
    struct database *database;
    bool is_reported;
    int status;
};

static void on_batch(void *ctx, uint64_t number, int status, const struct store_batch *batch)
{
    struct written *written = ctx;
    struct database *database = written->database;
    (void)number;
    written->is_reported = true;
    written->status = status;
    note_results(database, batch);
}

static void on_answer(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    (void)ctx;
    (void)number;
    (void)status;
    (void)answer;
}

static void plan_cut(struct database *database, uint64_t cut_at)
{
    const struct store_op probe = {.kind = STORE_PROBE};
    database->probes = probes_read();
    database->batch_probes = 2 + (database->batch_probes + 1) % 8;
    for (unsigned i = 0; i < database->batch_probes; i++)
        store_batch_add(database->given, &probe);
    disk_cut_at(&database->disk, cut_at);
}

enum database_outcome database_write(struct database *database, uint64_t number,
                                     struct store_batch *take_batch, uint64_t cut_at,
                                     struct store_batch **batch_out)
{
    struct written written = {.database = database};
    const struct store_listener listener = {
        .ctx = &written, .batch_done = on_batch, .query_done = on_answer};
    database->given = take_batch;
    database->copy = batch_copy(take_batch);
    database->was_lost = false;
    if (cut_at != 0)
        plan_cut(database, cut_at);
    store_submit(database->store, number, take_batch);
    store_poll(database->store, &listener);
    if (cut_at != 0 && !database->disk.is_off)
        disk_cut_at(&database->disk, 0); /* it made fewer changes */
    *batch_out = database->copy;
    database->copy = NULL;
    /* A write that failed because the power did may be on the disk all the same. */
    bool is_off = cut_at != 0 && database->disk.is_off;
    if (!database->was_lost && !is_off)
        database->probes = -1;
    if (written.is_reported && !is_off)
        return written.status == STORE_OK ? DATABASE_STORED : DATABASE_FAILED;
    return DATABASE_UNDECIDED;
}

/* ------------------------------------------------------------------ the end */

bool database_end(struct database *database, enum database_end end)
{
    bool is_stored = false;
    if (end == DATABASE_KILLED)
        disk_kill(&database->disk);
    if (end == DATABASE_CUT_OFF)
        disk_cut(&database->disk);
    store_close(database->store);
    disk_power_on(&database->disk);
    database->store = open_on(&database->disk, database);
    if (database->probes >= 0)
        is_stored = probes_read() == database->probes + database->batch_probes;
    database->probes = -1;
    return is_stored;
}
