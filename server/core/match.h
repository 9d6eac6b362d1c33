/* SPDX-License-Identifier: MIT */
/*
 * A match is a game on the server: the engine's game with its players, draw offers, event numbers
 * and outcome. Every event is an entry of its log, from which live events, missed events and the
 * state after a restart are all made.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_H
#define PENTAD_SERVER_CORE_MATCH_H

#include "server/core/state.h"

/* Plies that a player waits after a refused draw offer before the next (design, section 3). */
#define DRAW_WAIT_PLIES 10

/* A new match at the table of `room`, known by its id. Nothing is written or said. */
struct match *match_new(struct core *core, const struct room *room, uint64_t id,
                        struct player *const players[SEAT_COUNT]);
struct match *match_find(struct core *core, uint64_t id);
/* A match as the store has it, in the index of matches (`is_live`) or only for looking at: then
 * free it with match_free(). */
struct match *match_from_store(struct core *core, const struct store_game *stored, bool is_live);
void match_free(struct core *core, struct match *match, bool is_live);
/* Looks, when everything is settled, whether a room still has the match. */
void match_recheck(struct core *core, struct match *match);
void matches_free(struct core *core);

/* The seat of a player, SEAT_NONE for others. */
enum seat match_seat_of(const struct match *match, uint64_t player);
void match_player_renamed(struct match *match, const struct player *player);
bool match_can_abort(const struct match *match);

/* What players do. Each checks the rules, writes, and tells the room; 0 or an error. */
int match_act(struct core *core, struct room *room, enum seat seat, struct action action);
int match_draw_offer(struct core *core, struct room *room, enum seat seat);
int match_draw_accept(struct core *core, struct room *room, enum seat seat);
int match_draw_refuse(struct core *core, struct room *room, enum seat seat);
int match_resign(struct core *core, struct room *room, enum seat seat);
int match_abort(struct core *core, struct room *room, enum seat seat);
/* Leaving: aborts where that is still possible, else loses. */
void match_leave(struct core *core, struct room *room, enum seat seat);

/* Whether the action at `ply` was this one, by this seat. */
bool match_is_repeat(const struct match *match, enum seat seat, size_t ply, struct action action);

/* Sends the events after `since` to one connection. */
void match_resend(struct core *core, struct conn *conn, const struct match *match, uint32_t since);

#endif
