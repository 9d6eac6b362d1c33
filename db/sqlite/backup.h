/* SPDX-License-Identifier: MIT */
/*
 * A backup of a database file, whether a server has it open or not. Reads on a connection of its
 * own that never writes to the database and never checkpoints; the server goes on meanwhile.
 * Blocks; for the operator's commands.
 */
#ifndef PENTAD_DB_SQLITE_BACKUP_H
#define PENTAD_DB_SQLITE_BACKUP_H

#include "db/sqlite/check.h"

enum store_backup_result {
    STORE_BACKUP_MADE = 0,
    STORE_BACKUP_UNSOUND = 1,    /* the copy has findings, which the listener was told */
    STORE_BACKUP_IMPOSSIBLE = -1 /* see the message */
};

#define STORE_BACKUP_MESSAGE_SIZE 512

/* Copies the database at `path` to `target`. The copy holds everything that was committed before
 * the call. Only a copy that store_sqlite_check() finds sound, and that is synced, gets the name
 * `target`, in one step and in place of any file with that name; else `target` is as it was.
 * Returns an enum store_backup_result; `message_out` says what went wrong, as the end of a
 * sentence. */
int store_sqlite_backup(const char *path, const char *target,
                        const struct store_check_listener *listener,
                        struct store_check_counts *counts_out,
                        char message_out[STORE_BACKUP_MESSAGE_SIZE]);

#endif
