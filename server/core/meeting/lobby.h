/* SPDX-License-Identifier: MIT */
/*
 * The lobby: connections that see which rooms can be joined, and every change of that. Nothing of
 * it is stored, and of a room only the last word that lists had of it (struct listing): what is
 * told follows from a room and a filter, so that a change costs one encoding however many watch,
 * and is told only if lists have it otherwise. Changes of a second are told together. A word that
 * waited for a commit that failed vanishes with it (outbox.h), and what lists have is the one
 * before.
 */
#ifndef PENTAD_SERVER_CORE_LOBBY_H
#define PENTAD_SERVER_CORE_LOBBY_H

#include "server/core/state.h"

/* Which rooms somebody wants to see. */
struct lobby_filter {
    const struct variant *variant; /* NULL: all */
    int stakes;                    /* NONE: all; so are the next three */
    int clock_kind;
    int64_t min_rating;
    int64_t max_rating;
};

/* The points that a player without a rating counts as having. */
#define LOBBY_POINTS_UNRATED 1500

/* Whether somebody could join the room: it is open to all, and its opener is free for its clock. */
bool lobby_lists(const struct core *core, const struct room *room);
/* Whether the room is one of those asked for. */
bool lobby_filter_takes(const struct core *core, const struct lobby_filter *filter,
                        const struct room *room);
/* Whether the player sees the room in the lobby. */
bool lobby_shows(const struct core *core, const struct player *player,
                 const struct lobby_filter *filter, const struct room *room);

/* The player's connection watches from now on, by this filter. */
void lobby_watch(struct core *core, uint64_t conn, const struct player *player,
                 const struct lobby_filter *filter);
bool lobby_is_watched_by(const struct core *core, uint64_t conn);
/* Ends it. Listens to CONN_PARTED, too. */
void lobby_conn_parted(struct core *core, uint64_t conn);

/* The watch of a connection as a number, and the other way round: for the way back of a reply. */
uint64_t lobby_pack(const struct core *core, uint64_t conn);
void lobby_unpack(struct core *core, uint64_t conn, uint64_t packed);

/* A list was made without the room, which other lists may have. */
void lobby_passed_over(struct core *core, const struct room *room);
/* The viewer's list has the room from now on, as it is now, which is `record`: it gets its place.
 */
void lobby_listed(struct core *core, const struct player *viewer, const struct room *room,
                  struct room_record *record);

/* Listens to ROOM_CHANGED: watchers are told what there is of the room now, or that it is gone. */
bool lobby_room_changed(struct core *core, uint64_t room);
/* Listens to PRESENCE_CHANGED: watchers are told once of all the player's rooms in their lists. */
bool lobby_presence_changed(struct core *core, uint64_t player);
/* Listens to POINTS_CHANGED. */
void lobby_points_changed(struct core *core, uint64_t player);
/* Listens to MATCH_BEGAN and MATCH_ENDED: while a clock runs for its players, nobody can join what
 * they opened for another one. */
void lobby_clocks_changed(struct core *core, struct room *room);
/* Listens to MATCH_ENDED: where games count in the conduct, rooms of its players may rank
 * otherwise.
 */
void lobby_conduct_changed(struct core *core, struct room *room);
/* Listens to BATCH_FAILED. */
void lobby_batch_failed(struct core *core, uint64_t batch);
/* The player blocked somebody, was blocked, or no more: what the player is shown of others, and
 * others of the player, is told anew. */
void lobby_blocks_changed(struct core *core, const struct player *player);

/* Games in progress in memory, counted a second ago at the most. */
size_t lobby_games(struct core *core);
/* Listens to ROOM_FORGOTTEN. */
void lobby_room_forgotten(struct core *core, uint64_t id);
void lobby_deinit(struct core *core);

/* ------------------------------------------------------------------ who is here */
/*
 * Players who are here, as the lobby tells it: accounts by their names, guests by their number.
 * Nothing is kept but that number.
 */

#define HERE_NAMES_MAX 50

/* Accounts that are here, at most HERE_NAMES_MAX, in the arena: neither the one that asks, nor whom
 * a block keeps apart from it. Returns how many. */
size_t here_accounts(struct core *core, const struct player *asker,
                     const struct present_record **accounts_out);
/* Guests who are here, counted a second ago at the most. */
size_t here_guests(struct core *core);

#endif
