/* SPDX-License-Identifier: MIT */
/*
 * Commands about the games of a history. export walks its pages and writes exactly the games that
 * the filters leave: SGF becomes one collection, JSON a line for each game, PSQ a file for each in
 * a new folder; without --output the games go to standard output, all at the end. Each returns an
 * exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_HISTORY_H
#define PENTAD_CLIENT_CLI_ASK_HISTORY_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_history(const struct invocation *invocation);
enum exit_code run_star(const struct invocation *invocation);
enum exit_code run_export(const struct invocation *invocation);

#endif
