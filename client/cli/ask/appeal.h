/* SPDX-License-Identifier: MIT */
/*
 * The command appeal: what a player answers to a mute, a ban or a warning. Returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_APPEAL_H
#define PENTAD_CLIENT_CLI_ASK_APPEAL_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_appeal(const struct invocation *invocation);

#endif
