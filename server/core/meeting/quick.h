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

/* Any of these will do, by terms that differ in nothing else. */
struct quick_wish {
    struct room_terms terms;                      /* whatever the variant is */
    const struct variant *variants[MAXIMA_QUICK]; /* each once, what is liked best first */
    size_t variants_count;
    int within; /* points between the two at the most */
};

/* The player waits from now on; returns the number of the entry. One at a time. */
uint64_t quick_wait(struct core *core, struct player *player, const struct quick_wish *wish);
/* Notes the answer to the request by which the player waits: it is remembered with the request's
 * key when the player is paired. */
void quick_told(struct core *core, const struct player *player, const struct key_mark *mark,
                const struct room_quick_reply *reply);
/* That answer if the player waits by the same request already; else NULL. */
const struct room_quick_reply *quick_repeats(const struct core *core, const struct player *player,
                                             const struct key_mark *mark);
/* Whether the player waits, and was not paired in a batch that is under way. */
bool quick_is_waiting(const struct core *core, const struct player *player);
/* Whether the player neither waits nor was paired in a batch that is under way. */
bool quick_is_settled(const struct core *core, const struct player *player);
/* Ends the player's wait, by the player's wish. Listens to PLAYER_WENT, too. */
void quick_player_went(struct core *core, struct player *player);
/* Ends the wait of the entry with this number, if it is still there. */
void quick_take_back(struct core *core, uint64_t conn, uint64_t number);
/* The player took a seat, or a game began: a player who cannot begin another one waits no more, and
 * is told. Undone with the batch. */
void quick_recheck(struct core *core, struct player *player);
/* Listens to MATCH_BEGAN: rechecks its players. */
void quick_match_began(struct core *core, struct room *room);

/* Other players who wait for one of the player's games, and how long it lately took in the quickest
 * of its pools (NONE: nothing is known). */
size_t quick_others(const struct core *core, const struct player *player);
int64_t quick_estimate_ms(const struct core *core, const struct player *player);

/* Those who wait in each pool but for this player, as far as the filter lets them through: at most
 * QUICK_POOLS_TOLD, first those with an account, in the arena. Returns how many. */
#define QUICK_POOLS_TOLD 16
size_t quick_waiting(struct core *core, const struct player *player,
                     const struct lobby_filter *filter, const struct waiting_record **out);

/* Brings those together who wait for the same as the player. */
void quick_run(struct core *core, const struct player *player);
/* Listens to POINTS_CHANGED: games may begin that waited for points. */
void quick_points_changed(struct core *core, uint64_t player);
/* Listens to ROOM_CHANGED: a room may wait for somebody like those who wait. */
bool quick_room_changed(struct core *core, uint64_t id);
/* Falls due (DUE_PAIRING): looks for pairs in every pool. */
void quick_fall_due(struct core *core, struct deadline *deadline);

/* ------------------------------------------------------------------ pools */
/*
 * The pools of quick pairing: who waits for the same, and which rooms do. In memory only; a room's
 * entry follows the room.
 */

/* The pool of those who want to play by these terms. */
struct pool *pool_take(struct core *core, const struct room_terms *terms);
/* Forgets pools without anybody, but for the last ones that somebody used: they know how long one
 * waits there. */
void pools_trim(struct core *core);
void pools_free(struct core *core);

/* Whether an account waits there, and not guests alone. */
bool pool_has_account(const struct core *core, const struct pool *pool);
/* Whether anybody may take the free seat of the room, on terms that surprise nobody who waits: lots
 * decide who begins. */
bool pool_room_waits(const struct room *room);
/* The room with this id may wait now, or no more. Returns whether there is somebody for it. */
bool pool_room_changed(struct core *core, uint64_t id);

#endif
