/* SPDX-License-Identifier: MIT */
/*
 * The command `from` at a table, alone or at a server: the ply of the game that was played there
 * from which another one goes on; and at a server the room that is opened against a computer.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_FROM_H
#define PENTAD_CLIENT_CLI_PLAY_FROM_H

#include "client/cli/play/levels.h"
#include "client/cli/play/own_room.h"
#include "client/cli/play/visit.h"

#include <stdbool.h>

/* Reads the ply, 0 to the last one at which the table's game was open. False: the game is not over,
 * or has no such ply, which was told. */
bool from_read(const struct visit *visit, const char *text, unsigned *ply_out);
/* At a server: the room against the computer of the table, or after a game of people against the
 * strongest one that is known here, from the ply that `text` names. False: why not was told. */
bool from_plan(const struct levels *levels, const char *text, struct next_room *next_out);
/* The room against a computer in place of the one that waits. False likewise. */
bool from_plan_computer(const struct visit *visit, struct next_room *next_out);

#endif
