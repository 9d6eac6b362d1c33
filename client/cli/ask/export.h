/* SPDX-License-Identifier: MIT */
/*
 * The command export: walks the pages of a history and writes exactly the games that the filters
 * leave. SGF becomes one collection, JSON a line for each game, PSQ a file for each in a new
 * folder. Without --output the games go to standard output, all at the end. Returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_EXPORT_H
#define PENTAD_CLIENT_CLI_ASK_EXPORT_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_export(const struct invocation *invocation);

#endif
