/* SPDX-License-Identifier: MIT */
/*
 * Conditional moves: the plan of each player of a correspondence game between people
 * (rules/plan.h), as the game goes on. It is the player's secret: the store has it with the game,
 * and only its owner is told of it. Players set and clear it by match_play.h.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_PLAN_H
#define PENTAD_SERVER_CORE_MATCH_PLAN_H

#include "server/core/desk/happen.h"
#include "server/core/state.h"

/* The lines of the player at `seat`, in the arena. */
const char *match_plan_lines(struct core *core, const struct match *match, enum seat seat);
/* The action by which the player to act has planned to answer, to be made at once; NULL: there is
 * none, or the opponent offers a draw, which no plan answers. */
const struct action *match_plan_answer(const struct match *match);

/* Listens to SLOW_GAME_ACTED: what is left of plans is written, and their owners are told. */
void match_plan_slow_game_acted(struct core *core, const struct game_act *act);

/* Takes it as it is stored; the log was read before. */
void match__plan_load(struct match *match, const struct store_plan *stored);
/* Leaves of all plans what fits an event that was just applied. */
void match__plans_follow(struct match *match, struct match_event event);
/* The seats that have a plan: a bit for each. */
uint8_t match__plans_of(const struct match *match);
/* Writes, or tells their owners, what is left of the plans of these seats. */
void match__plans_write(struct core *core, const struct match *match, uint8_t seats);
void match__plans_tell(struct core *core, const struct match *match, uint8_t seats);

#endif
