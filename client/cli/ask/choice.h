/* SPDX-License-Identifier: MIT */
/*
 * The game that a command is about: by its id, by its place in the player's own history, or by the
 * opponent's name. One reader for all commands that take a game.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_CHOICE_H
#define PENTAD_CLIENT_CLI_ASK_CHOICE_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"
#include "engine/game.h"

#include <stdint.h>

/* Places that a history has numbers for: the rows of one question. */
#define CHOICE_PLACES_MAX 50

/* Finds the game's id. `text` is an id, or of the player who is logged in: a place (1 ended last),
 * the name of an opponent, against whom the last game is meant, or NULL for the last one. A name
 * may look like an id: it is one where there is such a player and no such game. An id with a letter
 * needs that question of who is logged in, other ids need none. `is_file_too` is about what is told
 * of a text that is no game. Anything but EXIT_CODE_OK was told. */
enum exit_code choice_read(const struct invocation *invocation, const char *text, bool is_file_too,
                           uint64_t *id_out);

/* The player's last game that has a result, of the last CHOICE_PLACES_MAX; the last one of all if
 * none has. */
enum exit_code choice_read_played(const struct invocation *invocation, uint64_t *id_out);

/* The position that --position and --at name, as an open game: a ply of a game of the server's or
 * of one in a file, or stones that were set up in one. */
enum exit_code choice_read_position(const struct invocation *invocation, struct game *game_out);

#endif
