/* SPDX-License-Identifier: MIT */
/*
 * Thoughts of computers, on the threads of their class. The question is read from its texts; the
 * computer's knowledge of the variant is made once for all threads; each thought has memory of its
 * own while it lasts.
 */
#ifndef PENTAD_SERVER_SHELL_THINK_H
#define PENTAD_SERVER_SHELL_THINK_H

#include "server/shell/workers.h"

/* Shared by the threads. */
struct think;

struct think *think_new(void);
void think_free(struct think *think);

/* Thinks. Fails if there is no such computer, level or game, which the core never asks for, and if
 * memory is short. */
void think_run(struct think *think, const struct work *work, struct work_result *result,
               const struct working *working);
/* Takes a first look, in the same way: a thought of some hundred positions, which takes
 * milliseconds. */
void think_look(struct think *think, const struct work *work, struct work_result *result,
                const struct working *working);

#endif
