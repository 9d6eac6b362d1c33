/* SPDX-License-Identifier: MIT */
/*
 * Invitations to other rooms: each is told once, and answered where it is shown, at a table or
 * while the player waits for any opponent. A script gets the command that accepts it. A player who
 * waits is also told of open rooms on other terms, and joins them by the same word.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_INVITED_H
#define PENTAD_CLIENT_CLI_PLAY_INVITED_H

#include "client/cli/play/visit.h"

#include <stdbool.h>
#include <stdint.h>

/* The most that a player may have at once. */
#define INVITED_MAX 16

struct invitation {
    uint64_t room;
    char name[TABLE_NAME_SIZE]; /* of the player who invites */
    const struct variant *variant;
    bool stands;  /* it has no answer yet, and can still be answered */
    bool is_open; /* not an invitation but an open room: the first to come joins */
};

/* All but the first member begin as zeros. */
struct invited {
    const struct visit *visit;
    struct invitation rows[INVITED_MAX]; /* those told; a new one takes the oldest's place */
    size_t count;                        /* ever */
    unsigned open;                       /* those that were open rooms */
};

/* The most open rooms that are told to a player who waits; more would be a lobby. */
#define INVITED_OPEN_MAX 3

/* Tells the invitations that wait, each once; `going_to` is the room where the player goes. */
void invited_say(struct invited *invited, const struct room_record *rooms, size_t count,
                 uint64_t going_to);
/* Takes the open rooms of the lobby, and tells those that can be joined. */
void invited_take_lobby(struct invited *invited, const struct lobby_watch_reply *lobby);
/* The player waits no more: open rooms are no longer offered. */
void invited_drop_open(struct invited *invited);
/* Takes an event about invitations of the player, or about open rooms. False: another event. */
bool invited_take_event(struct invited *invited, const struct notice *event, uint64_t going_to);
/* The number of those that a person can answer. */
unsigned invited_count(struct invited *invited);
/* The invitation to this room was answered, or can no longer be. */
void invited_drop(struct invited *invited, uint64_t room);
/* Does `accept` and `refuse`, with the name of the one who invites, or "" for the only one. Returns
 * the room to join, or 0: it was declined, or the mistake was told. */
uint64_t invited_do(struct invited *invited, bool is_yes, const char *name);

#endif
