/* SPDX-License-Identifier: MIT */
/*
 * The games of a room: how they begin, by joining, by a rematch and by pairing, and how players
 * leave. seating.c decides who may play with whom.
 */
#ifndef PENTAD_SERVER_CORE_ROOM_GAME_H
#define PENTAD_SERVER_CORE_ROOM_GAME_H

#include "server/core/table/room.h"

/* Acts of players; 0 or an error, some with the time after which it could be none. Rights are the
 * caller's to check. */
int room_join(struct core *core, struct room *room, struct player *player,
              int64_t *retry_after_ms_out);
/* The error to which joining would come; 0: none. */
int room_join_check(const struct core *core, const struct room *room, const struct player *player,
                    int64_t *retry_after_ms_out);
/* The player, who could join, was paired with the one who opened the room, and is told of it: the
 * two met by chance, so their games count in their conduct. */
void room_join_paired(struct core *core, struct room *room, struct player *player);
void room_leave(struct core *core, struct room *room, int seat);
/* Listens to ROOM_SPOILT: the opener waits in the room again, if there; who joined is out of it. */
void room_game_spoilt(struct core *core, uint64_t room);
/* The player went for good or for long: closes what was opened and is not joined yet, but for
 * rooms that wait for days if `keeps_slow`, and takes offers of a rematch back. Not while nothing
 * can be saved: then they idle. */
void rooms_close_open(struct core *core, struct player *player, bool keeps_slow);
/* Offers a rematch or accepts one: then room->state.match is the new game. */
int room_rematch(struct core *core, struct room *room, int seat, int64_t *retry_after_ms_out);
/* Takes the opponent's offer of a rematch away. */
int room_rematch_refuse(struct core *core, struct room *room, int seat);
/* A room for a player and a computer, and its first game. */
struct room *room_play_computer(struct core *core, struct player *const players[ROOM_SEATS],
                                const struct room_terms *terms);
/* A room for two players who were brought together, and its first game; they are told. */
struct room *room_pair(struct core *core, struct player *const players[ROOM_SEATS],
                       const struct room_terms *terms);

#endif
