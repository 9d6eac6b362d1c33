/* SPDX-License-Identifier: MIT */
/*
 * Help, made from the tables of commands, options and exit codes. It says nothing that the tables
 * do not say.
 */
#ifndef PENTAD_CLIENT_CLI_HELP_H
#define PENTAD_CLIENT_CLI_HELP_H

#include "client/cli/commands.h"
#include "client/cli/terminal/ink.h"

/* Writes about one command, or about all of them if `command` is NULL. */
void help_write(const struct command_row *command, struct ink *ink);
/* Writes the same to standard output, in the colours that the command line allows. */
enum exit_code help_show(const struct command_row *command, const struct invocation *invocation);
enum exit_code help_show_version(const struct invocation *invocation);

/* Writes to standard output about the commands to begin with, for a command line without one. */
void help_show_first(const struct invocation *invocation);

/* Runs the command `help`. */
enum exit_code run_help(const struct invocation *invocation);

#endif
