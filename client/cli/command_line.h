/* SPDX-License-Identifier: MIT */
/*
 * Reading a command line by the tables of commands and options. Options may stand before and after
 * the command and its arguments; `--` ends them. A function of argv and two environment variables.
 */
#ifndef PENTAD_CLIENT_CLI_COMMAND_LINE_H
#define PENTAD_CLIENT_CLI_COMMAND_LINE_H

#include "client/cli/invocation/invocation.h"

/* Returns 0, or -1 with a sentence for the person in `problem`. */
int command_line_read(int argc, char *const *argv, struct invocation *out, char *problem,
                      size_t size);

#endif
