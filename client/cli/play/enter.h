/* SPDX-License-Identifier: MIT */
/*
 * The way to a table: back to a game in progress, into the room that was named, into the open room
 * that has waited longest, or into a new one. It only sends requests; its driver brings the
 * answers.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_ENTER_H
#define PENTAD_CLIENT_CLI_PLAY_ENTER_H

#include "client/cli/play/meet.h"
#include "client/cli/play/offer.h"
#include "client/cli/play/opponent.h"
#include "client/cli/play/visit.h"
#include "client/cli/words/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of open rooms that are tried before a new one is opened. */
#define ENTER_TRIES_MAX 8

/* All but the first member, and the first of `own`, begin as zeros. */
struct enter {
    const struct visit *visit;
    struct own_room own;
    uint64_t room;                     /* where to go */
    uint64_t busy_room;                /* of the game whose clock ran at the login, or 0 */
    uint64_t candidate;                /* the oldest open room so far that suits */
    uint64_t near;                     /* the oldest that does not suit, but may be offered */
    uint64_t invited;                  /* an invitation that is offered first, or 0 */
    uint64_t refused[ENTER_TRIES_MAX]; /* rooms that could not be joined after all */
    size_t refused_count;
    struct back back;          /* games to go on with */
    bool is_back_asked;        /* asked again after a no to one of them */
    bool is_lobby_seen;        /* the players in quick pairing are known */
    bool is_by_name;           /* the list is searched for the player who was named */
    bool is_looking;           /* the list was asked for because of `room` alone */
    bool is_offered;           /* the person is asked to join `room`, by: */
    char question[WORDS_SIZE]; /* see offer.h */
};

/* Goes to a room where the player sits. */
void enter_go(struct enter *enter, uint64_t room);
/* Joins a room. */
void enter_join(struct enter *enter, uint64_t room);
/* Begins after the first login. Returns true if the person is asked to go on with a game. */
bool enter_begin(struct enter *enter, const struct notice *ready);
/* Writes the question that waits for an answer. */
void enter_put_question(const struct enter *enter, char *text, size_t size);
/* Takes the answer to it, `yes` or `no` as from client/cli/play/reading.h; false if it is
 * neither. */
bool enter_answer(struct enter *enter, const char *line);
/* True if the person is being asked, after an answer or a reply. */
bool enter_is_asking(const struct enter *enter);
/* Takes a reply; the person may be asked after it. Returns the room where the player sits or
 * watches now, lent like the reply; NULL: none yet. */
const struct room_record *enter_take_reply(struct enter *enter, const struct notice *reply);
/* Takes an error to a request made here: tries something else, or ends. */
void enter_take_error(struct enter *enter, const struct notice *notice);
/* Ends because no table can be found, with the server's reason. */
void enter_fail(const struct enter *enter, const struct session_error *error);

/* ------------------------------------------------------------------ games from a position */
/*
 * The command `from` at a table, alone or at a server: the ply of the table's game from which
 * another game goes on; and at a server the room that is opened against a computer.
 */

/* Reads the ply, from 0 to the last at which the table's game was open. False: the game is not
 * over, or has no such ply; the reason was told. */
bool from_read(const struct visit *visit, const char *text, unsigned *ply_out);
/* Plans, at a server, a room against the computer of the table, or after a game of people against
 * the strongest one known here, from the ply that `text` names. False: the reason was told. */
bool from_plan(const struct levels *levels, const char *text, struct next_room *next_out);
/* Plans a room against a computer in place of the one that waits. False likewise. */
bool from_plan_computer(const struct visit *visit, struct next_room *next_out);

#endif
