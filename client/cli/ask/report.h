/* SPDX-License-Identifier: MIT */
/*
 * report: tells the moderators of a player. Returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_REPORT_H
#define PENTAD_CLIENT_CLI_ASK_REPORT_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_report(const struct invocation *invocation);

#endif
