/* SPDX-License-Identifier: MIT */
/*
 * Private to db/sqlite. The writer: its thread and its work.
 */
#ifndef PENTAD_DB_SQLITE_WRITER_H
#define PENTAD_DB_SQLITE_WRITER_H

#include "db/sqlite/inside.h"

/* The thread; a struct store_sqlite is its argument. */
void *sqlite__writer_main(void *store);
/* Does the thread's work inline, until nothing is left to do. */
void sqlite__write_now(struct store_sqlite *store);

#endif
