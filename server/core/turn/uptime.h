/* SPDX-License-Identifier: MIT */
/*
 * Uptime: the milliseconds that this server was ever up and able to save, over all its lives. Games
 * measure players' time in it, so that time while the server was down, or could save nothing, is
 * nobody's. While there are games without a real-time clock it is stored every uptime_mark_ms; a
 * crash takes back what came after that.
 */
#ifndef PENTAD_SERVER_CORE_UPTIME_H
#define PENTAD_SERVER_CORE_UPTIME_H

#include "server/core/state.h"

/* Goes on from the stored uptime. */
void uptime_start(struct core *core, int64_t stored_ms);
int64_t uptime_ms(const struct core *core);
/* The uptime at core->due_ms. */
int64_t uptime_due_ms(const struct core *core);
/* It stands while nothing can be saved. */
void uptime_stand(struct core *core);
/* Makes it stand from a moment that is past: changes after that moment were taken back. */
void uptime_stand_since(struct core *core, int64_t at_ms);
void uptime_go_on(struct core *core);
/* The monotonic time at which it will be `at_ms`, INT64_MAX while it stands. */
int64_t uptime_to_mono_ms(const struct core *core, int64_t at_ms);

/* Stores it now: also when such a game begins. */
void uptime_mark(struct core *core);
/* Stores it when that is due. */
void uptime_tick(struct core *core);
int64_t uptime_next_ms(const struct core *core);

#endif
