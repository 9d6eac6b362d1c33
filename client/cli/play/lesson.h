/* SPDX-License-Identifier: MIT */
/*
 * The commands `penta lesson` and `penta puzzles`: proven lines are listed, checked and played.
 * Each returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_LESSON_H
#define PENTAD_CLIENT_CLI_PLAY_LESSON_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"
#include "engine/record_tree.h"

#include <stdbool.h>

enum exit_code run_lesson(const struct invocation *invocation);
enum exit_code run_puzzles(const struct invocation *invocation);

/* ------------------------------------------------------------------ files of lessons */
/*
 * A proven line from a file, read and checked, in memory of its own. What is wrong with one is told
 * on standard error. Blocking.
 */

struct lesson_file {
    struct record_tree tree;
    char *text;
};

/* Each reads and checks; false when it is not believed, which was told. A file that was read is
 * freed by lesson_file_deinit(). `nth` is which of several lines, from 1, or 0 for the only one. */
bool lesson_file_init(struct lesson_file *file, const char *path, unsigned nth);
/* One that comes with Pentad. */
bool lesson_file_init_shipped(struct lesson_file *file, const char *key, unsigned nth);
/* One of the player's own puzzles. */
bool lesson_file_init_puzzle(struct lesson_file *file, const char *key);
void lesson_file_deinit(struct lesson_file *file);

#endif
