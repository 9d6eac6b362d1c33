/* SPDX-License-Identifier: MIT */
/*
 * The command `analyse`: a game of the server's, or one in a file, understood on this computer.
 * Returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_ANALYSE_H
#define PENTAD_CLIENT_CLI_ASK_ANALYSE_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_analyse(const struct invocation *invocation);

#endif
