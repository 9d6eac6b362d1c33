/* SPDX-License-Identifier: MIT */
/*
 * Lives of an SQLite store on a disk that forgets, and what must be true afterwards: a batch that
 * was reported durable is there as a whole, one that was reported failed is not, one that was not
 * reported is there as a whole or not at all; in the order of submission; and the file is sound.
 *
 * Batch n leaves rows in all tables that are only added to, each with n as its time, and the next
 * entry in the log of one long game, whose founding is a batch of its own. Questions are asked in
 * between: an answer that leaves out what is durable is a lie, too; an error is none.
 */
#ifndef PENTAD_TESTS_UNIT_DB_DURABILITY_H
#define PENTAD_TESTS_UNIT_DB_DURABILITY_H

#include "db/sqlite/store.h"
#include "tests/support/forgetful_disk.h"
#include "tests/support/test.h"

#include <stddef.h>
#include <stdint.h>

#define DURABILITY_BATCHES 2000
#define DURABILITY_QUERIES 512 /* in a life, at the most */

/* Every one of them, or every tenth where a sanitizer makes each several times as long; no
 * multiple of LIFE_ENDS, so that all ends have their turn. */
#ifdef __SANITIZE_ADDRESS__
#define LIFE_STRIDE 10
#else
#define LIFE_STRIDE 1
#endif

enum batch_fate {
    BATCH_UNKNOWN, /* submitted, and nothing was reported while anybody could hear it */
    BATCH_DURABLE,
    BATCH_FAILED,
};

/* The course of a life when the store reports a failure, or that it cannot know. */
enum life_end {
    LIFE_GOES_ON, /* the owner resumes; the store is closed in the end */
    LIFE_KILLED,  /* the process is killed at that moment */
    LIFE_CUT,     /* the power fails at that moment */
    LIFE_ENDS
};

struct trial {
    struct disk disk;
    enum store_sync sync;
    enum life_end on_failure;
    enum batch_fate fates[DURABILITY_BATCHES];
    bool founds[DURABILITY_BATCHES]; /* the batch begins the long game */
    int lives[DURABILITY_BATCHES];   /* in which it was submitted */
    bool missed[DURABILITY_BATCHES]; /* an answer said that something of it is not there */
    int lies;                        /* what was loaded or answered and cannot be true */
    int life;
    int batches; /* submitted so far, over all lives; the number of the last one */
    int settled; /* those up to here were looked for by the last audit: what is there stays */
    /* the life under way */
    struct store *store;
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool is_woken;
    bool is_lost;     /* the store cannot know what is stored: the process would end */
    int reported;     /* the last number that was reported */
    bool has_failed;  /* a batch of this life was reported failed */
    int failures;     /* batches reported failed, over all lives */
    uint64_t queries; /* asked in this life */
    uint64_t answers;
    int subjects[DURABILITY_QUERIES]; /* the batch that a query is about, by its number */
    int answer_status;                /* of the last one */
    uint32_t chain;                   /* entries of the long game, as far as this life knows */
    bool has_chain;                   /* it was founded */
};

/* Once in a program: SQLite's files are in memory from now on; the lock is in a real folder. */
void durability_begin(void);
void durability_end(void);

/* A trial that goes on where `image` (NULL: with nothing) stopped, whose store is closed, on a disk
 * and with dice of its own. */
void trial_init(struct trial *trial, const struct trial *image, uint64_t seed,
                enum store_sync sync);
void trial_deinit(struct trial *trial);

/* Opens the store, does `count` batches and queries, closes it. Whatever fails on the way. Returns
 * false if the store did not open. */
bool trial_live(struct trial *trial, int count);
/* Lives like trial_live(), but in the end the process is killed instead of closing the store. */
void trial_live_and_kill(struct trial *trial, int count);
/* The disk is well again: opens the store and looks. Returns how much is wrong, and prints it. With
 * sync = normal a power cut may have taken the last batches of each life. */
int trial_audit(struct trial *trial);

/* By hand, past the store, which is not open: runs statements; or makes the WAL so many frames long
 * and kills the process that did it, so that they stay in it. */
void trial_run(struct trial *trial, const char *sql);
void trial_grow_wal(struct trial *trial, int frames);

#endif
