/* SPDX-License-Identifier: MIT */
/*
 * Private to server/tool/: what a command gets and gives, and what several of them share.
 */
#ifndef PENTAD_SERVER_TOOL_TOOL_PRIVATE_H
#define PENTAD_SERVER_TOOL_TOOL_PRIVATE_H

#include "server/tool/tool.h"

#include <signal.h>

/* A command: its arguments, borrowed, and the configuration. Returns an enum tool_exit. */
struct tool_call {
    const struct config *config;
    const char *const *arguments; /* NULL behind the last one */
    FILE *out;
    FILE *err;
};

#define TOOL(id, word, arguments, min, max, doc, more) int tool_##id(const struct tool_call *call);
#include "server/tools.def"
#undef TOOL

/* The list of what `pentad admin` takes, for help. */
void admin_print_commands(FILE *out);

/* False, and the operator was told, for a database that has no file. */
bool tool_has_file(const struct tool_call *call);

/* ------------------------------------------------------------------ signals */

/* SIGINT, SIGTERM and SIGHUP wait from signals_hold() to signals_release(), where they end the
 * program; in between the work asks signals_are_waiting(), stops and cleans up. */
void signals_hold(sigset_t *before_out);
bool signals_are_waiting(void);
void signals_release(const sigset_t *before);

#endif
