/* SPDX-License-Identifier: MIT */
/*
 * Whether the wall clock can be believed. Anything that waits for a date (the monthly fine) must
 * not happen because somebody set the clock, a machine woke up in another year, or a battery is
 * empty. The wall clock is held against the monotonic one, and at start against what is stored;
 * once it looks wrong, it has to keep steady for a day before it is believed again.
 */
#ifndef PENTAD_SERVER_CORE_WALL_H
#define PENTAD_SERVER_CORE_WALL_H

#include "server/core/state.h"

/* A clock that is off by more than this was set; by less, it was corrected. */
#define WALL_JUMP_MS (INT64_C(3600) * 1000)
/* For so long (monotonic) a clock that was set has to keep steady. */
#define WALL_STEADY_MS (INT64_C(24) * 3600 * 1000)

/* The clocks as they are at the beginning. */
void wall_init(struct core *core);
/* Nothing that is stored can be younger than `youngest_ms` (wall, 0: unknown) says. */
void wall_check_stored(struct core *core, int64_t youngest_ms);
/* Looks at the clocks: in every turn. */
void wall_watch(struct core *core);

/* The time as it is, or as it would be had nobody set the clock since it was believed last. */
int64_t wall_believed_ms(const struct core *core);
bool wall_is_trusted(const struct core *core);
/* The clock is not believed: tells the operator, once until it is believed again. `detail` is more
 * of the line in the log, "key=value". */
void wall_refuse(struct core *core, const char *because, const char *detail);

/* When to look again (monotonic). */
int64_t wall_next_ms(const struct core *core);

#endif
