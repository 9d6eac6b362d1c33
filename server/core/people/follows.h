/* SPDX-License-Identifier: MIT */
/*
 * Players who follow others, and are told when these come. The list of a player is theirs and the
 * store's; memory also knows of each followed player the followers who are in memory, so that
 * somebody who comes costs nothing but a frame for each of them. Nobody else is told of it.
 *
 * Told is only somebody who was away for FOLLOWS_AWAY_MS, so that a bad line is no news, nor is
 * everybody after a start of the server. In a turn no more followers are told than
 * FOLLOWS_TOLD_PER_TURN: the others in the next ones, as long as the one who came is here.
 */
#ifndef PENTAD_SERVER_CORE_FOLLOWS_H
#define PENTAD_SERVER_CORE_FOLLOWS_H

#include "server/core/rules/deadlines.h"
#include "server/core/state.h"

#define FOLLOWS_AWAY_MS (10 * 60 * 1000)
#define FOLLOWS_TOLD_PER_TURN 200

/* Follows the player, or no more, with the way back after a failed commit and the write. Nothing is
 * done where that changes nothing; whether more can be followed is asked before. */
void player_follow(struct core *core, struct player *player, uint64_t other);
void player_unfollow(struct core *core, struct player *player, uint64_t other);
bool player_follows(const struct player *player, uint64_t other);
bool player_can_follow_more(const struct player *player);

/* The player is in memory now, and this is the stored list; or goes, or has no list any more. */
void follows_take(struct core *core, struct player *player, const struct store_player *stored);
void follows_forget(struct core *core, struct player *player);

/* Listens to PLAYER_CAME and PLAYER_WENT. */
void follows_player_came(struct core *core, struct player *player);
void follows_player_went(struct core *core, struct player *player);

/* Falls due (DUE_FOLLOWS): tells followers of those who came. */
void follows_fall_due(struct core *core, struct deadline *deadline);
void follows_deinit(struct core *core);

#endif
