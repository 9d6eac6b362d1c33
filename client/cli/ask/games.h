/* SPDX-License-Identifier: MIT */
/*
 * penta games: the games in progress of a player.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_GAMES_H
#define PENTAD_CLIENT_CLI_ASK_GAMES_H

#include "client/cli/ask/query.h"

enum exit_code run_games(const struct invocation *invocation);

#endif
