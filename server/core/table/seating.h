/* SPDX-License-Identifier: MIT */
/*
 * The rules of who may play with whom, and when: checked before every game, whether by joining,
 * inviting, pairing or a rematch. Pure questions about players in memory.
 */
#ifndef PENTAD_SERVER_CORE_SEATING_H
#define PENTAD_SERVER_CORE_SEATING_H

#include "server/core/core.h"
#include "server/core/state.h"
#include "server/core/table/room.h"

/* Returns 0 if the player may enter a game on these terms, else ERR_CANNOT_BE_RATED,
 * ERR_ACCOUNT_REQUIRED or ERR_RATED_NEEDS_CLOCK. A rated game is between registered players and
 * always ends: it has days a move, or a real-time clock of at least `rated_clock_ms`. */
int seating_check_terms(const struct core *core, const struct player *player,
                        const struct room_terms *terms);
/* True if the player is in a game whose clock runs in real time: nobody plays two of these at
 * once. */
bool seating_is_busy(const struct core *core, const struct player *player);

/* Returns 0 if the player may be helped with a board, else ERR_RATED_GAME_RUNNING: there is no help
 * at all during a rated game in real time, and during one of days none with a board that is like
 * one of its boards (engine/likeness.h). A connected player has no table that sleeps, so memory has
 * all these games. */
int seating_check_help(const struct core *core, const struct player *player,
                       const struct game *board);
/* The same for the board that the player's action in a game against a computer leads to. The
 * computer's answer counts as no help during a game in real time, unless the boards are alike or
 * the game was `given` a position. */
int seating_check_against(const struct core *core, const struct player *player,
                          const struct game *board, bool was_given);

/* Returns 0 if the player may open or look for a game with this clock, else
 * ERR_CLOCK_IS_RUNNING. */
int seating_check(const struct core *core, const struct player *player,
                  const struct time_control *clock);
/* Returns 0 if the player's game with `opponent` may begin, else ERR_BLOCKED, ERR_CLOCK_IS_RUNNING
 * or ERR_OPPONENT_BUSY. `opponent` may be NULL: nobody yet. */
int seating_check_pair(const struct core *core, const struct player *player,
                       const struct player *opponent, const struct time_control *clock);
/* An invitation that is to be checked. */
struct seating_invitation {
    const struct player *opener;
    const struct time_control *clock;
    bool have_met; /* the two played a game that had a result */
};

/* Returns 0 if their game may be rated, else ERR_RATED_PAIR_LIMIT with the time until it may.
 * `opponent` may be NULL: nobody yet. */
int seating_check_rated(const struct core *core, const struct player *player,
                        const struct player *opponent, int64_t *retry_after_ms_out);
/* Returns 0 if the player may be invited, else ERR_THAT_IS_YOU, ERR_NO_SUCH_PLAYER, ERR_BLOCKED,
 * ERR_NOT_ACCEPTING, ERR_NOT_HERE, ERR_ALREADY_INVITED or ERR_TOO_MANY_INVITATIONS. */
int seating_check_invitation(const struct core *core, const struct seating_invitation *invitation,
                             const struct player *player);

/* ------------------------------------------------------------------ sides */
/*
 * Sides: which player begins a game. Nobody changes sides by a game that was aborted, not begun or
 * broken off: a rematch keeps the sides then, and where a lot decides, a player whose last game by
 * lot ended like that is due the same side again. In memory only: a restart forgets it.
 */

/* The seat of the room whose player begins its first game. */
int sides_first(struct core *core, const struct room *room);
/* The same for the game after the room's last one. */
int sides_rematch(const struct room *room);
/* Notes the sides that are due after the room's match ended. Changes belong to the open batch. */
void sides_note_end(struct core *core, const struct room *room);

/* ------------------------------------------------------------------ where a player sits */
/*
 * Sitters: the rooms in which each player sits, and those in which a seat is kept for the player. A
 * room and its players know each other by their ids; a player who has a seat stays in memory.
 */

struct player;
struct room;

/* The room at place `at` (from 0) of those where the player sits, in the order of sitting down;
 * NULL after the last one. */
struct room *sitter_room(const struct core *core, uint64_t player, size_t at);
size_t sitter_room_count(const struct core *core, uint64_t player);
/* The same for rooms where a seat is kept for the player. */
struct room *sitter_invitation(const struct core *core, uint64_t player, size_t at);
size_t sitter_invitation_count(const struct core *core, uint64_t player);

/* The player at the seat; NULL: nobody, or not in memory. */
struct player *room_player(const struct core *core, const struct room *room, int seat);
/* The player that the free seat is kept for; NULL: nobody. */
struct player *room_invited_player(const struct core *core, const struct room *room);

/* ------------------------------------------------------------------ for the room */

/* Sets `*listed`, the player in whose list the room is, to `player` if that player is in memory,
 * else to 0, and updates the lists. Returns true if it changed. */
bool sitter__list(struct core *core, const struct room *room, uint64_t *listed, uint64_t player);
bool sitter__list_invited(struct core *core, const struct room *room, uint64_t *listed,
                          uint64_t player);

/* ------------------------------------------------------------------ rated pairs */
/*
 * The rated games that the same two players began within a day, limited by the option
 * rated_pair_games. Games in progress count, those without a result do not. Memory follows the
 * store; a game that is on its way there is waited for.
 */

#define RATED_PAIRS_MS (INT64_C(24) * 3600 * 1000)

/* Takes a stored game at the start. */
void rated_pairs_load(struct core *core, const struct store_rated_game *game);
void rated_pairs_free(struct core *core);

/* Returns 0 if the two may begin a rated game, else ERR_RATED_PAIR_LIMIT with the time until they
 * may. */
int rated_pairs_check(const struct core *core, uint64_t player, uint64_t opponent,
                      int64_t *retry_after_ms_out);

/* Notes that the open batch begins a rated game of the player. */
void rated_pairs_will_begin(struct core *core, const struct player *player);
/* The last batch on its way that begins one; 0: there is none. */
uint64_t rated_pairs_gate(const struct core *core, const struct player *player);

/* Listens to stored operations that begin games, or end them without a result. */
void rated_pairs_stored(struct core *core, const struct store_op *op);

#endif
