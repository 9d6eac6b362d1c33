/* SPDX-License-Identifier: MIT */
/*
 * Finding an opponent: anybody (`penta quick`), a player who is invited, or the first who joins an
 * open room.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_MEET_H
#define PENTAD_CLIENT_CLI_PLAY_MEET_H

#include "client/cli/play/visit.h"
#include "client/cli/words/words.h"

#include <stdbool.h>
#include <stdint.h>

/* All but the first member begin as zeros. */
struct meet {
    const struct visit *visit;
    char invited[TABLE_NAME_SIZE]; /* the room is kept for this player, or "" */
    bool is_linked;                /* the room is kept for a holder of its link */
    char way[WORDS_SIZE];          /* the line by which an opponent joins, or "" */
    uint64_t way_room;             /* the room of that line */
    char way_sentence[WORDS_SIZE]; /* the sentence that explains it */
    int64_t answer_until_ms; /* the end of the time to answer, in ms since 1970; NONE: not known */
    char farewell[WORDS_SIZE]; /* the fate of the room, to be told at the end; or "" */
};

/* Asks for any opponent; tells the server's estimate; takes the request back. */
void meet_seek(const struct meet *meet);
void meet_say_estimate(const struct meet *meet, const struct room_quick_reply *reply);
void meet_cancel(const struct meet *meet);
/* The player sits in an open room: says who it is for, or how to join. */
void meet_wait(struct meet *meet, const struct room_record *room);
/* Writes the sentence on the opponent that is sought. */
void meet_put_search(const struct meet *meet, char *text, size_t size);
/* Takes the link of the room where the player waits. */
void meet_take_link(struct meet *meet, const struct room_link_reply *reply);
/* Writes the line by which an opponent joins, to be copied, and the sentence that explains it.
 * False if there is none: somebody has come. */
bool meet_put_way(const struct meet *meet, char sentence[WORDS_SIZE], char line[WORDS_SIZE]);
/* The player quits: notes, to be told at the end, what becomes of an open room. Returns true if it
 * stays, as one that waits for days does. */
bool meet_keep_room(struct meet *meet);
/* The same if the player goes on to another table; it is told at once. */
bool meet_pass_by(struct meet *meet);
/* Does the command `withdraw`; returns true if the room is to be left. */
bool meet_withdraw(struct meet *meet);
/* Takes an event about opponents. False: another event. */
bool meet_take_event(const struct meet *meet, const struct notice *event);
/* The room is gone. If the player was waiting there for an opponent, ends the visit, for this
 * reason (or NULL), and returns true. */
bool meet_fail_closed(const struct meet *meet, const char *reason);

/* ------------------------------------------------------------------ one's own room */
/*
 * A room of one's own, on the terms of the command line or of the table whose game is over.
 */

/* All but the first member begin as zeros. */
struct own_room {
    const struct visit *visit;
    bool is_from_position; /* the room begins with a position laid out */
    /* Terms in place of those of the command line, which named none: */
    bool has_terms;
    const struct variant *variant;
    bool is_rated;
    struct time_control control;
};

/* Takes the terms of players who wait. */
void own_room_take_terms(struct own_room *room, const struct waiting_record *waiting);
/* Asks for the room of the command line. */
void own_room_open(struct own_room *room);

/* A room to open after the table's game that is over. */
struct next_room {
    uint64_t room; /* not 0: the room exists, and nothing else counts */
    struct opponent opponent;
    unsigned plies;   /* plies of the table's game to lay out */
    bool keeps_seats; /* else the other player begins */
};
/* Asks for that room, on the terms of the table. */
void own_room_open_next(struct own_room *room, const struct next_room *next);

/* The computer player that the command line asks for; NULL: none known here. */
const struct computer *own_room_computer(const struct invocation *invocation);

/* Tells what was asked for but is missing in the room that was opened. */
void own_room_take(const struct own_room *room, const struct room_open_reply *reply);

#endif
