/* SPDX-License-Identifier: MIT */
/*
 * Who has turned away from a rated game. It is kept for moderators, action by action, and nothing
 * follows from it (game.focus, mod.game).
 */
#ifndef PENTAD_SERVER_CORE_MATCH_FOCUS_H
#define PENTAD_SERVER_CORE_MATCH_FOCUS_H

#include "server/core/state.h"

/* The seat's player turned away from the client at `conn`, or (0) is back. It is written down for
 * the action that is to come, now if it is the seat's, and else when it is. */
void match_focus(struct core *core, struct match *match, enum seat seat, uint64_t conn);
/* Writes for the action that is to come now that its player has turned away, if that is so. */
void match__note_focus(struct core *core, const struct match *match);

#endif
