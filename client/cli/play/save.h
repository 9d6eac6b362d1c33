/* SPDX-License-Identifier: MIT */
/*
 * A game's record in a file of the player's.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_SAVE_H
#define PENTAD_CLIENT_CLI_PLAY_SAVE_H

#include "engine/record.h"

#include <stdbool.h>
#include <stddef.h>

#define SAVE_PATH_SIZE 1024

/* Writes the game to a new file: as PSQ where the path ends in ".psq", else as SGF. An empty path
 * becomes a new name in the folder that penta runs in. A file that is there is left alone. The date
 * of `tags` becomes today's. False: nothing was written, and `problem` says why. */
bool save_game(const struct game *game, struct record_tags *tags, char path[SAVE_PATH_SIZE],
               char *problem, size_t size);

#endif
