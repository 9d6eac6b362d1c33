/* SPDX-License-Identifier: MIT */
/*
 * The lobby as a client sees it: the list of rooms, in the server's order, the numbers of players
 * and games, and the rooms where a seat is kept for the player. It is fed with the server's replies
 * and events and decides nothing. Owns copies of what it shows, but variants are borrowed from the
 * session; texts are as the server sent them and have to be made harmless before they are shown.
 */
#ifndef PENTAD_CLIENT_CORE_LOBBY_H
#define PENTAD_CLIENT_CORE_LOBBY_H

#include "client/core/pages.h"
#include "client/core/table.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most rooms that are kept; when another one opens the last one of the list goes. */
#define LOBBY_ROOMS_MAX 1000
#define LOBBY_INVITATIONS_MAX 100

struct lobby_room {
    uint64_t id;
    const struct variant *variant;
    bool is_rated;
    int64_t place; /* among the others, the least first; 0: the server gives none */
    struct time_control control;
    int64_t opened_ms;              /* wall; 0 or less: not known */
    int state;                      /* enum room_state_word */
    struct table_person players[2]; /* those who sit there, the opener first */
    size_t players_count;
    char invited[TABLE_NAME_SIZE]; /* the player that the seat is kept for, or "" */
};

struct lobby {
    struct pages rooms;
    struct pages invitations; /* those of the login, after later ones */
    int64_t players;          /* connected players; 0: not known yet */
    int64_t games;            /* in progress */
};

/* `before` is the `before` of the request for the first page. */
void lobby_init(struct lobby *lobby, uint64_t before);
void lobby_deinit(struct lobby *lobby);

/* Takes the invitations that waited at the login. One without an opener is left out. */
void lobby_take_invitations(struct lobby *lobby, const struct room_record *rooms, size_t count);
/* Take a page of rooms, of `lobby.watch` or of a list that is not followed; `before` is the
 * request's. A page that does not follow a known one is dropped. */
void lobby_take_watch(struct lobby *lobby, uint64_t before, const struct lobby_watch_reply *reply);
void lobby_take_list(struct lobby *lobby, uint64_t before, const struct room_list_reply *reply);
/* Takes an event. False if it does not concern the lobby, or only a room or a player that the lobby
 * does not know. `room_out` gets the room that opened, changed or is kept for the player, lent
 * until the next call; NULL with other events. */
bool lobby_take_event(struct lobby *lobby, enum event event, const union event_body *body,
                      const struct lobby_room **room_out);

const struct lobby_room *lobby_room_at(const struct lobby *lobby, size_t index);
const struct lobby_room *lobby_invitation_at(const struct lobby *lobby, size_t index);

#endif
