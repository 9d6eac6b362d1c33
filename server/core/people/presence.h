/* SPDX-License-Identifier: MIT */
/*
 * Presence: whether a player is here. People are here by the desks at which they have connections;
 * a player that the server itself moves is always here.
 *
 * Two questions, with two answers for those who are always here: whether others find the player
 * here, to invite, to play with, not to claim from; and whether anybody is there who would be shown
 * a table, which is what keeps it in memory.
 */
#ifndef PENTAD_SERVER_CORE_PRESENCE_H
#define PENTAD_SERVER_CORE_PRESENCE_H

#include "server/core/state.h"

/* The opponent's claim is counted from the end of a visit in which the player acted, or that was no
 * shorter than this part of `claim_ms`. */
#define VISITS_PER_CLAIM 10

/* The player was loaded, and is away since now. */
void presence_begin(const struct core *core, struct player *player);
/* The player has a connection at one more desk, or at one less. */
void presence_desk_came(struct core *core, struct player *player);
void presence_desk_went(struct core *core, struct player *player);
/* The player acted, and has been here until now. Without an image: that holds even if the act is
 * not stored, and an image would take back the time noted when the last connection goes before the
 * commit fails. */
void presence_acted(const struct core *core, struct player *player);

/* For others. */
bool player_is_here(const struct player *player);
/* By some desk. */
bool player_is_connected(const struct player *player);
/* Without any: a computer. */
bool presence_is_always(const struct player *player);
/* Since when the player is away who is not connected (uptime); NONE: was never here since the
 * server loaded the player. */
int64_t presence_away_since_ms(const struct player *player);
/* The same, but for short visits without an act: from when the opponent's claim is counted. */
int64_t presence_left_since_ms(const struct player *player);

#endif
