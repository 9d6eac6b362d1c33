/* SPDX-License-Identifier: MIT */
/*
 * The work of the threads, by its kind (server/work/kinds.def).
 */
#ifndef PENTAD_SERVER_SHELL_WORK_RUNS_H
#define PENTAD_SERVER_SHELL_WORK_RUNS_H

#include "server/shell/crypto.h"
#include "server/shell/photo_child.h"
#include "server/shell/think.h"
#include "server/shell/workers.h"

/* Shared by the functions, which never change it: for workers_options.means. */
struct work_means {
    struct crypto_cost cost;               /* of a new password */
    char dummy[CRYPTO_PASSWORD_HASH_SIZE]; /* verified where there is no hash */
    struct photo_child photos;
    struct think *think; /* owned by who made it */
};

/* Takes the time of one password. False: there is no memory for that. The photos are
 * photo_child_init()'s. */
bool work_means_init(struct work_means *means, const struct crypto_cost *cost);

/* By kind; and their first looks. */
extern work_run_fn *const work_runs[WORK_KIND_COUNT];
extern work_run_fn *const work_looks[WORK_KIND_COUNT];

#endif
