/* SPDX-License-Identifier: MIT */
/*
 * The rules of who may play with whom, and when: asked before every game that begins, by joining,
 * inviting, pairing and rematches alike. Pure questions about players in memory.
 */
#ifndef PENTAD_SERVER_CORE_SEATING_H
#define PENTAD_SERVER_CORE_SEATING_H

#include "server/core/state.h"

/* Whether the player is in a game whose clock runs in real time: nobody plays two such at once. */
bool seating_is_busy(const struct player *player);

/* Whether the player may open or look for a game with this clock: 0 or ERR_CLOCK_IS_RUNNING. */
int seating_check(const struct player *player, const struct time_control *clock);
/* Whether the player's game with `opponent` may begin: 0, ERR_BLOCKED, ERR_CLOCK_IS_RUNNING or
 * ERR_OPPONENT_BUSY. `opponent` may be NULL: nobody yet. */
int seating_check_pair(const struct player *player, const struct player *opponent,
                       const struct time_control *clock);
/* Whether the player may be invited by `opener`: 0, ERR_THAT_IS_YOU, ERR_NO_SUCH_PLAYER,
 * ERR_BLOCKED, ERR_NOT_ACCEPTING, ERR_NOT_HERE, ERR_ALREADY_INVITED or ERR_TOO_MANY_INVITATIONS. */
int seating_check_invitation(const struct player *opener, const struct player *player,
                             const struct time_control *clock);

#endif
