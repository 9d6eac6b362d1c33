/* SPDX-License-Identifier: MIT */
/*
 * The days off of players in memory, and how they are stored: server/core/rules/days_off.h has the
 * rule.
 */
#ifndef PENTAD_SERVER_CORE_PEOPLE_DAYS_OFF_H
#define PENTAD_SERVER_CORE_PEOPLE_DAYS_OFF_H

#include "server/core/state.h"

/* The time for which the player's days off still last; 0: none run. */
int64_t player_days_off_ms(const struct core *core, const struct player *player);
/* The wall time at which they end; NONE: none run. */
int64_t player_days_off_until(const struct core *core, const struct store_days_off *off);
/* The number that the player may still take this year. */
int player_days_off_left(const struct core *core, const struct player *player);
/* Takes `days` days off, behind those that run, or with 0 ends those; belongs to the open batch.
 * Sets how much later they end now: less than 0 if they were ended. Returns 0,
 * ERR_TOO_FEW_DAYS_OFF or ERR_NO_DAYS_OFF, and then nothing has changed. */
int player_days_off_set(struct core *core, struct player *player, int days, int64_t *later_ms_out);

#endif
