/* SPDX-License-Identifier: MIT */
/*
 * Commands about the games of a history: history, star. Each returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_HISTORY_H
#define PENTAD_CLIENT_CLI_ASK_HISTORY_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_history(const struct invocation *invocation);
enum exit_code run_star(const struct invocation *invocation);

#endif
