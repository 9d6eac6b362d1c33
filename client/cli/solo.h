/* SPDX-License-Identifier: MIT */
/*
 * The command solo: a game alone, from a position that is asked for first where one is named.
 */
#ifndef PENTAD_CLIENT_CLI_SOLO_H
#define PENTAD_CLIENT_CLI_SOLO_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_solo(const struct invocation *invocation);

#endif
