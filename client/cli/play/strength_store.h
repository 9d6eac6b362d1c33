/* SPDX-License-Identifier: MIT */
/*
 * How strong the player is against each computer player, kept between runs in the state file
 * "strength" (client/cli/connect/state_file.h). Blocking, and called at rare moments only.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_STRENGTH_STORE_H
#define PENTAD_CLIENT_CLI_PLAY_STRENGTH_STORE_H

#include "brain/computer.h"
#include "client/core/strength.h"

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

#endif
