/* SPDX-License-Identifier: MIT */
/*
 * Finds out what a computer owes at a table: an action, or an answer. That follows from the match
 * as it stands, after everything that changes it and after a start, so nothing of it is stored and
 * nothing can be lost. Here is what is wanted and by when; computers.c does it.
 */
#ifndef PENTAD_SERVER_CORE_COMPUTER_TURN_H
#define PENTAD_SERVER_CORE_COMPUTER_TURN_H

#include "server/core/desk/happen.h"
#include "server/core/state.h"

/* Looks whether a computer sits there. */
void computer_turn_begin(struct match *match);
/* After the match changed: a thought that is not wanted any more is dropped, and what is owed has
 * its time. */
void computer_turn_update(struct core *core, struct match *match);
/* Listens to GAME_ACTED and SLOW_GAME_ACTED: the same. */
void computer_turn_game_acted(struct core *core, const struct game_act *act);
/* The match was taken back, or goes: nothing that is thought about it is wanted. */
void computer_turn_forget(struct core *core, struct match *match);

/* The thought under way, if there is one, is not wanted any more. */
void computer_turn_drop_thought(struct core *core, struct match *match);

/* Whether it is for the computer to act. */
bool computer_turn_owes_action(const struct match *match);
/* Whether the other player asks for a draw or for a takeback. */
bool computer_turn_owes_answer(const struct match *match);

#endif
