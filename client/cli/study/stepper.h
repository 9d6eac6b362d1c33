/* SPDX-License-Identifier: MIT */
/*
 * Steps through a game at a terminal, by keys: shows the board as it was, the moves up to there
 * with their times, the opening's name, and the result after the last one. Owns the terminal and a
 * loop of its own while it runs.
 */
#ifndef PENTAD_CLIENT_CLI_STUDY_STEPPER_H
#define PENTAD_CLIENT_CLI_STUDY_STEPPER_H

#include "client/cli/terminal/ink.h"
#include "client/core/table.h"

/* Blocks until the person has seen enough. Begins before the first move. Returns 0, or a negative
 * errno value: there is no terminal, and nothing has happened. */
int stepper_run(const struct table *table, struct look look);

#endif
