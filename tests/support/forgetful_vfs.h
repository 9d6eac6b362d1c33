/* SPDX-License-Identifier: MIT */
/*
 * SQLite on a disk that forgets (forgetful_disk.h). The database file itself need not exist there:
 * it is made when it is opened. Shared memory and locks are between the connections of this
 * program, and gone with them.
 */
#ifndef PENTAD_TESTS_SUPPORT_FORGETFUL_VFS_H
#define PENTAD_TESTS_SUPPORT_FORGETFUL_VFS_H

#include "tests/support/forgetful_disk.h"

/* From now on SQLite's files are on `disk`, which is borrowed. Nothing may be open. */
void forgetful_vfs_use(struct disk *disk);

#endif
