/* SPDX-License-Identifier: MIT */
/*
 * The lobby: connections that see which rooms can be joined, and every change of that. Nothing of
 * it is stored or remembered: what is told follows from a room and a filter, so that a change costs
 * one encoding however many watch, and a failed commit leaves nothing to mend: what it had told
 * vanishes with it (outbox.h).
 */
#ifndef PENTAD_SERVER_CORE_LOBBY_H
#define PENTAD_SERVER_CORE_LOBBY_H

#include "server/core/state.h"

/* What counts for who has no rating. */
#define LOBBY_POINTS_UNRATED 1500

/* Whether somebody could join the room: it is open to all, and its opener is free for its clock. */
bool lobby_lists(const struct room *room);
/* Whether the room is one of those asked for. */
bool lobby_filter_takes(const struct lobby_filter *filter, const struct room *room);
/* Whether the connection sees the room in its lobby. */
bool lobby_shows(const struct conn *conn, const struct lobby_filter *filter,
                 const struct room *room);

/* Watches from now on, by this filter. */
void lobby_watch(struct core *core, struct conn *conn, const struct lobby_filter *filter);
void lobby_leave(struct core *core, struct conn *conn);

/* The watch of a connection as a number, and the other way round: for the way back of a reply. */
uint64_t lobby_pack(const struct conn *conn);
void lobby_unpack(struct core *core, struct conn *conn, uint64_t packed);

/* After anything that is told of an open room changed, or whether it can be joined. */
void lobby_room_changed(struct core *core, struct room *room);
/* The same for all that the player opened: name or points changed, or a clock began or ceased to
 * run elsewhere, which matters to rooms with such a clock only. */
void lobby_player_changed(struct core *core, const struct player *player);
void lobby_clock_changed(struct core *core, const struct player *player);

/* Games in progress in memory, counted a second ago at the most. */
size_t lobby_games(struct core *core);

#endif
