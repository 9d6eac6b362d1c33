/* SPDX-License-Identifier: MIT */
/*
 * The listeners to happenings in the core, and to time.
 */
#ifndef PENTAD_SERVER_CORE_LISTENERS_H
#define PENTAD_SERVER_CORE_LISTENERS_H

#include "server/core/desk/happen.h"
#include "server/core/turn/uptime.h"

extern const struct listeners core_listeners;
/* The functions that are called when something falls due (turn/uptime.h), by enum due_kind. */
extern due_fall_fn *const core_falls[DUE_KIND_COUNT];

#endif
