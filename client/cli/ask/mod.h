/* SPDX-License-Identifier: MIT */
/*
 * mod: the acts of moderators and operators, by the table of proto/moderation.def; the server says
 * who may do them. Returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_MOD_H
#define PENTAD_CLIENT_CLI_ASK_MOD_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_mod(const struct invocation *invocation);

#endif
