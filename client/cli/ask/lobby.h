/* SPDX-License-Identifier: MIT */
/*
 * Commands about opponents who wait: lobby, invitations, decline. Each returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_LOBBY_H
#define PENTAD_CLIENT_CLI_ASK_LOBBY_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

#include <stdbool.h>
#include <stdint.h>

/* `goes_out`: the person goes on to a table: that of `room_out`, whose invitation was accepted or
 * which was named; 0: the one that `penta play` chooses. */
enum exit_code lobby_run(const struct invocation *invocation, bool *goes_out, uint64_t *room_out);
enum exit_code run_invitations(const struct invocation *invocation);
enum exit_code run_decline(const struct invocation *invocation);

#endif
