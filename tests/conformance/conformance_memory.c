/* SPDX-License-Identifier: MIT */
/*
 * The conformance suite for the memory back-end.
 */
#include "db/store_memory.h"
#include "tests/conformance/store_conformance.h"

static struct store *memory_open(const char *folder, store_wake_fn *wake, void *wake_ctx)
{
    (void)folder;
    return store_memory_open(wake, wake_ctx);
}

const struct harness_backend CONFORMANCE_BACKEND = {
    .name = "memory",
    .open = memory_open,
    .keeps = false,
};

int main(void)
{
    return conformance_run();
}
