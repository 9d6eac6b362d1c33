/* SPDX-License-Identifier: MIT */
/*
 * Private to the forgetful VFS: an open file with the locks that it holds, and the shared memory of
 * a database between the connections of this program.
 */
#ifndef PENTAD_TESTS_SUPPORT_FORGETFUL_LOCKS_H
#define PENTAD_TESTS_SUPPORT_FORGETFUL_LOCKS_H

#include "tests/support/forgetful_disk.h"

#include <sqlite3.h>

struct forgetful_shm;

struct forgetful_file {
    sqlite3_file base;
    struct disk *disk;
    struct disk_inode *inode;
    int lock; /* SQLITE_LOCK_... */
    struct forgetful_shm *shm;
    unsigned shared; /* slots of the shared memory's locks, as bits */
    unsigned exclusive;
};

/* Gives back everything that the file holds. */
void locks__drop(struct forgetful_file *file);

/* Of struct sqlite3_io_methods. */
int locks__lock(sqlite3_file *base, int level);
int locks__unlock(sqlite3_file *base, int level);
int locks__is_reserved(sqlite3_file *base, int *is_reserved_out);
int locks__shm_map(sqlite3_file *base, int region, int size, int extend, void volatile **at_out);
int locks__shm_lock(sqlite3_file *base, int offset, int count, int flags);
void locks__shm_barrier(sqlite3_file *base);
int locks__shm_unmap(sqlite3_file *base, int is_deleted);

#endif
