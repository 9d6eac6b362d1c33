/* SPDX-License-Identifier: MIT */
/*
 * The watchers of a room: connections, not players. Nothing of it is stored.
 */
#ifndef PENTAD_SERVER_CORE_ROOM_WATCH_H
#define PENTAD_SERVER_CORE_ROOM_WATCH_H

#include "server/core/state.h"

/* Adds a watcher, a connection of the player; NULL: a stranger's. Watching twice counts once. A
 * watcher who takes a seat counts as a player and is told everything once, but goes on watching if
 * the commit fails. */
void room_watch(struct core *core, struct room *room, const struct player *player, uint64_t conn);
bool room_is_watched_by(const struct core *core, const struct room *room, uint64_t conn);
/* The stream of the room for a connection of the player (NULL: a stranger's), who sits there or
 * watches; NULL: the connection is told nothing. */
const struct stream *room_stream(const struct core *core, const struct room *room,
                                 const struct player *player, uint64_t conn);
/* The room at place `at` (from 0) of those that the connection watches; NULL after the last one. */
struct room *room_watched(const struct core *core, uint64_t conn, size_t at);
/* True if the connection watches any room. */
bool room_watches_any(const struct core *core, uint64_t conn);
void room_watch_end(struct core *core, struct room *room, uint64_t conn);
/* Listens to CONN_PARTED. */
void room_watch_conn_parted(struct core *core, uint64_t conn);
void room_watch_end_player(struct core *core, struct room *room, const struct player *player);
/* Counts again, after seats changed, those who watch without sitting there. */
void room_watch_recount(struct core *core, struct room *room);
/* Listens to WATCHERS_CHANGED: tells the number of watchers, if it changed. */
bool room_watchers_changed(struct core *core, uint64_t room);
/* Has the number told again: a batch failed that it waited for, or somebody was told another
 * one. */
void room_watchers_tell_again(struct core *core, struct room *room);
void room_watchers_deinit(struct core *core);

#endif
