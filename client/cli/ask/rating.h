/* SPDX-License-Identifier: MIT */
/*
 * Commands about what a player achieved: rating draws the points day by day, stats counts games.
 * Each returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_RATING_H
#define PENTAD_CLIENT_CLI_ASK_RATING_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_rating(const struct invocation *invocation);
enum exit_code run_stats(const struct invocation *invocation);

#endif
