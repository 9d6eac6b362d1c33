/* SPDX-License-Identifier: MIT */
/*
 * A game in one of the player's files: SGF or PSQ. All commands that take such a file read it here,
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

/* True if the file has such a name: one that ends in ".sgf" or ".psq". */
bool record_file_is(const char *path);
/* Reads the file's game; --nth chooses one of several, and --variant names the variant if the file
 * does not. Tells what the file leaves open, and the reason for any code but EXIT_CODE_OK:
 * EXIT_CODE_UNSUITED for a game that cannot be played here, EXIT_CODE_TROUBLE if it is no game. */
enum exit_code record_file_read(const struct invocation *invocation, const char *path,
                                struct game *game_out, struct record_reading *reading_out);

/* Reads all bytes of a file, fewer than `size`. Returns 0 or an errno value, EFBIG if there are
 * more.
 */
int record_file_bytes(const char *path, char *bytes, size_t size, size_t *len_out);

#endif
