/* SPDX-License-Identifier: MIT */
/*
 * Commands about one thing: a game (its board or its record) and the server's being there (ping).
 * Each returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_GAME_H
#define PENTAD_CLIENT_CLI_ASK_GAME_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_game(const struct invocation *invocation);
enum exit_code run_ping(const struct invocation *invocation);

#endif
