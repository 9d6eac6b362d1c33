/* SPDX-License-Identifier: MIT */
/*
 * Taking back: a player asks, the other grants or refuses, or has said in the settings to grant. A
 * takeback undoes the last action of the player who asked, and all that followed it.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_TAKEBACK_H
#define PENTAD_SERVER_CORE_MATCH_TAKEBACK_H

#include "server/core/state.h"

/* Whether a takeback of the player at `seat` would help who may not be helped: against a computer,
 * while that player has a rated game going. */
bool match_takeback_is_help(struct core *core, const struct match *match, enum seat seat);

/* Acts of players: 0 or an error. */
int match_takeback_ask(struct core *core, struct room *room, enum seat seat);
/* Grants the takeback that the player at `seat` has just asked for, if the opponent's settings say
 * so and it is the first of the game. Returns whether. */
bool match_takeback_grant(struct core *core, struct room *room, enum seat seat);
int match_takeback_accept(struct core *core, struct room *room, enum seat seat);
int match_takeback_refuse(struct core *core, struct room *room, enum seat seat);

#endif
