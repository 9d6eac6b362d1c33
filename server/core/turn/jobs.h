/* SPDX-License-Identifier: MIT */
/*
 * Work that answers no request, because a game or a player owns it: the computer's thinking will,
 * and a better hash of a password does. What comes of it goes up as WORK_TOLD, to the part that
 * knows its owner, which may be gone by then. (For work that a request waits for see wait.h.)
 */
#ifndef PENTAD_SERVER_CORE_JOBS_H
#define PENTAD_SERVER_CORE_JOBS_H

#include "server/core/desk/happen.h"
#include "server/core/state.h"

/* Starts work. False: its class is full. */
bool jobs_start(struct core *core, struct work_owner owner, const struct work *work);
/* The owner does not want its work any more, and hears nothing of it: what waits is forgotten, what
 * was begun is asked to stop. */
void jobs_drop(struct core *core, struct work_owner owner);

/* Counts the jobs of which `counts` says that they are the subject's. */
typedef bool jobs_counts_fn(struct core *core, struct work_owner owner, uint64_t subject);
unsigned jobs_count(struct core *core, jobs_counts_fn *counts, uint64_t subject);

/* Inputs of the core: raise WORK_TOLD. Whether the job is one of these. */
bool jobs_done(struct core *core, uint64_t number, const struct work_result *result);
bool jobs_got_on(struct core *core, uint64_t number, const struct work_result *so_far);

void jobs_deinit(struct core *core);

#endif
