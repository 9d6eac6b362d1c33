/* SPDX-License-Identifier: MIT */
/*
 * The commands `penta lesson` and `penta puzzles`: they list, check and play proven lines.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_LESSON_H
#define PENTAD_CLIENT_CLI_PLAY_LESSON_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_lesson(const struct invocation *invocation);
enum exit_code run_puzzles(const struct invocation *invocation);

#endif
