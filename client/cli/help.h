/* SPDX-License-Identifier: MIT */
/*
 * Help, made from the tables of commands, options and exit codes. Nothing is said here that the
 * tables do not say.
 */
#ifndef PENTAD_CLIENT_CLI_HELP_H
#define PENTAD_CLIENT_CLI_HELP_H

#include "client/cli/commands.h"
#include "client/cli/terminal/ink.h"

/* Writes about one command, or about all of them if `command` is NULL. */
void help_write(const struct command_row *command, struct ink *ink);
/* Writes it to standard output, in the colours that the command line allows. */
enum exit_code help_show(const struct command_row *command, const struct invocation *invocation);
enum exit_code help_show_version(const struct invocation *invocation);

/* Writes there about the commands to begin with: nobody named one. */
void help_show_first(const struct invocation *invocation);

/* The command help. */
enum exit_code run_help(const struct invocation *invocation);

#endif
