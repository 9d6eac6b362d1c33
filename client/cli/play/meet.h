/* SPDX-License-Identifier: MIT */
/*
 * Finding an opponent: any one (`penta quick`), one that is invited, or the first who joins an open
 * room.
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
    char invited[TABLE_NAME_SIZE]; /* for whom the room is kept, or "" */
    bool is_linked;                /* the room is kept for who has its link */
    char way[WORDS_SIZE];          /* the line by which an opponent joins, or "" */
    uint64_t way_room;             /* into this room */
    char way_sentence[WORDS_SIZE]; /* what it is for */
    int64_t answer_until_ms;       /* so long, in ms since 1970; NONE where it is not known */
    char farewell[WORDS_SIZE];     /* what became of the room, to be told at the end; or "" */
};

/* Asks for any opponent; says the server's estimate; takes the wish back. */
void meet_seek(const struct meet *meet);
void meet_say_estimate(const struct meet *meet, const struct room_quick_reply *reply);
void meet_cancel(const struct meet *meet);
/* The player sits in an open room: says for whom it is, or how to join. */
void meet_wait(struct meet *meet, const struct room_record *room);
/* The sentence on what is looked for. */
void meet_put_search(const struct meet *meet, char *text, size_t size);
/* The link of the room where the player waits. */
void meet_take_link(struct meet *meet, const struct room_link_reply *reply);
/* The line by which an opponent joins, for it to be copied, and the sentence that says so. Returns
 * whether there is one: while nobody has come. */
bool meet_put_way(const struct meet *meet, char sentence[WORDS_SIZE], char line[WORDS_SIZE]);
/* The player quits: says at the end what becomes of an open room. Returns whether it stays, as one
 * that waits for days does. */
bool meet_keep_room(struct meet *meet);
/* The same where the player goes on to another table, which is told at once. */
bool meet_pass_by(struct meet *meet);
/* Does the command `withdraw`; returns whether the room is to be left. */
bool meet_withdraw(struct meet *meet);
/* Takes an event about opponents. Returns whether it was one. */
bool meet_take_event(const struct meet *meet, const struct notice *event);
/* The room is gone. A player who waits there for an opponent waits for nothing: it ends, for this
 * reason (or NULL). Returns whether it did. */
bool meet_fail_closed(const struct meet *meet, const char *reason);

/* ------------------------------------------------------------------ one's own room */
/*
 * A room of one's own: asked for as the command line has it, or on the terms of the table that is
 * over.
 */

/* All but the first member begin as zeros. */
struct own_room {
    const struct visit *visit;
    bool is_from_position; /* the room that is asked for has a position laid out */
    /* Terms in place of those of the command line, which named none: */
    bool has_terms;
    const struct variant *variant;
    bool is_rated;
    struct time_control control;
};

/* Takes the terms of others who wait. */
void own_room_take_terms(struct own_room *room, const struct waiting_record *waiting);
/* Asks for the room of the command line. */
void own_room_open(struct own_room *room);

/* A room to open behind the table's game that is over. */
struct next_room {
    uint64_t room; /* not 0: it is there already, and nothing else counts */
    struct opponent opponent;
    unsigned plies;   /* of the table's game, that are laid out */
    bool keeps_seats; /* else whoever began there does not here */
};
/* Asks for it, on the terms of the table. */
void own_room_open_next(struct own_room *room, const struct next_room *next);

/* The computer player that the command line asks for; NULL: none that is known here. */
const struct computer *own_room_computer(const struct invocation *invocation);

/* Says what the room that was opened does not have, though it was asked for. */
void own_room_take(const struct own_room *room, const struct room_open_reply *reply);

#endif
