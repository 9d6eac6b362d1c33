/* SPDX-License-Identifier: MIT */
/*
 * Private to the SQLite back-end: one server a file. The lock is an flock on a file beside the
 * database, because SQLite's own locks on the database must not be disturbed by opening and closing
 * it by hand. The kernel lets it go when the process ends, however it ends; the file stays.
 */
#ifndef PENTAD_DB_SQLITE_LOCK_H
#define PENTAD_DB_SQLITE_LOCK_H

#include <stddef.h>

/* Makes the database file if there is none (readable by its owner only), finds its real path and
 * takes its lock. `path_out` is the caller's to free. Returns the lock's descriptor, or -1 with
 * the end of a sentence in `message_out`. */
int lock__take(const char *path, char **path_out, char *message_out, size_t message_size);
void lock__release(int lock);

#endif
