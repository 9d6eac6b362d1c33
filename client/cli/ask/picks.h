/* SPDX-License-Identifier: MIT */
/*
 * Commands about players whom one picks: block, unblock, blocks; follow, unfollow. Each returns an
 * exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_PICKS_H
#define PENTAD_CLIENT_CLI_ASK_PICKS_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_block(const struct invocation *invocation);
enum exit_code run_unblock(const struct invocation *invocation);
enum exit_code run_blocks(const struct invocation *invocation);
/* Follows the player whom the command line names, or lists those who are followed. */
enum exit_code run_follow(const struct invocation *invocation);
enum exit_code run_unfollow(const struct invocation *invocation);

#endif
