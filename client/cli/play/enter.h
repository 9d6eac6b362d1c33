/* SPDX-License-Identifier: MIT */
/*
 * The way to a table: back to a game in progress, into the room that was named, into the open room
 * that has waited longest, or into a new one. It only asks; its driver brings the answers.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_ENTER_H
#define PENTAD_CLIENT_CLI_PLAY_ENTER_H

#include "client/cli/play/visit.h"
#include "client/cli/words/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Open rooms that are tried before one's own is opened. */
#define ENTER_TRIES_MAX 8

/* All but the first member begin as zeros. */
struct enter {
    const struct visit *visit;
    uint64_t room;                     /* where to go */
    uint64_t busy_room;                /* of the game whose clock ran at the login, or 0 */
    uint64_t candidate;                /* the oldest open room that suits, so far */
    uint64_t near;                     /* the oldest one that does not, but may be offered */
    uint64_t invited;                  /* an invitation that is offered first, or 0 */
    uint64_t refused[ENTER_TRIES_MAX]; /* rooms that could not be joined after all */
    size_t refused_count;
    bool is_looking;           /* the list that is asked for is to have `room` alone */
    bool is_offered;           /* whether to join `room` is asked, by: */
    char question[WORDS_SIZE]; /* see offer.h */
    bool is_from_position;     /* the room that is asked for has a position laid out */
};

/* A room to open behind the table's game that is over. */
struct enter_next {
    uint64_t room; /* not 0: it is there already, and nothing else counts */
    struct opponent opponent;
    unsigned plies;   /* of the table's game, that are laid out */
    bool keeps_seats; /* else whoever began there does not here */
};
/* Opens it, on the terms of the table. */
void enter_open_next(struct enter *enter, const struct enter_next *next);
/* Goes to a room where the player sits. */
void enter_go(struct enter *enter, uint64_t room);
/* Begins after the first login. Returns whether the person is asked to go on with a game. */
bool enter_begin(struct enter *enter, const struct notice *ready);
/* The question that waits for an answer. */
void enter_put_question(const struct enter *enter, char *text, size_t size);
/* Takes the answer to it; returns false if it is none. */
bool enter_answer(struct enter *enter, const char *line);
/* Takes a reply; the person may be asked then, which is_offered says. Returns the room at which one
 * sits or watches now, lent as the reply is; NULL: there is none yet. */
const struct room_record *enter_take_reply(struct enter *enter, const struct notice *reply);
/* Takes an error to what was asked here: tries something else, or ends. */
void enter_take_error(struct enter *enter, const struct notice *notice);
/* Ends, because no table can be found: the server says why. */
void enter_fail(const struct enter *enter, const struct session_error *error);

#endif
