/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end: everything in the process, nothing on disk. For tests, the simulator and
 * measurements; what it keeps is gone with it. No threads: work is done inside store_poll().
 */
#ifndef PENTAD_DB_STORE_MEMORY_H
#define PENTAD_DB_STORE_MEMORY_H

#include "db/store.h"

/* `wake` is called inside submit and query. Never fails. store_close() frees it. */
struct store *store_memory_open(store_wake_fn *wake, void *wake_ctx);

/* Tests: every batch from now on fails with STORE_UNAVAILABLE, or no more. */
void store_memory_fail(struct store *store, bool fail);

#endif
