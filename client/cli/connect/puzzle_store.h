/* SPDX-License-Identifier: MIT */
/*
 * The player's own puzzles between runs: a list and a file of a proven line for each, beside the
 * logins (client/cli/connect/state_file.h). Blocking, and called at rare moments only.
 */
#ifndef PENTAD_CLIENT_CLI_CONNECT_PUZZLE_STORE_H
#define PENTAD_CLIENT_CLI_CONNECT_PUZZLE_STORE_H

#include "client/core/puzzles.h"

#include <stddef.h>
#include <stdint.h>

struct prover; /* brain/search/prove.h, whose colours are not those of a terminal */

#define PUZZLE_FILE_SIZE (256 * 1024)

/* Keeps a position as a puzzle: whoever is to move in `game` has a proven win, which is made a tree
 * of all answers with hunts of `nodes` each, and checked. Games with choices are kept as the same
 * board without them. Returns 0, -EEXIST if it is there already, -ENOSPC if there are too many,
 * -EDOM if no tree was found that the checker believes, or a negative errno value. */
int puzzle_keep(const struct game *game, struct prover *prover, uint64_t nodes);

/* Puts a puzzle that is a file already into the list, without saving that: the text of a proven
 * line that begins at `start`. Returns 0 or a negative errno value. */
int puzzle_store_put(struct puzzles *puzzles, const struct game *start, const char *text);
/* Reads the list; an empty one where there is none. A list that is no good is set aside. */
int puzzle_store_load(struct puzzles *puzzles);
int puzzle_store_save(const struct puzzles *puzzles);
/* Reads the file of a puzzle (PUZZLE_FILE_SIZE bytes). */
int puzzle_store_read(const char *key, char *text);

#endif
