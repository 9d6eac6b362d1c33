/* SPDX-License-Identifier: MIT */
/*
 * The conformance suite for the SQLite back-end.
 */
#include "db/sqlite/store.h"
#include "tests/conformance/store_conformance.h"

#include <stdio.h>

static struct store *sqlite_open(const char *folder, store_wake_fn *wake, void *wake_ctx)
{
    char path[256];
    char message[256];
    (void)snprintf(path, sizeof(path), "%s/pentad.db", folder);
    const struct store_sqlite_options options = {.path = path, .sync = STORE_SYNC_FULL};
    struct store *store = store_sqlite_open(&options, wake, wake_ctx, message, sizeof(message));
    if (store == NULL)
        print_error("%s\n", message);
    return store;
}

const struct harness_backend CONFORMANCE_BACKEND = {
    .name = "sqlite",
    .open = sqlite_open,
    .keeps = true,
};

int main(void)
{
    return conformance_run();
}
