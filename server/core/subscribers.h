/* SPDX-License-Identifier: MIT */
/*
 * The subscribers to happenings in the core, and to time.
 */
#ifndef PENTAD_SERVER_CORE_SUBSCRIBERS_H
#define PENTAD_SERVER_CORE_SUBSCRIBERS_H

#include "server/core/desk/happen.h"
#include "server/core/turn/uptime.h"

extern const struct subscribers core_subscribers;
/* The functions that are called when something falls due (turn/uptime.h), by enum due_kind. */
extern due_fall_fn *const core_falls[DUE_KIND_COUNT];

#endif
