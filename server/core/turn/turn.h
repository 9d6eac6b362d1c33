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

/* When to try again. */
#define SHORTAGE_RETRY_MS 250
/* Output that may wait for readers while it lasts: a part of the reserve. */
#define SHORTAGE_UNSENT_BYTES ((size_t)1024 * 1024)

bool shortage_is_on(const struct core *core);
/* Whether the request may be carried out now: 0, or ERR_OUT_OF_MEMORY with call->retry_after_ms.
 * hello and ping always may: they need nothing that stays. */
int shortage_check(struct call *call);
/* Lets the uptime stand or go on. At the beginning and at the end of a turn. */
void shortage_tick(struct core *core);

#endif
