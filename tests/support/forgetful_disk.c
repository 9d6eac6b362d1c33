/* SPDX-License-Identifier: MIT */
/* Keeps what is on the disk, and decides what of it survives; see the header. */
#include "tests/support/forgetful_disk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SECTOR 512

static void *must(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

/* ------------------------------------------------------------------ bytes */

static void bytes_resize(struct disk_bytes *bytes, size_t size)
{
    if (size > bytes->cap) {
        bytes->cap = 2 * size;
        bytes->bytes = must(realloc(bytes->bytes, bytes->cap));
    }
    if (size > bytes->size)
        memset(bytes->bytes + bytes->size, 0, size - bytes->size);
    bytes->size = size;
}

static void bytes_write(struct disk_bytes *bytes, const uint8_t *from, size_t size, size_t offset)
{
    if (offset + size > bytes->size)
        bytes_resize(bytes, offset + size);
    if (size > 0)
        memcpy(bytes->bytes + offset, from, size);
}

static void bytes_change(struct disk_bytes *bytes, const struct disk_change *change)
{
    if (change->is_truncate)
        bytes_resize(bytes, change->offset);
    else
        bytes_write(bytes, change->bytes, change->size, change->offset);
}

static void bytes_copy(struct disk_bytes *to, const struct disk_bytes *from)
{
    bytes_resize(to, from->size);
    if (from->size > 0)
        memcpy(to->bytes, from->bytes, from->size);
}

/* ------------------------------------------------------------------ inodes and names */

struct disk_inode *disk__inode_new(void)
{
    return must(calloc(1, sizeof(struct disk_inode)));
}

static void changes_forget(struct disk_inode *inode)
{
    for (size_t i = 0; i < inode->change_count; i++)
        free(inode->changes[i].bytes);
    inode->change_count = 0;
}

void disk__inode_release(struct disk_inode *inode)
{
    if (inode == NULL || --inode->references > 0)
        return;
    changes_forget(inode);
    free(inode->changes);
    free(inode->now.bytes);
    free(inode->safe.bytes);
    free(inode);
}

static void name_point(struct disk_inode **at, struct disk_inode *inode)
{
    if (inode != NULL)
        inode->references++;
    disk__inode_release(*at);
    *at = inode;
}

struct disk_name *disk__name(struct disk *disk, const char *name)
{
    for (int i = 0; i < DISK_NAMES; i++) {
        struct disk_name *entry = &disk->names[i];
        if (entry->name[0] == '\0') {
            assert(strlen(name) < DISK_NAME_SIZE);
            memcpy(entry->name, name, strlen(name) + 1);
        }
        if (strcmp(entry->name, name) == 0)
            return entry;
    }
    abort();
}

void disk__create(struct disk_name *name, bool is_safe)
{
    name_point(&name->now, disk__inode_new());
    if (is_safe)
        name_point(&name->safe, name->now);
}

/* All names are in one folder. */
static void folder_sync(struct disk *disk)
{
    for (int i = 0; i < DISK_NAMES; i++)
        name_point(&disk->names[i].safe, disk->names[i].now);
}

void disk__delete(struct disk *disk, struct disk_name *name, bool is_synced)
{
    name_point(&name->now, NULL);
    if (is_synced)
        folder_sync(disk);
}

/* ------------------------------------------------------------------ changes */

static void change_add(struct disk_inode *inode, struct disk_change change)
{
    if (inode->change_count == inode->change_cap) {
        inode->change_cap = inode->change_cap == 0 ? 64 : 2 * inode->change_cap;
        inode->changes = must(realloc(inode->changes, inode->change_cap * sizeof(change)));
    }
    inode->changes[inode->change_count++] = change;
}

void disk__write(struct disk_inode *inode, const void *bytes, size_t size, size_t offset)
{
    struct disk_change change = {.offset = offset, .size = size, .bytes = must(malloc(size + 1))};
    memcpy(change.bytes, bytes, size);
    change_add(inode, change);
    bytes_change(&inode->now, &change);
}

void disk__truncate(struct disk_inode *inode, size_t size)
{
    struct disk_change change = {.is_truncate = true, .offset = size};
    change_add(inode, change);
    bytes_change(&inode->now, &change);
}

/* With the first sync of a new file SQLite's unix VFS syncs the folder, too. */
void disk__sync(struct disk *disk, struct disk_inode *inode)
{
    bool is_new = false;
    for (size_t i = 0; i < inode->change_count; i++)
        bytes_change(&inode->safe, &inode->changes[i]);
    changes_forget(inode);
    for (int i = 0; i < DISK_NAMES; i++)
        is_new |= disk->names[i].now == inode && disk->names[i].safe != inode;
    if (is_new)
        folder_sync(disk);
}

/* ------------------------------------------------------------------ what survives */

enum fate {
    FATE_NOTHING,
    FATE_PREFIX,  /* the first changes, the last one of them torn */
    FATE_CHOICE,  /* any changes */
    FATE_SECTORS, /* any sectors of any changes */
    FATE_ALL,
    FATE_COUNT
};

static void sectors_keep(struct disk *disk, struct disk_inode *inode,
                         const struct disk_change *change)
{
    for (size_t at = 0; at < change->size; at += SECTOR) {
        size_t size = change->size - at < SECTOR ? change->size - at : SECTOR;
        if (disk_draw(disk, 2) == 0)
            bytes_write(&inode->safe, change->bytes + at, size, change->offset + at);
    }
}

static void first_changes_survive(struct disk_inode *inode, size_t forgotten)
{
    for (size_t i = 0; i + forgotten < inode->change_count; i++)
        bytes_change(&inode->safe, &inode->changes[i]);
    changes_forget(inode);
}

static void changes_survive(struct disk *disk, struct disk_inode *inode)
{
    if (disk->forgets_last > 0) {
        first_changes_survive(inode, disk->forgets_last);
        return;
    }
    enum fate fate = (enum fate)disk_draw(disk, FATE_COUNT);
    size_t prefix = (size_t)disk_draw(disk, inode->change_count + 1);
    for (size_t i = 0; i < inode->change_count; i++) {
        const struct disk_change *change = &inode->changes[i];
        bool is_kept = fate == FATE_ALL || (fate == FATE_PREFIX && i < prefix) ||
                       (fate == FATE_CHOICE && disk_draw(disk, 2) == 0) ||
                       (fate == FATE_SECTORS && change->is_truncate && disk_draw(disk, 2) == 0);
        if (is_kept)
            bytes_change(&inode->safe, change);
        else if (fate == FATE_SECTORS && !change->is_truncate)
            sectors_keep(disk, inode, change);
        else if (fate == FATE_PREFIX && i == prefix && !change->is_truncate)
            bytes_write(&inode->safe, change->bytes, (size_t)disk_draw(disk, change->size + 1),
                        change->offset);
    }
    changes_forget(inode);
}

void disk__sync_fails(struct disk *disk, struct disk_inode *inode)
{
    if (!disk->keeps_after_sync)
        changes_survive(disk, inode);
}

void disk__cut(struct disk *disk)
{
    disk->is_off = true;
    for (int i = 0; i < DISK_NAMES; i++) {
        struct disk_name *name = &disk->names[i];
        struct disk_inode *kept = disk_draw(disk, 2) == 0 ? name->now : name->safe;
        name_point(&name->now, kept);
        name_point(&name->safe, kept);
    }
    for (int i = 0; i < DISK_NAMES; i++) {
        struct disk_inode *inode = disk->names[i].now;
        if (inode == NULL)
            continue;
        changes_survive(disk, inode);
        bytes_copy(&inode->now, &inode->safe);
    }
}

/* ------------------------------------------------------------------ the disk */

void disk_init(struct disk *disk, uint64_t seed)
{
    memset(disk, 0, sizeof(*disk));
    pthread_mutex_init(&disk->lock, NULL);
    disk->random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
}

void disk_copy(struct disk *disk, const struct disk *from)
{
    for (int i = 0; i < DISK_NAMES; i++) {
        if (from->names[i].now == NULL)
            continue;
        struct disk_name *name = disk__name(disk, from->names[i].name);
        disk__create(name, true);
        bytes_copy(&name->now->now, &from->names[i].now->now);
        bytes_copy(&name->now->safe, &name->now->now);
    }
}

void disk_deinit(struct disk *disk)
{
    for (int i = 0; i < DISK_NAMES; i++) {
        name_point(&disk->names[i].now, NULL);
        name_point(&disk->names[i].safe, NULL);
    }
    pthread_mutex_destroy(&disk->lock);
}

uint64_t disk_draw(struct disk *disk, uint64_t end)
{
    uint64_t x = disk->random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    disk->random = x;
    return (x >> 11) % end;
}

enum disk_verdict disk__count(struct disk *disk, enum disk_call call, bool *is_cut_out)
{
    *is_cut_out = false;
    if (disk->is_off)
        return DISK_FAILS;
    disk->calls[call]++;
    if ((DISK_CHANGES & DISK_KIND(call)) != 0 && ++disk->changes == disk->cut_at) {
        /* Before the call or after it. */
        *is_cut_out = disk_draw(disk, 2) == 0;
        if (!*is_cut_out)
            disk__cut(disk);
        return *is_cut_out ? DISK_GOES_ON : DISK_FAILS;
    }
    if ((disk->plan.kinds & DISK_KIND(call)) == 0)
        return DISK_GOES_ON;
    disk->planned++;
    if (disk->planned < disk->plan.first || disk->planned - disk->plan.first >= disk->plan.count)
        return DISK_GOES_ON;
    disk->failed++;
    return disk->plan.verdict;
}

void disk_cut_at(struct disk *disk, uint64_t change)
{
    pthread_mutex_lock(&disk->lock);
    disk->cut_at = disk->changes + change;
    pthread_mutex_unlock(&disk->lock);
}

void disk_fail(struct disk *disk, struct disk_plan plan)
{
    pthread_mutex_lock(&disk->lock);
    disk->plan = plan;
    disk->planned = 0;
    disk->failed = 0;
    pthread_mutex_unlock(&disk->lock);
}

void disk_cut(struct disk *disk)
{
    pthread_mutex_lock(&disk->lock);
    if (!disk->is_off)
        disk__cut(disk);
    pthread_mutex_unlock(&disk->lock);
}

void disk_kill(struct disk *disk)
{
    pthread_mutex_lock(&disk->lock);
    disk->is_off = true;
    pthread_mutex_unlock(&disk->lock);
}

void disk_power_on(struct disk *disk)
{
    pthread_mutex_lock(&disk->lock);
    disk->is_off = false;
    disk->cut_at = 0;
    disk->changes = 0;
    disk->plan = (struct disk_plan){0};
    pthread_mutex_unlock(&disk->lock);
}
