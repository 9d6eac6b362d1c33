/* SPDX-License-Identifier: MIT */
/*
 * Quick pairing: players who wait for any opponent. Nothing of it is stored, and an entry goes with
 * the player's last connection; only an entry that a game took out comes back if the game's batch
 * fails. pairing.c decides who plays with whom.
 */
#ifndef PENTAD_SERVER_CORE_QUICK_H
#define PENTAD_SERVER_CORE_QUICK_H

#include "proto/maxima.h"
#include "server/core/meeting/lobby.h"
#include "server/core/rules/deadlines.h"
#include "server/core/state.h"
#include "server/core/table/room.h"
#include "server/core/turn/call.h"

void quick_deinit(struct core *core);

/* The games that will do: any of these variants, on the same terms otherwise. */
struct quick_wish {
    struct room_terms terms;                      /* for every variant */
    const struct variant *variants[MAXIMA_QUICK]; /* each once, the favourite first */
    size_t variants_count;
    int within; /* the most points between the two */
};

/* Lets the player, who does not wait yet, wait. Returns the number of the entry. */
uint64_t quick_wait(struct core *core, struct player *player, const struct quick_wish *wish);
/* Notes the answer to the request by which the player waits: when the player is paired, it is
 * remembered with the request's key. */
void quick_told(struct core *core, const struct player *player, const struct key_mark *mark,
                const struct room_quick_reply *reply);
/* The noted answer if the player waits by the same request already; else NULL. */
const struct room_quick_reply *quick_repeats(const struct core *core, const struct player *player,
                                             const struct key_mark *mark);
/* True if the player waits, and was not paired in a batch that is under way. */
bool quick_is_waiting(const struct core *core, const struct player *player);
/* True if the player neither waits nor was paired in a batch that is under way. */
bool quick_is_settled(const struct core *core, const struct player *player);
/* Ends the player's wait, at the player's wish. Listens to PLAYER_WENT too. */
void quick_player_went(struct core *core, struct player *player);
/* Ends the wait of the entry with this number, if it is still there. */
void quick_take_back(struct core *core, uint64_t conn, uint64_t number);
/* The player took a seat, or a game began: ends the wait of a player who cannot begin another game,
 * and tells the player. Undone with the batch. */
void quick_recheck(struct core *core, struct player *player);
/* Listens to MATCH_BEGAN: rechecks its players. */
void quick_match_began(struct core *core, struct room *room);

/* The number of other players who wait for one of the player's games, and how long the wait lately
 * was in the quickest of its pools (NONE: nothing is known). */
size_t quick_others(const struct core *core, const struct player *player);
int64_t quick_estimate_ms(const struct core *core, const struct player *player);

/* The pools that the filter lets through, with the players who wait in each besides this one: at
 * most QUICK_POOLS_TOLD, in the arena, those with an account first. Returns how many. */
#define QUICK_POOLS_TOLD 16
size_t quick_waiting(struct core *core, const struct player *player,
                     const struct lobby_filter *filter, const struct waiting_record **out);

/* Pairs those who wait for the same as the player. */
void quick_run(struct core *core, const struct player *player);
/* Listens to POINTS_CHANGED: games that waited for the points may begin. */
void quick_points_changed(struct core *core, uint64_t player);
/* Listens to ROOM_CHANGED: the room may suit somebody who waits. */
bool quick_room_changed(struct core *core, uint64_t id);
/* Called when DUE_PAIRING falls: looks for pairs in every pool. */
void quick_fall_due(struct core *core, struct deadline *deadline);

/* ------------------------------------------------------------------ pools */
/*
 * The pools of quick pairing: the players who wait for the same game, and the rooms that do. In
 * memory only; a room's entry follows the room.
 */

/* The pool of those who want to play by these terms. */
struct pool *pool_take(struct core *core, const struct room_terms *terms);
/* Forgets empty pools, except those used last: they know how long one waits there. */
void pools_trim(struct core *core);
void pools_free(struct core *core);

/* True if at least one who waits there has an account. */
bool pool_has_account(const struct core *core, const struct pool *pool);
/* True if anybody may take the free seat of the room on terms that surprise nobody who waits: a lot
 * decides who begins. */
bool pool_room_waits(const struct room *room);
/* The room with this id may have begun or ceased to wait. Returns true if there is somebody for
 * it. */
bool pool_room_changed(struct core *core, uint64_t id);

#endif
