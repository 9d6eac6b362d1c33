/* SPDX-License-Identifier: MIT */
/*
 * Presence at a table: which players are there, and how far away. Nothing of it is stored.
 */
#ifndef PENTAD_SERVER_CORE_ROOM_PRESENCE_H
#define PENTAD_SERVER_CORE_ROOM_PRESENCE_H

#include "server/core/state.h"

/* Tells the table whether the player is there, and with which lag. */
void room_tell_presence(struct core *core, struct room *room, const struct player *player);
/* Listens to PLAYER_CAME and PLAYER_WENT. */
void room_player_moved(struct core *core, struct player *player);
/* Listens to PRESENCE_CHANGED. */
void room_presence_changed(struct core *core, uint64_t player);
/* Listens to BATCH_FAILED: events that waited for that batch or for a later one were not told, and
 * are told again. */
void room_presence_batch_failed(struct core *core, uint64_t failed);

/* A game with a clock that runs may have begun here, or is not over after all: its players' lag is
 * measured at once. */
void room_measure_lag(struct core *core, const struct room *room);
/* Listens to LAG_DUE: a player with such a clock is measured on. */
void room_lag_due(struct core *core, uint64_t conn);
/* Listens to LAG_CHANGED: tables are told, if it changed by much. */
void room_lag_changed(struct core *core, uint64_t player);

#endif
