/* SPDX-License-Identifier: MIT */
/*
 * Sides: which player begins a game. Nobody gets another side by a game that was aborted, not begun
 * or broken off: a rematch keeps the sides then, and where a lot decides, a player whose last such
 * game ended so is due the same side again. Memory only: a restart forgets what is due.
 */
#ifndef PENTAD_SERVER_CORE_SIDES_H
#define PENTAD_SERVER_CORE_SIDES_H

#include "server/core/state.h"

/* The seat of the room whose player begins its first game. */
int sides_first(struct core *core, const struct room *room);
/* The same of the game after the room's last one. */
int sides_rematch(const struct room *room);
/* The room's match ended. Changes belong to the open batch. */
void sides_note_end(struct core *core, const struct room *room);

#endif
