/* SPDX-License-Identifier: MIT */
/*
 * Days off at tables. The clock of a player who is to act and has days off runs so much longer as
 * these last: the log says so, so that whoever reads it again has the same clocks and need not know
 * who had days off.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_DAYS_OFF_H
#define PENTAD_SERVER_CORE_MATCH_DAYS_OFF_H

#include "server/core/state.h"

/* The event that was applied last passed the turn: if it is now a player's who has days off, the
 * clock waits for their end. Returns how long, which is the event's `given_ms` then. */
int64_t match__wait_for_days_off(struct core *core, struct match *match);
/* The player's days off end so much later, or earlier: logged and told if the player is to act in
 * the room's game, and its clock one of days. */
void match_days_off(struct core *core, struct room *room, const struct player *player,
                    int64_t later_ms);
/* Listens to the begin of a game: its first turn may be a player's who has days off. */
void match_begin_days_off(struct core *core, struct room *room);

#endif
