/* SPDX-License-Identifier: MIT */
/*
 * The state of a turn: the open batch, held output, what waits, and time.
 */
#ifndef PENTAD_SERVER_CORE_TURN_H
#define PENTAD_SERVER_CORE_TURN_H

#include "server/core/core.h"
#include "server/core/turn/call.h"
#include "server/core/turn/uptime.h"

/* Makes the part's state, core->turn; the parts below have theirs. `falls`: by enum due_kind. */
void turn_new(struct core *core, due_fall_fn *const *falls);
/* Frees it; the parts above have freed theirs. */
void turn_free(struct core *core);

/* ------------------------------------------------------------------ shortage */
/*
 * Shortage of memory (base/memory.h): while it lasts, work that has begun is finished with the
 * reserve, nothing else is begun, and the clocks stand, for nobody can move.
 */

/* The time that a client is told to wait. */
#define SHORTAGE_RETRY_MS 250
/* The output that may wait for readers during a shortage: a part of the reserve. */
#define SHORTAGE_UNSENT_BYTES ((size_t)1024 * 1024)

bool shortage_is_on(const struct core *core);
/* Returns 0 if the request may be carried out now, or ERR_OUT_OF_MEMORY with call->retry_after_ms.
 * hello and ping always may: they need no memory that stays in use. */
int shortage_check(struct call *call);
/* Lets the uptime stand or go on. Called at the beginning and at the end of a turn. */
void shortage_tick(struct core *core);

#endif
