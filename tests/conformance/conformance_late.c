/* SPDX-License-Identifier: MIT */
/*
 * The conformance suite for a database whose statements wait after they were sent, as over a line.
 * Neither db/ nor db/sql knows it: it is what a second database takes.
 */
#include "db/run/run.h"
#include "db/sqlite/driver.h"
#include "tests/conformance/store_conformance.h"
#include "tests/support/late_driver.h"
#include "tests/support/memory_store.h"

#include <stdio.h>

static struct late_line line;

static struct store *late_open(const char *folder, store_wake_fn *wake, void *wake_ctx)
{
    char path[256];
    char reason[256];
    (void)snprintf(path, sizeof(path), "%s/pentad.db", folder);
    memory_store_save(path);
    const struct store_sqlite_options inner = {.path = path, .sync = STORE_SYNC_FULL};
    const struct run_options options = {.wake = wake, .wake_ctx = wake_ctx};
    struct sql_database *database = late_database_new(driver__database(&inner), &line);
    struct store *store = run__open(database, &options, reason, sizeof(reason));
    if (store == NULL)
        print_error("%s\n", reason);
    return store;
}

const struct harness_backend CONFORMANCE_BACKEND = {
    .name = "late",
    .open = late_open,
    .keeps = true,
};
