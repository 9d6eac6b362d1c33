/* SPDX-License-Identifier: MIT */
/*
 * The player's words at a table. The room keeps them (room.say), so that an opponent who comes days
 * later finds them beside the board; words typed with a move are said when the move is taken. After
 * a correspondence game the room is soon gone: then they go to an absent opponent as a private
 * message (docs/adr/0061-words-with-a-move.md).
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_SAYING_H
#define PENTAD_CLIENT_CLI_PLAY_SAYING_H

#include "client/cli/play/visit.h"
#include "client/core/typed.h"

#include <stdbool.h>
#include <stddef.h>

#define SAYINGS_MAX 24

/* Lines of the chat, the first one first. Lines beyond the room for them are dropped. */
struct sayings {
    char texts[SAYINGS_MAX][TYPED_SIZE];
    size_t count;
};

/* All but the first member begin as zeros. */
struct saying {
    const struct visit *visit;
    char behind[TYPED_SIZE]; /* to be said when the move on its way is taken; "": nothing */
    struct sayings on_way;   /* to the server, in the order in which it answers */
    struct sayings unsaid;   /* refused by the server for a while */
};

/* The server took a line, or refused it. The second returns true if it told the player: a person
 * who writes too fast is told once, and sends the unsaid lines again. */
void saying_take_said(struct saying *saying);
bool saying_take_refused(struct saying *saying, const struct session_error *error);
/* Does the command `say` with this text; "" says again what the server refused. */
void saying_do(struct saying *saying, const char *text);
/* Keeps the words of a move that is made; "": none. */
void saying_keep(struct saying *saying, const char *text);
/* The move was taken. */
void saying_take_move(struct saying *saying);
/* The move was not taken: tells that the words were not said either. */
void saying_drop(struct saying *saying);
/* The private message is there. */
void saying_take_message(const struct saying *saying);

/* ------------------------------------------------------------------ chat */
/*
 * The chat of the table, as the server tells it: lines that were missed, and lines that a moderator
 * hid.
 */

/* Takes the last lines; says those that the table did not have. */
void chat_take(struct visit *visit, const struct chat_line_record *lines, size_t count);
/* Removes the text of a line, from the table and the notes. */
void chat_take_hidden(struct visit *visit, const struct room_hidden_event *hidden);

#endif
