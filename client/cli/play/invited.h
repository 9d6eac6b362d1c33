/* SPDX-License-Identifier: MIT */
/*
 * Invitations to other rooms: each is said once, and answered where it is shown, at a table or
 * while any opponent is looked for. A script gets the command that accepts it.
 * A player who waits is told of others on other terms, too, and joins them by the same word.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_INVITED_H
#define PENTAD_CLIENT_CLI_PLAY_INVITED_H

#include "client/cli/play/visit.h"

#include <stdbool.h>
#include <stdint.h>

/* As many as a player may have at once. */
#define INVITED_MAX 16

struct invitation {
    uint64_t room;
    char name[TABLE_NAME_SIZE]; /* of the player who invites */
    const struct variant *variant;
    bool stands;  /* has no answer, and can have one */
    bool is_open; /* no invitation, but an open room: whoever comes first joins */
};

/* All but the first member begin as zeros. */
struct invited {
    const struct visit *visit;
    struct invitation rows[INVITED_MAX]; /* those said; more take the oldest's place */
    size_t count;                        /* ever */
    unsigned open;                       /* those of them that were open rooms */
};

/* Open rooms that are said while one waits; more would be a lobby. */
#define INVITED_OPEN_MAX 3

/* Says which invitations wait, each once; `going_to` is the room where the player goes. */
void invited_say(struct invited *invited, const struct room_record *rooms, size_t count,
                 uint64_t going_to);
/* Takes the open rooms of the lobby: says those that can be joined. */
void invited_take_lobby(struct invited *invited, const struct lobby_watch_reply *lobby);
/* Nobody waits any more: open rooms are no offers. */
void invited_drop_open(struct invited *invited);
/* Takes an event about invitations of the player, or about open rooms. Returns whether it was one.
 */
bool invited_take_event(struct invited *invited, const struct notice *event, uint64_t going_to);
/* Those that a person can answer. */
unsigned invited_count(struct invited *invited);
/* The invitation to this room has an answer, or cannot have one any more. */
void invited_drop(struct invited *invited, uint64_t room);
/* Does `accept` and `refuse`, with the name of who invites, or "" for the only one. Returns the
 * room to join, or 0: it was declined, or what is wrong was said. */
uint64_t invited_do(struct invited *invited, bool is_yes, const char *name);

#endif
