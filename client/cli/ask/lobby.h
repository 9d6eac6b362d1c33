/* SPDX-License-Identifier: MIT */
/*
 * Commands about opponents who wait: lobby, invitations, decline. Each returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_LOBBY_H
#define PENTAD_CLIENT_CLI_ASK_LOBBY_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_lobby(const struct invocation *invocation);
enum exit_code run_invitations(const struct invocation *invocation);
enum exit_code run_decline(const struct invocation *invocation);

#endif
