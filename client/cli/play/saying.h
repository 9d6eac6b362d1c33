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

/* All but the first member begin as zeros. */
struct saying {
    const struct visit *visit;
    char behind[TYPED_SIZE]; /* to be said when the move on its way was taken; "": nothing */
};

/* `say` was typed, with this behind it. */
void saying_do(struct saying *saying, const char *text);
/* A move is made with these words; "": without. */
void saying_keep(struct saying *saying, const char *text);
/* The move was taken. */
void saying_take_move(struct saying *saying);
/* It was not: says that the words were not said, either. */
void saying_drop(struct saying *saying);
/* The private message is there. */
void saying_take_message(const struct saying *saying);

#endif
