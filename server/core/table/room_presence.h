/* SPDX-License-Identifier: MIT */
/*
 * Presence at a table: which players are there, and with which lag. Nothing of it is stored.
 */
#ifndef PENTAD_SERVER_CORE_ROOM_PRESENCE_H
#define PENTAD_SERVER_CORE_ROOM_PRESENCE_H

#include "server/core/desk/happen.h"
#include "server/core/state.h"

/* True if the match has a clock that runs and the player is connected but does not answer. */
bool match_finds_silent(const struct match *match, const struct player *player);
/* Tells the table at once if the player is there, and with which lag. Called after a move if that
 * player's clock then waits. */
void room_tell_presence(struct core *core, struct room *room, const struct player *player);
/* The presence of the room's players, and the number of watchers, was told to `to` (NULL: a
 * stranger), who is told changes from now on. A change may still wait to be told. */
void room_presence_shown(struct core *core, struct room *room, const struct player *to);
/* The same, to the whole table. */
void room_presence_shown_to_all(struct core *core, struct room *room);
/* Listen to SLOW_GAME_ACTED and GAME_ACTED: the turn may have passed to somebody who is away.
 * Except in correspondence, the act is also a sign of presence. */
void room_presence_slow_game_acted(struct core *core, const struct game_act *act);
void room_presence_game_acted(struct core *core, const struct game_act *act);
/* Listens to PLAYER_CAME and PLAYER_WENT. */
void room_player_moved(struct core *core, struct player *player);
/* Listens to PRESENCE_CHANGED: tells the player's tables what has changed. */
bool room_presence_changed(struct core *core, uint64_t player);
/* Listens to BATCH_FAILED: tells events again that waited for that batch or a later one. */
void room_presence_batch_failed(struct core *core, uint64_t failed);

/* Measures the players' lag at once: a game with a clock that runs may have begun here, or is not
 * over after all. */
void room_measure_lag(struct core *core, const struct room *room);
/* Listens to LAG_DUE: measures a player with such a clock further. */
void room_lag_due(struct core *core, uint64_t conn);
/* Listens to LAG_CHANGED: a lag that changed by much is told as presence. */
void room_lag_changed(struct core *core, uint64_t player);

#endif
