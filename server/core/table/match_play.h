/* SPDX-License-Identifier: MIT */
/*
 * Acts of players in a match: actions, draw offers, resigning, aborting, leaving, takebacks,
 * conditional moves.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_PLAY_H
#define PENTAD_SERVER_CORE_MATCH_PLAY_H

#include "server/core/desk/happen.h"
#include "server/core/state.h"

/* True if the game can still be aborted. */
bool match_can_abort(const struct match *match);
/* Acts of players. Each checks the rules, writes, and tells the room. Returns 0 or an error. */
int match_act(struct core *core, struct room *room, enum seat seat, struct action action);
/* Replaces the plan of the player at `seat` by these lines, writes and tells it. Returns 0, an
 * error of plan_read(), ERR_PLAN_NEEDS_DAYS, ERR_STALE_PLY or ERR_PLAN_ON_OWN_TURN. */
int match_plan_set(struct core *core, struct match *match, enum seat seat, int64_t ply,
                   const char *lines);
/* Clears the player's plan, writes and tells it. */
void match_plan_clear(struct core *core, struct match *match, enum seat seat);
int match_draw_offer(struct core *core, struct room *room, enum seat seat);
int match_draw_accept(struct core *core, struct room *room, enum seat seat);
int match_draw_refuse(struct core *core, struct room *room, enum seat seat);
int match_resign(struct core *core, struct room *room, enum seat seat);
int match_abort(struct core *core, struct room *room, enum seat seat);
/* Gives the opponent time. */
int match_give_time(struct core *core, struct room *room, enum seat seat, int64_t given_ms);
/* The player's days off end `later_ms` later (negative: earlier): logs and tells it if the player
 * is to act in the room's game and its clock is one of days. */
void match_days_off(struct core *core, struct room *room, const struct player *player,
                    int64_t later_ms);
/* Listens to MATCH_BEGAN: the player of the first turn may have days off. */
void match_begin_days_off(struct core *core, struct room *room);
/* The outcome when the player at `loser` gives the game up, or the opponent claims it: nobody loses
 * a game that could still be aborted, or in which the opponent is far from a row. */
struct outcome match_outcome_of_loss(const struct match *match, enum seat loser,
                                     enum reason reason);
/* The player leaves, and so gives the game up. */
void match_leave(struct core *core, struct room *room, enum seat seat);
/* The number of actions that the player has to wait before asking again for the act that `error`
 * refused: exact, 0 if it is no such error; and the time that they take if the game goes on as fast
 * as it did. */
int64_t match_plies_to_wait(const struct match *match, enum seat seat, int error);
int64_t match_plies_last_ms(const struct core *core, const struct match *match, int64_t plies);
/* True if the action at `ply` was this one, by this seat. */
bool match_is_repeat(const struct match *match, enum seat seat, size_t ply, struct action action);

/* ------------------------------------------------------------------ focus */
/*
 * Loss of focus during a rated game. It is noted for moderators, action by action, and has no other
 * effect (game.focus, mod.game).
 */

/* The seat's player turned away from the client at `conn`, or (0) is back. It is written with the
 * seat's next action: now if it is the seat's turn, else when it is. */
void match_focus(struct core *core, struct match *match, enum seat seat, uint64_t conn);
/* Listens to GAME_ACTED and SLOW_GAME_ACTED: notes for the next action if its player has turned
 * away. */
void match_focus_game_acted(struct core *core, const struct game_act *act);

/* ------------------------------------------------------------------ conditional moves */
/*
 * Conditional moves: the plan of each player of a correspondence game between people
 * (rules/plan.h), as the game goes on. It is the player's secret: the store has it with the game,
 * and only its owner is told of it. Players set and clear it by the functions above.
 */

/* The lines of the player at `seat`, in the arena. */
const char *match_plan_lines(struct core *core, const struct match *match, enum seat seat);
/* The planned answer of the player to act, to be made at once; NULL: there is none, or the opponent
 * offers a draw, which no plan answers. */
const struct action *match_plan_answer(const struct match *match);

/* Listens to SLOW_GAME_ACTED: writes what is left of the plans, and tells their owners. */
void match_plan_slow_game_acted(struct core *core, const struct game_act *act);

/* Takes a stored plan; the log was read before. */
void match__plan_load(struct match *match, const struct store_plan *stored);
/* Reduces all plans to what fits the event that was just applied. */
void match__plans_follow(struct match *match, struct match_event event);
/* The seats that have a plan: a bit for each. */
uint8_t match__plans_of(const struct match *match);
/* Writes, or tells their owners, what is left of the plans of these seats. */
void match__plans_write(struct core *core, const struct match *match, uint8_t seats);
void match__plans_tell(struct core *core, const struct match *match, uint8_t seats);

/* ------------------------------------------------------------------ takebacks */
/*
 * Taking back: a player asks, the other grants or refuses, or has chosen in the settings to grant.
 * A takeback undoes the last action of the player who asked, and all that followed it.
 */

/* True if a takeback would help the player at `seat` who may not be helped: one against a computer,
 * while the player has a rated game going. */
bool match_takeback_is_help(struct core *core, const struct match *match, enum seat seat);

/* Acts of players: 0 or an error. */
int match_takeback_ask(struct core *core, struct room *room, enum seat seat);
/* Grants the takeback that the player at `seat` has just asked for, if the opponent's settings say
 * so and it is the first of the game. Returns true if it did. */
bool match_takeback_grant(struct core *core, struct room *room, enum seat seat);
int match_takeback_accept(struct core *core, struct room *room, enum seat seat);
int match_takeback_refuse(struct core *core, struct room *room, enum seat seat);

#endif
