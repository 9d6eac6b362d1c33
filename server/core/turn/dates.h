/* SPDX-License-Identifier: MIT */
/*
 * What happens at a time of the wall clock: the monthly fine. Nothing does before the clock can be
 * believed (wall.h), nor twice: who has a date sets it anew, or clears it, when it has come. What
 * is measured for players has a deadline of uptime and no date.
 */
#ifndef PENTAD_SERVER_CORE_DATES_H
#define PENTAD_SERVER_CORE_DATES_H

#include "server/core/state.h"
#include "server/core/turn/date.h"

/* Sets the date, or moves it. `fall` is called when it has come, once in each turn for as long as
 * it is not set to a later time or cleared. It returns false if it has to wait for something else,
 * which will cause a turn: until then nobody is woken up for it. */
void date_set(struct core *core, struct date *date, int64_t at_ms, date_fall_fn *fall);
void date_clear(struct core *core, struct date *date);

/* Looks at the clock, and lets what is due happen: in every turn, when the time has come in. */
void dates_tick(struct core *core);
/* When dates_tick() has something to do by itself (monotonic). */
int64_t dates_next_ms(const struct core *core);

#endif
