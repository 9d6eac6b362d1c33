/* SPDX-License-Identifier: MIT */
/*
 * A game in a file of the player's: SGF, or PSQ.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_RECORD_FILE_H
#define PENTAD_CLIENT_CLI_ASK_RECORD_FILE_H

#include "engine/game.h"

#include <stdbool.h>

/* Whether the name is one of such a file: it ends in ".sgf" or ".psq". */
bool record_file_is(const char *path);
/* Reads the file's game. False: it has told what is wrong, and where. */
bool record_file_read(const char *path, struct game *game_out);
/* The same, also of stones that were set up; the game has no ply of its own before `start_out`. */
bool record_file_read_position(const char *path, struct game *game_out, unsigned *start_out);

#endif
