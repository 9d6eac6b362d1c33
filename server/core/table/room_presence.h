/* SPDX-License-Identifier: MIT */
/*
 * Presence at a table: which players are there, and how far away. Nothing of it is stored.
 */
#ifndef PENTAD_SERVER_CORE_ROOM_PRESENCE_H
#define PENTAD_SERVER_CORE_ROOM_PRESENCE_H

#include "server/core/desk/happen.h"
#include "server/core/state.h"

/* Whether the player of a game at a clock that runs is connected, and does not answer. */
bool match_finds_silent(const struct match *match, const struct player *player);
/* Tells the table at once whether the player is there, and with which lag: behind a move after
 * which that player's clock waits. */
void room_tell_presence(struct core *core, struct room *room, const struct player *player);
/* The presence of the room's players, and how many watch, was told to `to`, who is told changes
 * from now on, or to the whole table (NULL); but a change may still wait to be told. */
void room_presence_shown(struct core *core, struct room *room, const struct player *to);
/* Listen to SLOW_GAME_ACTED and GAME_ACTED: the turn may have passed to somebody who is away. In
 * games that are no correspondence, the act is one of presence, too. */
void room_presence_slow_game_acted(struct core *core, const struct game_act *act);
void room_presence_game_acted(struct core *core, const struct game_act *act);
/* Listens to PLAYER_CAME and PLAYER_WENT. */
void room_player_moved(struct core *core, struct player *player);
/* Listens to PRESENCE_CHANGED: the player's tables are told what they do not know. */
bool room_presence_changed(struct core *core, uint64_t player);
/* Listens to BATCH_FAILED: events that waited for that batch or for a later one were not told, and
 * are told again. */
void room_presence_batch_failed(struct core *core, uint64_t failed);

/* A game with a clock that runs may have begun here, or is not over after all: its players' lag is
 * measured at once. */
void room_measure_lag(struct core *core, const struct room *room);
/* Listens to LAG_DUE: a player with such a clock is measured on. */
void room_lag_due(struct core *core, uint64_t conn);
/* Listens to LAG_CHANGED: if it changed by much, it is told as presence. */
void room_lag_changed(struct core *core, uint64_t player);

#endif
