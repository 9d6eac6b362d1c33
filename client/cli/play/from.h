/* SPDX-License-Identifier: MIT */
/*
 * The command `from` at a table, alone or at a server: the ply of the game that was played there
 * from which another one goes on.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_FROM_H
#define PENTAD_CLIENT_CLI_PLAY_FROM_H

#include "client/cli/play/visit.h"

#include <stdbool.h>

/* Reads the ply, 0 to the last one at which the table's game was open. False: the game is not over,
 * or has no such ply, which was told. */
bool from_read(const struct visit *visit, const char *text, unsigned *ply_out);

#endif
