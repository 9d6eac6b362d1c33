/* SPDX-License-Identifier: MIT */
/*
 * Locks of files and slots, and shared memory, as SQLite's unix VFS has them between processes.
 * Few files are open at once, so what others hold is found by walking over a list of all of them.
 */
#include "tests/support/forgetful_locks.h"

#include <stdlib.h>

#define OPEN_MAX 16
#define REGIONS_MAX 64

struct forgetful_shm {
    int users;
    void *regions[REGIONS_MAX];
};

/* All files that hold a lock or shared memory; under the disk's lock. */
static struct forgetful_file *holders[OPEN_MAX];

static void holder_add(struct forgetful_file *file)
{
    int at = -1;
    for (int i = 0; i < OPEN_MAX; i++) {
        if (holders[i] == file)
            return;
        if (holders[i] == NULL)
            at = i;
    }
    if (at < 0)
        abort();
    holders[at] = file;
}

static bool is_other(const struct forgetful_file *file, int i)
{
    return holders[i] != NULL && holders[i] != file && holders[i]->inode == file->inode;
}

/* The strongest lock that others have. */
static int others_lock(const struct forgetful_file *file)
{
    int level = SQLITE_LOCK_NONE;
    for (int i = 0; i < OPEN_MAX; i++)
        if (is_other(file, i) && holders[i]->lock > level)
            level = holders[i]->lock;
    return level;
}

static int lock_try(struct forgetful_file *file, int level)
{
    int others = others_lock(file);
    if (level == SQLITE_LOCK_SHARED && others >= SQLITE_LOCK_PENDING)
        return SQLITE_BUSY;
    if (level >= SQLITE_LOCK_RESERVED && others >= SQLITE_LOCK_RESERVED)
        return SQLITE_BUSY;
    if (level == SQLITE_LOCK_EXCLUSIVE && others >= SQLITE_LOCK_SHARED) {
        file->lock = SQLITE_LOCK_PENDING;
        return SQLITE_BUSY;
    }
    holder_add(file);
    file->lock = level;
    return SQLITE_OK;
}

int locks__lock(sqlite3_file *base, int level)
{
    struct forgetful_file *file = (struct forgetful_file *)base;
    bool is_cut;
    if (file->lock >= level)
        return SQLITE_OK;
    pthread_mutex_lock(&file->disk->lock);
    int code = disk__count(file->disk, DISK_LOCK, &is_cut) == DISK_GOES_ON ? lock_try(file, level)
                                                                           : SQLITE_IOERR_LOCK;
    pthread_mutex_unlock(&file->disk->lock);
    return code;
}

int locks__unlock(sqlite3_file *base, int level)
{
    struct forgetful_file *file = (struct forgetful_file *)base;
    pthread_mutex_lock(&file->disk->lock);
    if (file->lock > level)
        file->lock = level;
    pthread_mutex_unlock(&file->disk->lock);
    return SQLITE_OK;
}

int locks__is_reserved(sqlite3_file *base, int *is_reserved_out)
{
    struct forgetful_file *file = (struct forgetful_file *)base;
    pthread_mutex_lock(&file->disk->lock);
    *is_reserved_out =
        file->lock >= SQLITE_LOCK_RESERVED || others_lock(file) >= SQLITE_LOCK_RESERVED;
    pthread_mutex_unlock(&file->disk->lock);
    return SQLITE_OK;
}

/* ------------------------------------------------------------------ shared memory */

static void shm_attach(struct forgetful_file *file)
{
    for (int i = 0; i < OPEN_MAX && file->shm == NULL; i++)
        if (is_other(file, i))
            file->shm = holders[i]->shm;
    if (file->shm == NULL)
        file->shm = calloc(1, sizeof(*file->shm));
    if (file->shm == NULL)
        abort();
    file->shm->users++;
    holder_add(file);
}

/* The last one takes it away: the next connection recovers. */
static void shm_detach(struct forgetful_file *file)
{
    struct forgetful_shm *shm = file->shm;
    file->shm = NULL;
    file->shared = 0;
    file->exclusive = 0;
    if (shm == NULL || --shm->users > 0)
        return;
    for (int i = 0; i < REGIONS_MAX; i++)
        free(shm->regions[i]);
    free(shm);
}

static int region_get(struct forgetful_file *file, int region, int size, int extend, void **at_out)
{
    if (file->shm == NULL)
        shm_attach(file);
    if (region >= REGIONS_MAX)
        abort();
    void **at = &file->shm->regions[region];
    if (*at == NULL && extend != 0)
        *at = calloc(1, (size_t)size);
    *at_out = *at;
    return SQLITE_OK;
}

/* Fails where a region is made; one that is in memory is just handed out. */
int locks__shm_map(sqlite3_file *base, int region, int size, int extend, void volatile **at_out)
{
    struct forgetful_file *file = (struct forgetful_file *)base;
    void *at = NULL;
    bool is_cut;
    pthread_mutex_lock(&file->disk->lock);
    int code = SQLITE_IOERR_SHMSIZE;
    if (disk__count(file->disk, DISK_SHM_MAP, &is_cut) == DISK_GOES_ON)
        code = region_get(file, region, size, extend, &at);
    *at_out = at;
    pthread_mutex_unlock(&file->disk->lock);
    return code;
}

static int slots_lock(struct forgetful_file *file, unsigned slots, int flags)
{
    for (int i = 0; i < OPEN_MAX; i++) {
        if (!is_other(file, i))
            continue;
        unsigned taken = holders[i]->exclusive;
        if ((flags & SQLITE_SHM_EXCLUSIVE) != 0)
            taken |= holders[i]->shared;
        if ((taken & slots) != 0)
            return SQLITE_BUSY;
    }
    if ((flags & SQLITE_SHM_EXCLUSIVE) != 0)
        file->exclusive |= slots;
    else
        file->shared |= slots;
    return SQLITE_OK;
}

int locks__shm_lock(sqlite3_file *base, int offset, int count, int flags)
{
    struct forgetful_file *file = (struct forgetful_file *)base;
    unsigned slots = ((1u << count) - 1) << offset;
    int code = SQLITE_OK;
    bool is_cut;
    pthread_mutex_lock(&file->disk->lock);
    if ((flags & SQLITE_SHM_UNLOCK) != 0) {
        file->shared &= ~slots;
        file->exclusive &= ~slots;
    } else if (disk__count(file->disk, DISK_SHM_LOCK, &is_cut) != DISK_GOES_ON) {
        code = SQLITE_IOERR_SHMLOCK;
    } else {
        code = slots_lock(file, slots, flags);
    }
    pthread_mutex_unlock(&file->disk->lock);
    return code;
}

void locks__shm_barrier(sqlite3_file *base)
{
    struct forgetful_file *file = (struct forgetful_file *)base;
    pthread_mutex_lock(&file->disk->lock);
    pthread_mutex_unlock(&file->disk->lock);
}

int locks__shm_unmap(sqlite3_file *base, int is_deleted)
{
    struct forgetful_file *file = (struct forgetful_file *)base;
    (void)is_deleted;
    pthread_mutex_lock(&file->disk->lock);
    shm_detach(file);
    pthread_mutex_unlock(&file->disk->lock);
    return SQLITE_OK;
}

void locks__drop(struct forgetful_file *file)
{
    pthread_mutex_lock(&file->disk->lock);
    shm_detach(file);
    file->lock = SQLITE_LOCK_NONE;
    for (int i = 0; i < OPEN_MAX; i++)
        if (holders[i] == file)
            holders[i] = NULL;
    pthread_mutex_unlock(&file->disk->lock);
}
