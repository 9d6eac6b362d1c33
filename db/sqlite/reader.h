/* SPDX-License-Identifier: MIT */
/*
 * Private to db/sqlite. The reader: its thread, its work, and the load.
 */
#ifndef PENTAD_DB_SQLITE_READER_H
#define PENTAD_DB_SQLITE_READER_H

#include "db/sqlite/inside.h"

/* The thread; a struct store_sqlite is its argument. */
void *sqlite__reader_main(void *store);
/* Does the thread's work inline, until nothing is left to do. */
void sqlite__read_now(struct store_sqlite *store);

/* The store's load, on a connection of its own that lives as long as the call; inline on the only
 * one. On the owner's thread. */
int sqlite__load(struct store *store, const struct store_loader *loader);

#endif
