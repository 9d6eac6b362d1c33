/* SPDX-License-Identifier: MIT */
/*
 * Commands about opponents who wait: lobby, invitations, decline. Each returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_LOBBY_H
#define PENTAD_CLIENT_CLI_ASK_LOBBY_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

/* `joined_out` is the room of an invitation that was accepted, where the player sits now; or 0. */
enum exit_code lobby_run(const struct invocation *invocation, uint64_t *joined_out);
enum exit_code run_invitations(const struct invocation *invocation);
enum exit_code run_decline(const struct invocation *invocation);

#endif
