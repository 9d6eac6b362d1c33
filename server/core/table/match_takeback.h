/* SPDX-License-Identifier: MIT */
/*
 * Taking back: a player asks, the other grants or refuses, or has said in the settings to grant.
 * What is taken back is the last action of who asked, and what followed it.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_TAKEBACK_H
#define PENTAD_SERVER_CORE_MATCH_TAKEBACK_H

#include "server/core/state.h"

/* What players do: 0 or an error. */
int match_takeback_ask(struct core *core, struct room *room, enum seat seat);
/* Grants what the player at `seat` has just asked for, if the opponent's settings say so and it is
 * the first of the game. Returns whether. */
bool match_takeback_grant(struct core *core, struct room *room, enum seat seat);
int match_takeback_accept(struct core *core, struct room *room, enum seat seat);
int match_takeback_refuse(struct core *core, struct room *room, enum seat seat);

#endif
