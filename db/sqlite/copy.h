/* SPDX-License-Identifier: MIT */
/*
 * Private to the SQLite back-end: a whole copy of a database as a file of its own, for backups, and
 * for the copy that is made before a migration.
 */
#ifndef PENTAD_DB_SQLITE_COPY_H
#define PENTAD_DB_SQLITE_COPY_H

#include <stddef.h>

#include <sqlite3.h>

struct copy_order {
    sqlite3 *db;        /* open on `source`, outside a transaction; its snapshot is copied */
    const char *source; /* the real path of the database */
    const char *target; /* made, or replaced by a rename once the copy is whole and synced */
    /* Looks at the copy, which is whole and synced and still has another name. Anything but 0 ends
     * the work, and copy__make() returns it. May be NULL. */
    int (*verify)(void *ctx, const char *path);
    void *ctx;
};

/* Returns 0, what verify returned, or -1 with the end of a sentence in `message_out`. Unless it
 * returns 0, `target` is as it was and nothing is left behind; only if syncing the folder failed,
 * see the message. */
int copy__make(const struct copy_order *order, char *message_out, size_t message_size);

#endif
