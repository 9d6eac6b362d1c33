/* SPDX-License-Identifier: MIT */
/*
 * Who has turned away from a rated game. It is kept for moderators, action by action, and nothing
 * follows from it (game.focus, mod.game).
 */
#ifndef PENTAD_SERVER_CORE_MATCH_FOCUS_H
#define PENTAD_SERVER_CORE_MATCH_FOCUS_H

#include "server/core/desk/happen.h"
#include "server/core/state.h"

/* The seat's player turned away from the client at `conn`, or (0) is back. It is written down for
 * the action that is to come, now if it is the seat's, and else when it is. */
void match_focus(struct core *core, struct match *match, enum seat seat, uint64_t conn);
/* Listens to GAME_ACTED and SLOW_GAME_ACTED: notes for the action that is to come that its player
 * has turned away. */
void match_focus_game_acted(struct core *core, const struct game_act *act);

#endif
