/* SPDX-License-Identifier: MIT */
/*
 * How strong the player is against each computer player, kept between runs in the state file
 * "strength" (client/cli/connect/state_file.h). Blocking, and called at rare moments only.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_STRENGTH_STORE_H
#define PENTAD_CLIENT_CLI_PLAY_STRENGTH_STORE_H

#include "brain/computer.h"
#include "client/core/strength.h"
#include "engine/record.h"

#include <stdbool.h>
#include <stddef.h>

/* Each returns false where the file is no good, and `problem` says so. */

/* Reads the estimate; without one it is that of nobody known. A file that is no good is set aside.
 */
bool strength_store_load(const struct computer *computer, struct strength *strength_out,
                         char *problem, size_t size);
/* Keeps the estimate beside those against others. */
bool strength_store_save(const struct computer *computer, const struct strength *strength,
                         char *problem, size_t size);

/* ------------------------------------------------------------------ saving */
/*
 * A game's record in a file of the player's.
 */

#define SAVE_PATH_SIZE 1024

/* Writes the game to a new file: as PSQ where the path ends in ".psq", else as SGF. An empty path
 * becomes a new name in the folder that penta runs in. A file that is there is left alone. The date
 * of `tags` becomes today's. False: nothing was written, and `problem` says why. */
bool save_game(const struct game *game, struct record_tags *tags, char path[SAVE_PATH_SIZE],
               char *problem, size_t size);

#endif
