/* SPDX-License-Identifier: MIT */
/*
 * The lobby: connections that are shown the rooms that can be joined, and every change. Nothing of
 * it is stored; memory has of each room only what lists were told last (struct listing). What is
 * told follows from a room and a filter, so that a change costs one encoding however many watch,
 * and is told only if it differs from what lists have. Changes within a second are told together.
 * Word that waited for a failed commit vanishes with it (outbox.h), and lists have the word before.
 */
#ifndef PENTAD_SERVER_CORE_LOBBY_H
#define PENTAD_SERVER_CORE_LOBBY_H

#include "server/core/state.h"

/* The rooms that somebody wants to see. */
struct lobby_filter {
    const struct variant *variant; /* NULL: all */
    int stakes;                    /* NONE: all; so are the next three */
    int clock_kind;
    int64_t min_rating;
    int64_t max_rating;
};

/* The points that a player without a rating counts as having. */
#define LOBBY_POINTS_UNRATED 1500

/* True if the room can be joined: it is open to all, and its opener is free for its clock. */
bool lobby_lists(const struct core *core, const struct room *room);
/* True if the room is one that the filter asks for. */
bool lobby_filter_takes(const struct core *core, const struct lobby_filter *filter,
                        const struct room *room);
/* True if the player sees the room in the lobby. */
bool lobby_shows(const struct core *core, const struct player *player,
                 const struct lobby_filter *filter, const struct room *room);

/* The connection of the player (here and below NULL: a stranger) watches from now on, by this
 * filter. */
void lobby_watch(struct core *core, uint64_t conn, const struct player *player,
                 const struct lobby_filter *filter);
bool lobby_is_watched_by(const struct core *core, uint64_t conn);
/* Ends it. Listens to CONN_PARTED, too. */
void lobby_conn_parted(struct core *core, uint64_t conn);

/* Packs the connection's watch into a number, and unpacks it: to take back a reply. */
uint64_t lobby_pack(const struct core *core, uint64_t conn);
void lobby_unpack(struct core *core, uint64_t conn, uint64_t packed);

/* Notes that a list was made without the room, which other lists may have. */
void lobby_passed_over(struct core *core, const struct room *room);
/* Notes that the viewer's list has the room as it is now, and sets the place in `record`, the room
 * in that list. */
void lobby_listed(struct core *core, const struct player *viewer, const struct room *room,
                  struct room_record *record);

/* Listens to ROOM_CHANGED: tells watchers how the room is now, or that it is gone. */
bool lobby_room_changed(struct core *core, uint64_t room);
/* Listens to PRESENCE_CHANGED: tells watchers once of all the player's rooms in their lists. */
bool lobby_presence_changed(struct core *core, uint64_t player);
/* Listens to POINTS_CHANGED. */
void lobby_points_changed(struct core *core, uint64_t player);
/* Listens to MATCH_BEGAN and MATCH_ENDED: while a clock runs for the players, nobody can join rooms
 * with such a clock that they opened. */
void lobby_clocks_changed(struct core *core, struct room *room);
/* Listens to MATCH_ENDED: if the game counts in its players' conduct, their rooms may rank
 * differently. */
void lobby_conduct_changed(struct core *core, struct room *room);
/* Listens to BATCH_FAILED. */
void lobby_batch_failed(struct core *core, uint64_t batch);
/* A block of or by the player began or ended: tells anew what the player and others are shown of
 * each other. */
void lobby_blocks_changed(struct core *core, const struct player *player);

/* Games in progress in memory, counted a second ago at the most. */
size_t lobby_games(struct core *core);
/* Listens to ROOM_FORGOTTEN. */
void lobby_room_forgotten(struct core *core, uint64_t id);
void lobby_deinit(struct core *core);

/* ------------------------------------------------------------------ who is here */
/*
 * Players who are here, as the lobby tells it: the names of accounts, the number of guests. Only
 * that number is kept.
 */

#define HERE_NAMES_MAX 50

/* Accounts that are here, at most HERE_NAMES_MAX, in the arena, without the asker and those a block
 * keeps apart from the asker. Returns how many. */
size_t here_accounts(struct core *core, const struct player *asker,
                     const struct present_record **accounts_out);
/* Guests who are here, counted a second ago at the most. */
size_t here_guests(struct core *core);

#endif
