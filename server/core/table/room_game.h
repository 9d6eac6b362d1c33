/* SPDX-License-Identifier: MIT */
/*
 * The games of a room: how they begin, by joining, by a rematch and by pairing, and how players
 * leave. seating.c decides who may play with whom.
 */
#ifndef PENTAD_SERVER_CORE_ROOM_GAME_H
#define PENTAD_SERVER_CORE_ROOM_GAME_H

#include "server/core/table/room.h"

/* Acts of players. Each returns 0 or an error; with some errors, the time after which it may be
 * tried again. The caller checks rights. */
int room_join(struct core *core, struct room *room, struct player *player,
              int64_t *retry_after_ms_out);
/* The error that joining would return; 0: none. */
int room_join_check(const struct core *core, const struct room *room, const struct player *player,
                    int64_t *retry_after_ms_out);
/* Lets a player who may join, and was paired with the opener, join the room, and tells the player.
 * The two met by chance, so their games count in their conduct. */
void room_join_paired(struct core *core, struct room *room, struct player *player);
void room_leave(struct core *core, struct room *room, int seat);
/* Listens to ROOM_SPOILT: puts the joiner out of the room; the opener, if still there, waits in it
 * again. */
void room_game_spoilt(struct core *core, uint64_t room);
/* The player went for good or for long: closes the player's rooms that nobody joined yet, except
 * those that wait for days if `keeps_slow`, and takes back offers of a rematch. Does nothing while
 * nothing can be saved: the rooms idle. */
void rooms_close_open(struct core *core, struct player *player, bool keeps_slow);
/* Offers a rematch, or accepts one; then room->state.match is the new game. */
int room_rematch(struct core *core, struct room *room, int seat, int64_t *retry_after_ms_out);
/* Refuses the opponent's offer of a rematch. */
int room_rematch_refuse(struct core *core, struct room *room, int seat);
/* Opens a room for a player and a computer, and begins its first game. */
struct room *room_play_computer(struct core *core, struct player *const players[ROOM_SEATS],
                                const struct room_terms *terms);
/* Opens a room for two players who were paired, begins its first game, and tells them. */
struct room *room_pair(struct core *core, struct player *const players[ROOM_SEATS],
                       const struct room_terms *terms);

#endif
