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

/* The number of places in a history that can be named: the rows of one question. */
#define CHOICE_PLACES_MAX 50

/* Finds the game's id. `text` is an id; or, among the games of the player who is logged in, a place
 * (1 ended last), the name of an opponent, for the last game against them, or NULL for the last
 * game. A name may look like an id: it counts as a name if there is such a player and no such game.
 * Of ids, only those with a letter need a login and a question. With `is_file_too` the message
 * about a text that is no game mentions files. Any result but EXIT_CODE_OK was told. */
enum exit_code choice_read(const struct invocation *invocation, const char *text, bool is_file_too,
                           uint64_t *id_out);

/* The player's last game with a result, of the last CHOICE_PLACES_MAX; the very last if none has
 * one. */
enum exit_code choice_read_played(const struct invocation *invocation, uint64_t *id_out);

/* The position that --position and --at name, as an open game: a ply of a game on the server or in
 * a file, or stones that were set up in a file. */
enum exit_code choice_read_position(const struct invocation *invocation, struct game *game_out);

#endif
