/* SPDX-License-Identifier: MIT */
/*
 * Commands that keep order: report tells the moderators of a player; mod has the acts of moderators
 * and operators, by the table of proto/moderation.def, and the server says who may do them. Each
 * returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_MOD_H
#define PENTAD_CLIENT_CLI_ASK_MOD_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_report(const struct invocation *invocation);
enum exit_code run_mod(const struct invocation *invocation);

#endif
