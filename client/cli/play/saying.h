/* SPDX-License-Identifier: MIT */
/*
 * The player's words at a table. The room keeps them (room.say), so that an opponent who comes days
 * later finds them beside the board; words behind a move are said when the move was taken. After a
 * correspondence game the room is soon gone: then they go to an opponent who is away as a private
 * message (docs/adr/0061-words-with-a-move.md).
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_SAYING_H
#define PENTAD_CLIENT_CLI_PLAY_SAYING_H

#include "client/cli/play/visit.h"
#include "client/core/typed.h"

#include <stdbool.h>
#include <stddef.h>

#define SAYINGS_MAX 24

/* Lines of the chat, the first one first. More than there is room for are forgotten. */
struct sayings {
    char texts[SAYINGS_MAX][TYPED_SIZE];
    size_t count;
};

/* All but the first member begin as zeros. */
struct saying {
    const struct visit *visit;
    char behind[TYPED_SIZE]; /* to be said when the move on its way was taken; "": nothing */
    struct sayings on_way;   /* to the server, in the order in which it answers */
    struct sayings unsaid;   /* it refused them, for a while */
};

/* The server took a line, or refused it. Returns whether it was told: a person who writes too fast
 * is told once, and sends what was not said again. */
void saying_take_said(struct saying *saying);
bool saying_take_refused(struct saying *saying, const struct session_error *error);
/* `say` was typed, with this behind it; alone it says again what the server refused. */
void saying_do(struct saying *saying, const char *text);
/* A move is made with these words; "": without. */
void saying_keep(struct saying *saying, const char *text);
/* The move was taken. */
void saying_take_move(struct saying *saying);
/* It was not: says that the words were not said, either. */
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
/* Takes the text of a line away, in the table and where it was said. */
void chat_take_hidden(struct visit *visit, const struct room_hidden_event *hidden);

#endif
