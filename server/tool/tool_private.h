/* SPDX-License-Identifier: MIT */
/*
 * Private to server/tool/: the input and result of a command, and functions that commands share.
 */
#ifndef PENTAD_SERVER_TOOL_TOOL_PRIVATE_H
#define PENTAD_SERVER_TOOL_TOOL_PRIVATE_H

#include "server/tool/tool.h"

#include <signal.h>

/* A command: its arguments, borrowed, and the configuration. Returns an enum tool_exit. */
struct tool_call {
    const struct config *config;
    const char *const *arguments; /* NULL after the last one */
    FILE *out;
    FILE *err;
};

#define TOOL(id, word, arguments, min, max, doc, more) int tool_##id(const struct tool_call *call);
#include "server/tools.def"
#undef TOOL

/* Prints the list of the commands of `pentad admin`, for help. */
void admin_print_commands(FILE *out);

/* False if the database has no file: then the operator was told. */
bool tool_has_file(const struct tool_call *call);

/* ------------------------------------------------------------------ signals */

/* From signals_hold() to signals_release() SIGINT, SIGTERM and SIGHUP wait; then they end the
 * program. In between, work that finds signals_are_waiting() stops and cleans up. */
void signals_hold(sigset_t *before_out);
bool signals_are_waiting(void);
void signals_release(const sigset_t *before);

#endif
