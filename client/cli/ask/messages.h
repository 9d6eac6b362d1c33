/* SPDX-License-Identifier: MIT */
/*
 * Commands about private messages: message writes one, messages lists threads, reads one, deletes.
 * Each returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_MESSAGES_H
#define PENTAD_CLIENT_CLI_ASK_MESSAGES_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_message(const struct invocation *invocation);
enum exit_code run_messages(const struct invocation *invocation);

#endif
