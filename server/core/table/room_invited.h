/* SPDX-License-Identifier: MIT */
/*
 * The free seat of a room: for whom it is kept, and until when. Open correspondence rooms have the
 * same time, but keep it for nobody.
 */
#ifndef PENTAD_SERVER_CORE_ROOM_INVITED_H
#define PENTAD_SERVER_CORE_ROOM_INVITED_H

#include "server/core/state.h"

/* When an invitation to a game with this clock ends that is sent now (uptime). */
int64_t room_invited_until_ms(const struct core *core, const struct time_control *clock);
/* How long the invited player has to answer, or anybody if the room waits for days; else NONE. */
int64_t room_invited_left_ms(const struct core *core, const struct room *room);
/* The player's list and the deadline follow the room's state. */
void room_invited_reindex(struct core *core, struct room *room);
/* Tells the invited player, if there is one, that the room closed. */
void room_invited_tell_closed(struct core *core, const struct room *room, const char *reason);

/* The id of the player for whom the free seat is kept; 0: nobody. */
uint64_t room_invited(const struct room *room);
/* Uptime: until when one may answer, or take the seat; 0: without an end. */
int64_t room_answer_until_ms(const struct room *room);
/* The time of a room for anybody is over: it stays as long as its opener is there. */
void room_wait_no_more(struct core *core, struct room *room);
/* The room whose time for an answer, or for anybody, is over first, if it is; else NULL. */
struct room *room_answer_due(const struct core *core);
/* When the next one's is (monotonic), INT64_MAX: never. */
int64_t room_answers_next_ms(const struct core *core);

#endif
