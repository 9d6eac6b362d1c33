/* SPDX-License-Identifier: MIT */
/*
 * The conduct of players in memory, and how it is stored: server/core/rules/conduct.h has the rule.
 */
#ifndef PENTAD_SERVER_CORE_PEOPLE_CONDUCT_H
#define PENTAD_SERVER_CORE_PEOPLE_CONDUCT_H

#include "server/core/state.h"

/* Counts one more game of the player that ended; belongs to the open batch. Nothing is counted
 * within ten minutes after a start, or after the store was away. */
void player_conduct_count(struct core *core, struct player *player, bool is_broken);
/* The ms until the player may meet people by chance again; 0: may now. */
int64_t player_conduct_wait_ms(const struct core *core, const struct player *player);
/* Returns 0 if the call's player may meet people by chance now, else ERR_PAUSED. */
int player_conduct_check(struct call *call);
/* True if the player spoils so many games that others wait for this player less long. */
bool player_conduct_is_poor(const struct core *core, const struct player *player);
/* The conduct as a record, in the arena. */
const struct conduct_record *player_conduct_view(struct core *core,
                                                 const struct store_conduct *conduct);

/* ------------------------------------------------------------------ days off */
/*
 * The days off of players in memory, and how they are stored: server/core/rules/conduct.h has the
 * rule.
 */

/* The time for which the player's days off still last; 0: none run. */
int64_t player_days_off_ms(const struct core *core, const struct player *player);
/* The wall time at which they end; NONE: none run. */
int64_t player_days_off_until(const struct core *core, const struct store_days_off *off);
/* The number that the player may still take this year. */
int player_days_off_left(const struct core *core, const struct player *player);
/* Takes `days` days off, after those that run; 0 ends those that run. Belongs to the open batch.
 * Sets how much later they end now: less than 0 if they were ended. Returns 0, or
 * ERR_TOO_FEW_DAYS_OFF or ERR_NO_DAYS_OFF, and then nothing has changed. */
int player_days_off_set(struct core *core, struct player *player, int days, int64_t *later_ms_out);

#endif
