/* SPDX-License-Identifier: MIT */
/*
 * A disk that forgets: files in memory, each with what programs see and what is safe from a power
 * cut. Only a sync makes changes safe. When the power fails, changes that were not synced are lost,
 * or kept in part: a prefix, a random choice, pieces of 512 bytes, the last one torn in the middle;
 * so are new names and deletions. A process that is killed loses nothing that it wrote. Calls can
 * be made to fail, too, and a sync that fails loses what it had to make safe, as Linux does.
 *
 * Everything is drawn from the seed. Owns all files; any thread, under its own lock.
 */
#ifndef PENTAD_TESTS_SUPPORT_FORGETFUL_DISK_H
#define PENTAD_TESTS_SUPPORT_FORGETFUL_DISK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum disk_call {
    DISK_OPEN,
    DISK_DELETE,
    DISK_ACCESS,
    DISK_READ,
    DISK_WRITE,
    DISK_TRUNCATE,
    DISK_SYNC,
    DISK_SIZE,
    DISK_LOCK,
    DISK_SHM_LOCK,
    DISK_SHM_MAP,
    DISK_CALL_COUNT
};

enum disk_verdict {
    DISK_GOES_ON,
    DISK_FAILS, /* nothing is done */
    DISK_SHORT, /* writes: half of it is done */
    DISK_FULL,  /* the same, for want of room */
};

/* Calls of the kinds in `kinds` (bits) fail: those with the numbers from `first` (from 1) on, so
 * many of them. */
struct disk_plan {
    unsigned kinds;
    uint64_t first;
    uint64_t count;
    enum disk_verdict verdict;
};

#define DISK_KIND(call) (1u << (call))
/* Calls that change something: where the power may fail. */
#define DISK_CHANGES                                                                               \
    (DISK_KIND(DISK_OPEN) | DISK_KIND(DISK_DELETE) | DISK_KIND(DISK_WRITE) |                       \
     DISK_KIND(DISK_TRUNCATE) | DISK_KIND(DISK_SYNC))

/* A change that a program made to a file and nobody synced. */
struct disk_change {
    bool is_truncate;
    size_t offset; /* or the new size */
    size_t size;
    uint8_t *bytes;
};

struct disk_bytes {
    uint8_t *bytes;
    size_t size;
    size_t cap;
};

/* The content of a file; a name that was deleted may still be open. */
struct disk_inode {
    struct disk_bytes now;
    struct disk_bytes safe;
    struct disk_change *changes;
    size_t change_count;
    size_t change_cap;
    int references; /* names and handles */
};

#define DISK_NAMES 8
#define DISK_NAME_SIZE 256

struct disk_name {
    char name[DISK_NAME_SIZE];
    struct disk_inode *now;  /* NULL: there is no such file */
    struct disk_inode *safe; /* what the name means after a power cut */
};

struct disk {
    pthread_mutex_t lock;
    struct disk_name names[DISK_NAMES];
    uint64_t random;
    bool is_off;           /* every call fails */
    bool keeps_after_sync; /* a sync that fails loses nothing, and the next one is as good */
    size_t
        forgets_last; /* not 0: what a cut takes is not drawn, but these last changes of a file */
    uint64_t cut_at;  /* the power fails at this change, counted from 1; 0: never */
    uint64_t changes; /* so far, since disk_power_on() */
    struct disk_plan plan;
    uint64_t planned; /* calls of the plan's kinds, since disk_plan() */
    uint64_t failed;  /* of them */
    uint64_t calls[DISK_CALL_COUNT];
};

void disk_init(struct disk *disk, uint64_t seed);
/* The files of `from`, all of them safe, into an empty disk. */
void disk_copy(struct disk *disk, const struct disk *from);
/* Nothing may be open. */
void disk_deinit(struct disk *disk);

uint64_t disk_draw(struct disk *disk, uint64_t end);

/* ------------------------------------------------------------------ what befalls it */

/* At the change of that number from now on, the first being 1. */
void disk_cut_at(struct disk *disk, uint64_t change);
void disk_fail(struct disk *disk, struct disk_plan plan);
/* The power fails, or the process is killed, now, unless it is off already. */
void disk_cut(struct disk *disk);
void disk_kill(struct disk *disk);
/* Everything was closed; what survived is there. No plans are left. */
void disk_power_on(struct disk *disk);

/* ------------------------------------------------------------------ what programs do */

/* Each of these is called with the lock held. First the call is counted: what is to happen to it.
 * `is_cut_out`: the power fails right after it. */
enum disk_verdict disk__count(struct disk *disk, enum disk_call call, bool *is_cut_out);
void disk__cut(struct disk *disk);
struct disk_name *disk__name(struct disk *disk, const char *name);
struct disk_inode *disk__inode_new(void);
void disk__inode_release(struct disk_inode *inode);
/* `is_safe`: the name survives a power cut from the start. */
void disk__create(struct disk_name *name, bool is_safe);
void disk__delete(struct disk *disk, struct disk_name *name, bool is_synced);
void disk__write(struct disk_inode *inode, const void *bytes, size_t size, size_t offset);
void disk__truncate(struct disk_inode *inode, size_t size);
void disk__sync(struct disk *disk, struct disk_inode *inode);
void disk__sync_fails(struct disk *disk, struct disk_inode *inode);

#endif
