/* SPDX-License-Identifier: MIT */
/*
 * Which tables sleep (sleep.h), and when the flag falls at each.
 */
#ifndef PENTAD_SERVER_CORE_SLEEPERS_H
#define PENTAD_SERVER_CORE_SLEEPERS_H

#include "server/core/state.h"

struct sleeper;

/* NULL if the room does not sleep. */
struct sleeper *sleepers_find(struct core *core, uint64_t room);
/* Whether the room is there, but asleep. */
bool sleepers_have(struct core *core, uint64_t room);
void sleepers_add(struct core *core, uint64_t room, int64_t due_ms);
void sleepers_hide(struct sleeper *sleeper, uint32_t n);
void sleepers_remove(struct core *core, struct sleeper *sleeper);
/* How many tables sleep. */
size_t sleepers_count(const struct core *core);
void sleepers_free(struct core *core);

#endif
