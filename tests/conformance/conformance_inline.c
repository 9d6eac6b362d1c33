/* SPDX-License-Identifier: MIT */
/*
 * The conformance suite for SQLite inline: in memory, without threads.
 */
#include "tests/conformance/store_conformance.h"
#include "tests/support/memory_store.h"

static struct store *inline_open(const char *folder, store_wake_fn *wake, void *wake_ctx)
{
    (void)folder;
    return memory_store_open(wake, wake_ctx);
}

const struct harness_backend CONFORMANCE_BACKEND = {
    .name = "inline",
    .open = inline_open,
    .keeps = false,
};
