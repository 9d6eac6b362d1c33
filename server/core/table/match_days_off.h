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

#endif
