/* SPDX-License-Identifier: MIT */
/*
 * Shortage of memory (base/memory.h): while it lasts, work that has begun is finished with the
 * reserve, nothing else is begun, and the clocks stand, for nobody can move.
 */
#ifndef PENTAD_SERVER_CORE_SHORTAGE_H
#define PENTAD_SERVER_CORE_SHORTAGE_H

#include "server/core/turn/call.h"

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
