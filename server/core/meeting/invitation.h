/* SPDX-License-Identifier: MIT */
/*
 * Invitations: rooms whose free seat is kept for one player. They are stored with the room, and end
 * when the player joins or declines, when the opener leaves, or when the time to answer is over.
 * Open correspondence rooms have the same time, but are nobody's invitation.
 */
#ifndef PENTAD_SERVER_CORE_INVITATION_H
#define PENTAD_SERVER_CORE_INVITATION_H

#include "server/core/rules/deadlines.h"
#include "server/core/state.h"

/* Unanswered invitations of one player: what fits into the reply to a login. So many of them may
 * come from guests. */
#define INVITATIONS_MAX 16
#define INVITATIONS_OF_GUESTS_MAX 4

/* Whether the room is kept from this player (may be NULL): the seat is for somebody else, or for
 * who has its link. */
bool invitation_hides(const struct room *room, const struct player *player);

/* Whether the player has as many unanswered invitations from the connection's network as it may
 * have: they stay for days, and others want to invite, too. */
bool invitation_is_one_too_many(const struct core *core, const struct player *invited,
                                uint64_t conn);
/* How long the connection has to wait until the player may get an invitation from its network, and
 * from anybody whom the player has not met, in ms; 0: now. */
int64_t invitation_wait_ms(const struct core *core, const struct player *invited, uint64_t conn,
                           bool have_met);
/* Tells the invited player, and counts it for the network of the connection that invites. */
void invitation_tell(struct core *core, struct room *room, uint64_t conn);
/* The opener is told, and the room closes. `reason` is a word of `decline`, NONE: no answer. */
void invitation_decline(struct core *core, struct room *room, int reason);
/* Ends all that are kept for the player; ends those between the player and `other`, from either to
 * the other. Nobody says why. */
void invitations_decline(struct core *core, struct player *player);
void invitations_end_between(struct core *core, struct player *player, uint64_t other);
/* The rooms of a player's invitations, in the arena. */
size_t invitation_list(struct core *core, const struct player *player,
                       const struct room_record **rooms_out);

/* Falls due (DUE_ANSWER): nobody took the free seat in time. */
void invitation_fall_due(struct core *core, struct deadline *deadline);

/* Forgets who was told of invitations. */
void bells_deinit(struct core *core);

#endif
