/* SPDX-License-Identifier: MIT */
/*
 * Private to the SQLite back-end: one server a database, by whatever name. There are two flocks.
 * One is on a file beside the database, which says who holds it; the other on the database itself,
 * because a hard link or a file that is mounted elsewhere is the same database with another file
 * beside it. The kernel lets both go when the process ends, however it ends; the file stays.
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
 * its locks, and sees that it and the files that belong to it can be written. `path_out` is the
 * caller's to free. Returns 0, or -1 with the end of a sentence in `message_out`. Before anything
 * of SQLite opens the file: closing a file drops all locks that its process has by SQLite. */
int lock__take(struct lock *lock_out, const char *path, char **path_out, char *message_out,
               size_t message_size);
/* After everything of SQLite has closed the file. */
void lock__release(struct lock *lock);

/* For a reader beside the server: 0 if it may read the database by this name. By another name than
 * the server's it would not see what was written last. -1 with the end of a sentence. A file
 * that is not there is the reader's to notice. Called before the reader's process opens it. */
int lock__see_name(const char *path, char *message_out, size_t message_size);

#endif
