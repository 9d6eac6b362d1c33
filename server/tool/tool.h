/* SPDX-License-Identifier: MIT */
/*
 * The commands of server/tools.def: what an operator does with a database apart from serving it.
 * Each runs once, on the main thread, and ends the program.
 */
#ifndef PENTAD_SERVER_TOOL_TOOL_H
#define PENTAD_SERVER_TOOL_TOOL_H

#include "server/shell/config.h"

enum tool_exit {
    TOOL_EXIT_GOOD = 0,
    TOOL_EXIT_FINDINGS = 1,
    TOOL_EXIT_IMPOSSIBLE = 2, /* also for a wrong command line */
};

/* Runs the command that the words of the command line name; there is at least one word. Results go
 * to `out`, errors to `err`, one line each. Returns the exit code. */
int tool_run(const struct config *config, FILE *out, FILE *err);

#endif
