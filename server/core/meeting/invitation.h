/* SPDX-License-Identifier: MIT */
/*
 * Invitations: rooms whose free seat is kept for one player. They are stored with the room, and end
 * when the player joins or declines, when the opener leaves, or when the time to answer is over.
 * Open correspondence rooms have the same time to answer, but invite nobody in particular.
 */
#ifndef PENTAD_SERVER_CORE_INVITATION_H
#define PENTAD_SERVER_CORE_INVITATION_H

#include "server/core/rules/deadlines.h"
#include "server/core/state.h"

/* The most unanswered invitations of one player, as many as fit into the reply to a login, and the
 * most of them from guests. */
#define INVITATIONS_MAX 16
#define INVITATIONS_OF_GUESTS_MAX 4

/* True if the room is hidden from this player (may be NULL): its seat is kept for somebody else, or
 * for a holder of its link. */
bool invitation_hides(const struct room *room, const struct player *player);

/* True if the player has as many unanswered invitations from the connection's network as may wait:
 * they stay for days and would take the places of others. */
bool invitation_is_one_too_many(const struct core *core, const struct player *invited,
                                uint64_t conn);
/* The ms until the player may get an invitation from the connection's network and, unless the two
 * have met, from any stranger; 0: now. */
int64_t invitation_wait_ms(const struct core *core, const struct player *invited, uint64_t conn,
                           bool have_met);
/* Tells the invited player, and counts the invitation for the network of the connection. */
void invitation_tell(struct core *core, struct room *room, uint64_t conn);
/* Closes the room and tells the opener. `reason` is a word of `decline`, NONE: no answer. */
void invitation_decline(struct core *core, struct room *room, int reason);
/* Ends all invitations to the player; or those between the player and `other`, in both directions.
 * No reason is given. */
void invitations_decline(struct core *core, struct player *player);
void invitations_end_between(struct core *core, struct player *player, uint64_t other);
/* The rooms of a player's invitations, in the arena. */
size_t invitation_list(struct core *core, const struct player *player,
                       const struct room_record **rooms_out);

/* Called when DUE_ANSWER falls: nobody took the free seat in time. */
void invitation_fall_due(struct core *core, struct deadline *deadline);

/* Forgets all bells. */
void bells_deinit(struct core *core);

#endif
