/* SPDX-License-Identifier: MIT */
/*
 * Players who follow others, and are told when these come. Each player's list belongs to the player
 * and is in the store. Memory also knows, of each followed player, the followers who are in memory,
 * so that somebody who comes costs no more than a frame for each. Nobody else is told who follows
 * whom.
 *
 * Followers are told only of somebody who was away for FOLLOWS_AWAY_MS, so that a bad line is no
 * news, nor is everybody after a start of the server. At most FOLLOWS_TOLD_PER_TURN followers are
 * told in a turn, the others in the next ones, as long as the one who came is here.
 */
#ifndef PENTAD_SERVER_CORE_FOLLOWS_H
#define PENTAD_SERVER_CORE_FOLLOWS_H

#include "server/core/rules/deadlines.h"
#include "server/core/state.h"

#define FOLLOWS_AWAY_MS (10 * 60 * 1000)
#define FOLLOWS_TOLD_PER_TURN 200

/* Follows `other`, or no longer: writes it, with the way back after a failed commit. Does nothing
 * if that changes nothing. The caller asked player_can_follow_more() before. */
void player_follow(struct core *core, struct player *player, uint64_t other);
void player_unfollow(struct core *core, struct player *player, uint64_t other);
bool player_follows(const struct player *player, uint64_t other);
bool player_can_follow_more(const struct player *player);

/* Takes the stored list of a player who is in memory now, or forgets it: the player leaves, or has
 * no list any more. */
void follows_take(struct core *core, struct player *player, const struct store_player *stored);
void follows_forget(struct core *core, struct player *player);

/* Listens to PLAYER_CAME and PLAYER_WENT. */
void follows_player_came(struct core *core, struct player *player);
void follows_player_went(struct core *core, struct player *player);

/* Falls due (DUE_FOLLOWS): tells followers of those who came. */
void follows_fall_due(struct core *core, struct deadline *deadline);
void follows_deinit(struct core *core);

#endif
