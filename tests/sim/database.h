/* SPDX-License-Identifier: MIT */
/*
 * The database of a seed: the product's SQL, inline, on a disk that forgets what was not synced
 * (tests/support/forgetful_disk.h). It is closed and opened again at every end of the server, and
 * what a power cut inside a commit left of it is found out then.
 */
#ifndef PENTAD_TESTS_SIM_DATABASE_H
#define PENTAD_TESTS_SIM_DATABASE_H

#include "db/store.h"

#include <stdbool.h>
#include <stdint.h>

struct database;

/* The simulator has one at a time. Its disk begins as a copy of one that was migrated once. */
struct database *database_new(uint64_t seed);
void database_free(struct database *database);
/* The store that gives access to the database; a new one after each end. */
struct store *database_store(struct database *database);

/* Whether writes find no room. */
void database_set_full(struct database *database, bool is_full);

enum database_outcome {
    DATABASE_STORED,
    DATABASE_FAILED,    /* and nothing of it is stored */
    DATABASE_UNDECIDED, /* the store was lost: database_end() finds out */
};

/* Writes the batch; `batch_out` is it with its results, whatever became of it. The caller frees
 * that. `cut_at` is not 0: the power fails at this change of the disk, the first being 1, if the
 * batch makes so many. */
enum database_outcome database_write(struct database *database, uint64_t number,
                                     struct store_batch *take_batch, uint64_t cut_at,
                                     struct store_batch **batch_out);
/* Whether the power failed: nothing is answered any more. */
bool database_is_off(const struct database *database);

enum database_end {
    DATABASE_CLOSED,  /* in order */
    DATABASE_KILLED,  /* the process died: what it wrote is there */
    DATABASE_CUT_OFF, /* the power failed: what was not synced may not be there */
};

/* Ends it and opens it again. Returns whether a batch that was DATABASE_UNDECIDED is stored. */
bool database_end(struct database *database, enum database_end end);

#endif
