/* SPDX-License-Identifier: MIT */
/*
 * The position that --position and --at name: a ply of a game of the server's or of one in a file,
 * or stones that were set up in one.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_POSITION_H
#define PENTAD_CLIENT_CLI_ASK_POSITION_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"
#include "engine/game.h"

/* Reads the position as an open game. Anything but EXIT_CODE_OK was told. */
enum exit_code position_read(const struct invocation *invocation, struct game *game_out);

#endif
