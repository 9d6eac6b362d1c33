/* SPDX-License-Identifier: MIT */
/*
 * Private to the SQLite back-end: one server for each database, whatever name it uses for the file.
 * There are two flocks. One is on a file beside the database, which says who holds it; the other on
 * the database itself, because a hard link or a file that is mounted elsewhere is the same database
 * with another file beside it. The kernel releases both when the process ends, however it ends; the
 * file stays.
 */
#ifndef PENTAD_DB_SQLITE_LOCK_H
#define PENTAD_DB_SQLITE_LOCK_H

#include <stddef.h>

struct lock {
    int beside;
    int database;
};

#define LOCK_NONE ((struct lock){.beside = -1, .database = -1})

/* Makes the database file if there is none (readable by its owner only), finds its real path, takes
 * its locks, and checks that it and the files that belong to it can be written. The caller frees
 * `path_out`. Returns 0, or -1 with the end of a sentence in `message_out`. Call it before SQLite
 * opens the file: closing a file drops all locks that SQLite has on it in this process. */
int lock__take(struct lock *lock_out, const char *path, char **path_out, char *message_out,
               size_t message_size);
/* Releases the locks, after SQLite has closed the file. */
void lock__release(struct lock *lock);

/* Checks if a reader beside the server may read the database by this name: by another name than the
 * server's it would not see what was written last. Returns 0, or -1 with the end of a sentence.
 * Does not report a missing file. Call it before the reader's process opens the file. */
int lock__see_name(const char *path, char *message_out, size_t message_size);

#endif
