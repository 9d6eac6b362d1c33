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

/* The data that the functions share and never change: for workers_options.means. */
struct work_means {
    struct crypto_cost cost;               /* of a new password */
    char dummy[CRYPTO_PASSWORD_HASH_SIZE]; /* verified if there is no hash */
    struct photo_child photos;
    struct think *think; /* owned by its maker */
};

/* Takes as long as hashing one password. False: there is no memory for that. photo_child_init()
 * fills in `photos`. */
bool work_means_init(struct work_means *means, const struct crypto_cost *cost);

/* The functions of the kinds, and those of their first looks. */
extern work_run_fn *const work_runs[WORK_KIND_COUNT];
extern work_run_fn *const work_looks[WORK_KIND_COUNT];

#endif
