/* SPDX-License-Identifier: MIT */
/*
 * Invitations: rooms whose free seat is kept for one player. They are stored with the room, and end
 * when the player joins or declines, when the opener leaves, or when the time to answer is over.
 * Open correspondence rooms have the same time, but are nobody's invitation.
 */
#ifndef PENTAD_SERVER_CORE_INVITATION_H
#define PENTAD_SERVER_CORE_INVITATION_H

#include "server/core/state.h"

/* Unanswered invitations of one player: what fits into the reply to a login. */
#define INVITATIONS_MAX 16

/* Whether the room is kept from this player (may be NULL): the seat is for somebody else. */
bool invitation_hides(const struct room *room, const struct player *player);

/* Tells the invited player. */
void invitation_tell(struct core *core, struct room *room);
/* The opener is told, and the room closes. `reason` is a word of `decline`, NONE: no answer. */
void invitation_decline(struct core *core, struct room *room, int reason);
/* Ends all that are kept for the player; ends those between the player and `other`, from either to
 * the other. Nobody says why. */
void invitations_decline(struct core *core, struct player *player);
void invitations_end_between(struct core *core, struct player *player, uint64_t other);
/* The rooms of a player's invitations, in the arena. */
size_t invitation_list(struct core *core, const struct player *player,
                       const struct room_record **rooms_out);

void invitations_tick(struct core *core);
int64_t invitations_next_ms(const struct core *core);

#endif
