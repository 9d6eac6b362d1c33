/* SPDX-License-Identifier: MIT */
/*
 * SQLite's calls for files, names and time; locks and shared memory are in forgetful_locks.c. The
 * disk that is in use is this file's, as the VFS is the program's.
 */
#include "tests/support/forgetful_vfs.h"

#include "tests/support/forgetful_locks.h"

#include <string.h>

static sqlite3_vfs *system_vfs;

/* The verdict on a call as SQLite's code for it. */
static int code_of(enum disk_verdict verdict, int failure)
{
    if (verdict == DISK_GOES_ON)
        return SQLITE_OK;
    return verdict == DISK_FULL ? SQLITE_FULL : failure;
}

/* Counts the call and takes the lock; finish() gives it back. */
static int begin(struct disk *disk, enum disk_call call, int failure, bool *is_cut_out)
{
    pthread_mutex_lock(&disk->lock);
    return code_of(disk__count(disk, call, is_cut_out), failure);
}

static int finish(struct disk *disk, int code, bool is_cut)
{
    if (is_cut && !disk->is_off)
        disk__cut(disk);
    pthread_mutex_unlock(&disk->lock);
    return code;
}

/* ------------------------------------------------------------------ files */

static int file_close(sqlite3_file *base)
{
    struct forgetful_file *file = (struct forgetful_file *)base;
    locks__drop(file);
    pthread_mutex_lock(&file->disk->lock);
    disk__inode_release(file->inode);
    pthread_mutex_unlock(&file->disk->lock);
    return SQLITE_OK;
}

static int file_read(sqlite3_file *base, void *bytes, int size, sqlite3_int64 offset)
{
    struct forgetful_file *file = (struct forgetful_file *)base;
    const struct disk_bytes *now = &file->inode->now;
    bool is_cut;
    int code = begin(file->disk, DISK_READ, SQLITE_IOERR_READ, &is_cut);
    if (code != SQLITE_OK)
        return finish(file->disk, code, is_cut);
    size_t at = (size_t)offset;
    size_t there = at < now->size ? now->size - at : 0;
    size_t len = there < (size_t)size ? there : (size_t)size;
    if (len > 0)
        memcpy(bytes, now->bytes + at, len);
    memset((char *)bytes + len, 0, (size_t)size - len);
    return finish(file->disk, len == (size_t)size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ, is_cut);
}

static int file_write(sqlite3_file *base, const void *bytes, int size, sqlite3_int64 offset)
{
    struct forgetful_file *file = (struct forgetful_file *)base;
    bool is_cut;
    pthread_mutex_lock(&file->disk->lock);
    enum disk_verdict verdict = disk__count(file->disk, DISK_WRITE, &is_cut);
    size_t len = (size_t)size;
    if (verdict == DISK_SHORT || verdict == DISK_FULL)
        len /= 2;
    if (verdict != DISK_FAILS)
        disk__write(file->inode, bytes, len, (size_t)offset);
    return finish(file->disk, code_of(verdict, SQLITE_IOERR_WRITE), is_cut);
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    struct forgetful_file *file = (struct forgetful_file *)base;
    bool is_cut;
    int code = begin(file->disk, DISK_TRUNCATE, SQLITE_IOERR_TRUNCATE, &is_cut);
    if (code == SQLITE_OK)
        disk__truncate(file->inode, (size_t)size);
    return finish(file->disk, code, is_cut);
}

static int file_sync(sqlite3_file *base, int flags)
{
    struct forgetful_file *file = (struct forgetful_file *)base;
    bool is_cut;
    (void)flags;
    int code = begin(file->disk, DISK_SYNC, SQLITE_IOERR_FSYNC, &is_cut);
    if (code == SQLITE_OK)
        disk__sync(file->disk, file->inode);
    else if (!file->disk->is_off)
        disk__sync_fails(file->disk, file->inode);
    return finish(file->disk, code, is_cut);
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size_out)
{
    struct forgetful_file *file = (struct forgetful_file *)base;
    bool is_cut;
    int code = begin(file->disk, DISK_SIZE, SQLITE_IOERR_FSTAT, &is_cut);
    *size_out = (sqlite3_int64)file->inode->now.size;
    return finish(file->disk, code, is_cut);
}

static int file_control(sqlite3_file *base, int op, void *argument)
{
    (void)base;
    (void)op;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *base)
{
    (void)base;
    return 4096;
}

/* As the unix VFS: what lies beside a write is not touched by a power cut. */
static int file_characteristics(sqlite3_file *base)
{
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods METHODS = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = locks__lock,
    .xUnlock = locks__unlock,
    .xCheckReservedLock = locks__is_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = locks__shm_map,
    .xShmLock = locks__shm_lock,
    .xShmBarrier = locks__shm_barrier,
    .xShmUnmap = locks__shm_unmap,
};

/* ------------------------------------------------------------------ names */

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags,
                    int *flags_out)
{
    struct disk *disk = vfs->pAppData;
    struct forgetful_file *file = (struct forgetful_file *)base;
    bool is_cut;
    *file = (struct forgetful_file){.disk = disk};
    int code = begin(disk, DISK_OPEN, SQLITE_CANTOPEN, &is_cut);
    struct disk_name *entry = name == NULL ? NULL : disk__name(disk, name);
    bool is_main = (flags & SQLITE_OPEN_MAIN_DB) != 0;
    bool is_made = entry != NULL && entry->now == NULL && (is_main || (flags & SQLITE_OPEN_CREATE));
    if (code == SQLITE_OK && entry != NULL && entry->now == NULL && !is_made)
        code = SQLITE_CANTOPEN;
    if (code != SQLITE_OK)
        return finish(disk, code, is_cut);
    if (is_made)
        disk__create(entry, is_main);
    file->inode = entry != NULL ? entry->now : disk__inode_new();
    file->inode->references++;
    file->base.pMethods = &METHODS;
    if (flags_out != NULL)
        *flags_out = flags;
    return finish(disk, SQLITE_OK, is_cut);
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int is_synced)
{
    struct disk *disk = vfs->pAppData;
    bool is_cut;
    int code = begin(disk, DISK_DELETE, SQLITE_IOERR_DELETE, &is_cut);
    struct disk_name *entry = disk__name(disk, name);
    if (code == SQLITE_OK && entry->now == NULL)
        code = SQLITE_IOERR_DELETE_NOENT;
    if (code == SQLITE_OK)
        disk__delete(disk, entry, is_synced != 0);
    return finish(disk, code, is_cut);
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *is_there_out)
{
    struct disk *disk = vfs->pAppData;
    bool is_cut;
    int code = begin(disk, DISK_ACCESS, SQLITE_IOERR_ACCESS, &is_cut);
    const struct disk_name *entry = disk__name(disk, name);
    *is_there_out =
        entry->now != NULL && (flags != SQLITE_ACCESS_EXISTS || entry->now->now.size > 0);
    return finish(disk, code, is_cut);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *name, int size, char *path_out)
{
    (void)vfs;
    sqlite3_snprintf(size, path_out, "%s", name);
    return SQLITE_OK;
}

/* ------------------------------------------------------------------ what is the system's */

static int vfs_randomness(sqlite3_vfs *vfs, int size, char *bytes_out)
{
    (void)vfs;
    return system_vfs->xRandomness(system_vfs, size, bytes_out);
}

static int vfs_sleep(sqlite3_vfs *vfs, int us)
{
    (void)vfs;
    return system_vfs->xSleep(system_vfs, us);
}

static int vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *time_out)
{
    (void)vfs;
    return system_vfs->xCurrentTimeInt64(system_vfs, time_out);
}

static int vfs_last_error(sqlite3_vfs *vfs, int size, char *text_out)
{
    (void)vfs;
    (void)size;
    (void)text_out;
    return 0;
}

void forgetful_vfs_use(struct disk *disk)
{
    static sqlite3_vfs vfs = {
        .iVersion = 2,
        .szOsFile = sizeof(struct forgetful_file),
        .mxPathname = DISK_NAME_SIZE - 1,
        .zName = "forgetful",
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_full_path,
        .xRandomness = vfs_randomness,
        .xSleep = vfs_sleep,
        .xGetLastError = vfs_last_error,
        .xCurrentTimeInt64 = vfs_time,
    };
    if (system_vfs == NULL)
        system_vfs = sqlite3_vfs_find(NULL);
    vfs.pAppData = disk;
    (void)sqlite3_vfs_register(&vfs, 1);
}
