/* SPDX-License-Identifier: MIT */
/*
 * A proven line from a file, read and checked, in memory of its own. What is wrong with one is told
 * on standard error. Blocking.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_LESSON_FILE_H
#define PENTAD_CLIENT_CLI_PLAY_LESSON_FILE_H

#include "engine/record_tree.h"

#include <stdbool.h>

struct lesson_file {
    struct record_tree tree;
    char *text;
};

/* Each reads and checks; false when it is not believed, which was told. A file that was read is
 * freed by lesson_file_deinit(). */
bool lesson_file_init(struct lesson_file *file, const char *path);
/* One that comes with Pentad. */
bool lesson_file_init_shipped(struct lesson_file *file, const char *key);
/* One of the player's own puzzles. */
bool lesson_file_init_puzzle(struct lesson_file *file, const char *key);
void lesson_file_deinit(struct lesson_file *file);

#endif
