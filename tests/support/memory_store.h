/* SPDX-License-Identifier: MIT */
/*
 * The product's SQL on a database in memory: what tests put behind the core. Migrations run once in
 * a program; every store after the first begins with a copy of what they made.
 */
#ifndef PENTAD_TESTS_SUPPORT_MEMORY_STORE_H
#define PENTAD_TESTS_SUPPORT_MEMORY_STORE_H

#include "db/store.h"

/* Empty, inline (db/sqlite/store.h). store_close() frees it. */
struct store *memory_store_open(store_wake_fn *wake, void *wake_ctx);

/* Makes the same a file, where there is none. */
void memory_store_save(const char *path);

#endif
