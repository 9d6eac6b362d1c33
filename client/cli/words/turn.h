/* SPDX-License-Identifier: MIT */
/*
 * Sentences about the games in which it is the player's move.
 */
#ifndef PENTAD_CLIENT_CLI_WORDS_TURN_H
#define PENTAD_CLIENT_CLI_WORDS_TURN_H

#include "proto/message.h"

#include <stddef.h>

/* The player with that name is to move in this game: what has happened there. */
void words_your_move(const struct current_game_record *game, const char *name, char *text,
                     size_t size);
/* Somebody said this in a room where the player is not. */
void words_said_elsewhere(const struct room_said_event *said, char *text, size_t size);

#endif
