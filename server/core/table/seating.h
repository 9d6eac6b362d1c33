/* SPDX-License-Identifier: MIT */
/*
 * The rules of who may play with whom, and when: asked before every game that begins, by joining,
 * inviting, pairing and rematches alike. Pure questions about players in memory.
 */
#ifndef PENTAD_SERVER_CORE_SEATING_H
#define PENTAD_SERVER_CORE_SEATING_H

#include "server/core/core.h"
#include "server/core/state.h"
#include "server/core/table/room.h"

/* Whether the player may enter a game by these terms: 0, ERR_CANNOT_BE_RATED, ERR_ACCOUNT_REQUIRED
 * or ERR_RATED_NEEDS_CLOCK. A rated game is between registered players and always ends: it has days
 * a move, or a real-time clock of at least `rated_clock_ms`. */
int seating_check_terms(const struct core *core, const struct player *player,
                        const struct room_terms *terms);
/* Whether the player is in a game whose clock runs in real time: nobody plays two such at once. */
bool seating_is_busy(const struct core *core, const struct player *player);

/* Whether the player may be helped with a board: not at all beside a rated game in real time, and
 * beside one of days not with a board that is like one of it (engine/likeness.h). Whoever is
 * connected has no table that sleeps. Returns 0 or ERR_RATED_GAME_RUNNING. */
int seating_check_help(const struct core *core, const struct player *player,
                       const struct game *board);
/* The same of the board that the player's action in a game against a computer leads to: what the
 * computer does there is no help beside a game in real time, unless it is the board of that or the
 * game was `given` a position. */
int seating_check_against(const struct core *core, const struct player *player,
                          const struct game *board, bool was_given);

/* Whether the player may open or look for a game with this clock: 0 or ERR_CLOCK_IS_RUNNING. */
int seating_check(const struct core *core, const struct player *player,
                  const struct time_control *clock);
/* Whether the player's game with `opponent` may begin: 0, ERR_BLOCKED, ERR_CLOCK_IS_RUNNING or
 * ERR_OPPONENT_BUSY. `opponent` may be NULL: nobody yet. */
int seating_check_pair(const struct core *core, const struct player *player,
                       const struct player *opponent, const struct time_control *clock);
/* An invitation before it is one. */
struct seating_invitation {
    const struct player *opener;
    const struct time_control *clock;
    bool have_met; /* the two played a game that had a result */
};

/* Whether their game may be rated: 0, or ERR_RATED_PAIR_LIMIT with the time until it may.
 * `opponent` may be NULL: nobody yet. */
int seating_check_rated(const struct core *core, const struct player *player,
                        const struct player *opponent, int64_t *retry_after_ms_out);
/* Whether the player may be invited: 0, ERR_THAT_IS_YOU, ERR_NO_SUCH_PLAYER,
 * ERR_BLOCKED, ERR_NOT_ACCEPTING, ERR_NOT_HERE, ERR_ALREADY_INVITED or ERR_TOO_MANY_INVITATIONS. */
int seating_check_invitation(const struct core *core, const struct seating_invitation *invitation,
                             const struct player *player);

/* ------------------------------------------------------------------ sides */
/*
 * Sides: which player begins a game. Nobody gets another side by a game that was aborted, not begun
 * or broken off: a rematch keeps the sides then, and where a lot decides, a player whose last such
 * game ended so is due the same side again. Memory only: a restart forgets what is due.
 */

/* The seat of the room whose player begins its first game. */
int sides_first(struct core *core, const struct room *room);
/* The same of the game after the room's last one. */
int sides_rematch(const struct room *room);
/* The room's match ended. Changes belong to the open batch. */
void sides_note_end(struct core *core, const struct room *room);

/* ------------------------------------------------------------------ where a player sits */
/*
 * Sitters: the rooms in which each player sits, and those in which a seat is kept for the player. A
 * room and its players know each other by their ids; a player who has a seat stays in memory.
 */

struct player;
struct room;

/* The room at place `at` (from 0) of those where the player sits, in the order of sitting down;
 * NULL behind the last one. */
struct room *sitter_room(const struct core *core, uint64_t player, size_t at);
size_t sitter_room_count(const struct core *core, uint64_t player);
/* The same of those where a seat is kept for the player. */
struct room *sitter_invitation(const struct core *core, uint64_t player, size_t at);
size_t sitter_invitation_count(const struct core *core, uint64_t player);

/* The player who sits at the seat; NULL: nobody who is in memory. */
struct player *room_player(const struct core *core, const struct room *room, int seat);
/* The player for whom the free seat is kept; NULL: nobody. */
struct player *room_invited_player(const struct core *core, const struct room *room);

/* ------------------------------------------------------------------ for the room */

/* Makes `*listed`, the player in whose list the room is, the one with the id `player`, if that one
 * is in memory, and else 0. Returns whether it is another one now. */
bool sitter__list(struct core *core, const struct room *room, uint64_t *listed, uint64_t player);
bool sitter__list_invited(struct core *core, const struct room *room, uint64_t *listed,
                          uint64_t player);

/* ------------------------------------------------------------------ rated pairs */
/*
 * The rated games that the same two players began within a day: so many and no more
 * (rated_pair_games of the options). Games in progress count, those without a result do not. Memory
 * follows the store; a game that is on its way there is waited for.
 */

#define RATED_PAIRS_MS (INT64_C(24) * 3600 * 1000)

/* Takes a stored game at the start. */
void rated_pairs_load(struct core *core, const struct store_rated_game *game);
void rated_pairs_free(struct core *core);

/* Whether the two may begin a rated game: 0, or ERR_RATED_PAIR_LIMIT with the time until they may.
 */
int rated_pairs_check(const struct core *core, uint64_t player, uint64_t opponent,
                      int64_t *retry_after_ms_out);

/* The open batch begins a rated game of the player. */
void rated_pairs_will_begin(struct core *core, const struct player *player);
/* The batch that does; 0 if none is on its way. */
uint64_t rated_pairs_gate(const struct core *core, const struct player *player);

/* Listens to stored operations: games began, or ended without a result. */
void rated_pairs_stored(struct core *core, const struct store_op *op);

#endif
