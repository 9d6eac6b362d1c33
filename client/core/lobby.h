/* SPDX-License-Identifier: MIT */
/*
 * The lobby as a client sees it: rooms in a list, in the server's order, how busy the server is,
 * and the rooms where a seat is kept for the player. It is fed with the server's replies and events
 * and decides nothing. Owns copies of what it shows, but variants are borrowed from the session;
 * texts are as the server sent them and have to be made harmless before they are shown.
 */
#ifndef PENTAD_CLIENT_CORE_LOBBY_H
#define PENTAD_CLIENT_CORE_LOBBY_H

#include "client/core/pages.h"
#include "client/core/table.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Rooms that are kept; when another one opens the last one of the list goes. */
#define LOBBY_ROOMS_MAX 1000
#define LOBBY_INVITATIONS_MAX 100

struct lobby_room {
    uint64_t id;
    const struct variant *variant;
    bool is_rated;
    int64_t place; /* among the others: the least first; 0: the server gives none */
    struct time_control control;
    int64_t opened_ms;              /* wall; 0 or less where it is not known */
    int state;                      /* enum room_state_word */
    struct table_person players[2]; /* who sits there, the opener first */
    size_t players_count;
    char invited[TABLE_NAME_SIZE]; /* the player for whom the seat is kept, or "" */
};

struct lobby {
    struct pages rooms;
    struct pages invitations; /* those of the login, and before them later ones */
    int64_t players;          /* who are connected; 0 before it is known */
    int64_t games;            /* in progress */
};

/* `before` is that of the request for the first page. */
void lobby_init(struct lobby *lobby, uint64_t before);
void lobby_deinit(struct lobby *lobby);

/* Logged in: takes the invitations that waited. One from nobody is none. */
void lobby_take_invitations(struct lobby *lobby, const struct room_record *rooms, size_t count);
/* A page of rooms, of `lobby.watch` or of a list that is not followed; `before` is the request's.
 * A page that follows nothing that is known is left out. */
void lobby_take_watch(struct lobby *lobby, uint64_t before, const struct lobby_watch_reply *reply);
void lobby_take_list(struct lobby *lobby, uint64_t before, const struct room_list_reply *reply);
/* Returns whether the event says something of the lobby: not of what is no part of it, nor of a
 * room or a player that it does not know. `room_out` gets the room that opened, changed or is kept
 * for the player, lent until the next call; NULL with other events. */
bool lobby_take_event(struct lobby *lobby, enum event event, const union event_body *body,
                      const struct lobby_room **room_out);

const struct lobby_room *lobby_room_at(const struct lobby *lobby, size_t index);
const struct lobby_room *lobby_invitation_at(const struct lobby *lobby, size_t index);

#endif
