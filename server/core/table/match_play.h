/* SPDX-License-Identifier: MIT */
/*
 * Acts of players in a match: actions, draw offers, resigning, aborting, leaving. Taking back is in
 * match_play.c.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_PLAY_H
#define PENTAD_SERVER_CORE_MATCH_PLAY_H

#include "server/core/desk/happen.h"
#include "server/core/state.h"

/* Whether the game can still be aborted. */
bool match_can_abort(const struct match *match);
/* Acts of players. Each checks the rules, writes, and tells the room; 0 or an error. */
int match_act(struct core *core, struct room *room, enum seat seat, struct action action);
/* Takes the lines in place of what the player at `seat` had planned, writes and tells it. Returns
 * 0, an error of plan_read(), ERR_PLAN_NEEDS_DAYS, ERR_STALE_PLY or ERR_PLAN_ON_OWN_TURN. */
int match_plan_set(struct core *core, struct match *match, enum seat seat, int64_t ply,
                   const char *lines);
/* The player has no plan any more; that is written and told. */
void match_plan_clear(struct core *core, struct match *match, enum seat seat);
int match_draw_offer(struct core *core, struct room *room, enum seat seat);
int match_draw_accept(struct core *core, struct room *room, enum seat seat);
int match_draw_refuse(struct core *core, struct room *room, enum seat seat);
int match_resign(struct core *core, struct room *room, enum seat seat);
int match_abort(struct core *core, struct room *room, enum seat seat);
/* Gives the opponent time. */
int match_give_time(struct core *core, struct room *room, enum seat seat, int64_t given_ms);
/* The player's days off end so much later, or earlier: logged and told if the player is to act in
 * the room's game, and its clock one of days. */
void match_days_off(struct core *core, struct room *room, const struct player *player,
                    int64_t later_ms);
/* Listens to the begin of a game: its first turn may be a player's who has days off. */
void match_begin_days_off(struct core *core, struct room *room);
/* The outcome when the player at `loser` gives the game up or is claimed from: nobody loses a game
 * that could still be aborted, or in which the opponent is far from a row. */
struct outcome match_outcome_of_loss(const struct match *match, enum seat loser,
                                     enum reason reason);
/* Leaving, which is giving up. */
void match_leave(struct core *core, struct room *room, enum seat seat);
/* How many actions the player has to wait for before asking again for the act that `error` refused:
 * exact, 0 where it is no such error; and for how long that is, if the game goes on as fast as it
 * did. */
int64_t match_plies_to_wait(const struct match *match, enum seat seat, int error);
int64_t match_plies_last_ms(const struct core *core, const struct match *match, int64_t plies);
/* Whether the action at `ply` was this one, by this seat. */
bool match_is_repeat(const struct match *match, enum seat seat, size_t ply, struct action action);

/* ------------------------------------------------------------------ focus */
/*
 * Loss of focus during a rated game. It is kept for moderators, action by action, and nothing
 * follows from it (game.focus, mod.game).
 */

/* The seat's player turned away from the client at `conn`, or (0) is back. It is written down for
 * the action that is to come, now if it is the seat's, and else when it is. */
void match_focus(struct core *core, struct match *match, enum seat seat, uint64_t conn);
/* Listens to GAME_ACTED and SLOW_GAME_ACTED: notes for the action that is to come that its player
 * has turned away. */
void match_focus_game_acted(struct core *core, const struct game_act *act);

/* ------------------------------------------------------------------ conditional moves */
/*
 * Conditional moves: the plan of each player of a correspondence game between people
 * (rules/plan.h), as the game goes on. It is the player's secret: the store has it with the game,
 * and only its owner is told of it. Players set and clear it by match_play.h.
 */

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

/* ------------------------------------------------------------------ takebacks */
/*
 * Taking back: a player asks, the other grants or refuses, or has said in the settings to grant. A
 * takeback undoes the last action of the player who asked, and all that followed it.
 */

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
