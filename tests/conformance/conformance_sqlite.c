/* SPDX-License-Identifier: MIT */
/*
 * The conformance suite for the SQLite back-end.
 */
#include "db/sqlite/check.h"
#include "db/sqlite/store.h"
#include "tests/conformance/store_conformance.h"
#include "tests/support/memory_store.h"

#include <stdio.h>
#include <string.h>

static struct store *sqlite_open(const char *folder, store_wake_fn *wake, void *wake_ctx)
{
    char path[256];
    char message[256];
    (void)snprintf(path, sizeof(path), "%s/pentad.db", folder);
    memory_store_save(path);
    const struct store_sqlite_options options = {.path = path, .sync = STORE_SYNC_FULL};
    struct store *store = store_sqlite_open(&options, wake, wake_ctx, message, sizeof(message));
    if (store == NULL)
        print_error("%s\n", message);
    return store;
}

/* Games of the suite are of samples: what they say of boards is not looked at. */
static void found(void *ctx, const struct store_finding *finding)
{
    static const char *const DERIVED[] = {"rating", "rating_count", "ledger", "tally", "form"};
    (void)ctx;
    for (size_t i = 0; i < sizeof(DERIVED) / sizeof(DERIVED[0]); i++)
        if (strcmp(finding->kind, DERIVED[i]) == 0 || strstr(finding->what, "annulled") != NULL)
            fail_msg("%s %s: %s", finding->kind, finding->id, finding->what);
}

static bool is_cancelled(void *ctx)
{
    (void)ctx;
    return false;
}

static void sqlite_check(const char *folder)
{
    char path[256];
    char message[256];
    struct store_check_counts counts;
    const struct store_check_listener listener = {NULL, found, is_cancelled};
    (void)snprintf(path, sizeof(path), "%s/pentad.db", folder);
    assert_int_equal(store_sqlite_check(path, &listener, &counts, message, sizeof(message)), 0);
}

const struct harness_backend CONFORMANCE_BACKEND = {
    .name = "sqlite",
    .open = sqlite_open,
    .keeps = true,
    .check = sqlite_check,
};
