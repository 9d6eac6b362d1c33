/* SPDX-License-Identifier: MIT */
/*
 * What the player is to be told: penta memos.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_MEMOS_H
#define PENTAD_CLIENT_CLI_ASK_MEMOS_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_memos(const struct invocation *invocation);

#endif
