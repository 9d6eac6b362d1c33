/* SPDX-License-Identifier: MIT */
/*
 * A game in a file of the player's: SGF, or PSQ. All commands that take such a file read it here,
 * so they take and refuse the same ones.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_RECORD_FILE_H
#define PENTAD_CLIENT_CLI_ASK_RECORD_FILE_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"
#include "engine/game.h"
#include "engine/record.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether the name is one of such a file: it ends in ".sgf" or ".psq". */
bool record_file_is(const char *path);
/* Reads the file's game, as what --variant names where the file leaves that open, and the one that
 * --nth names of several. What the file does not say was told, and any code but EXIT_CODE_OK, too:
 * EXIT_CODE_UNSUITED for a game that cannot be had here, EXIT_CODE_TROUBLE for what is none. */
enum exit_code record_file_read(const struct invocation *invocation, const char *path,
                                struct game *game_out, struct record_reading *reading_out);

/* Reads all bytes of a file, fewer than `size`. Returns 0 or an errno value, EFBIG if there are
 * more.
 */
int record_file_bytes(const char *path, char *bytes, size_t size, size_t *len_out);

#endif
