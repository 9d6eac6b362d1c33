/* SPDX-License-Identifier: MIT */
/*
 * Acts of players in a match: actions, draw offers, resigning, aborting, leaving. Taking back is in
 * match_takeback.c.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_PLAY_H
#define PENTAD_SERVER_CORE_MATCH_PLAY_H

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

#endif
