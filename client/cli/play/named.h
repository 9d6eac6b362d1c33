/* SPDX-License-Identifier: MIT */
/*
 * The argument of a command line that names a room, or a player. Functions of a visit.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_NAMED_H
#define PENTAD_CLIENT_CLI_PLAY_NAMED_H

#include "client/cli/play/visit.h"

#include <stdbool.h>
#include <stdint.h>

/* The room; 0: none. */
uint64_t named_room(const struct visit *visit);
/* The player with whom `penta play` is to play; NULL: none. */
const char *named_player(const struct visit *visit);
/* Whether a player of this name, as it was typed, is in the room. */
bool named_is_there(const struct room_record *room, const char *name);

#endif
