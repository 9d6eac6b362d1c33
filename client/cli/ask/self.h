/* SPDX-License-Identifier: MIT */
/*
 * Commands about one's own account: profile, settings, password, sessions,
 * delete-account. Each returns an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_SELF_H
#define PENTAD_CLIENT_CLI_ASK_SELF_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_profile(const struct invocation *invocation);
/* Tells how many days off there are, takes some more, or ends them. */
enum exit_code run_days_off(const struct invocation *invocation);
enum exit_code run_settings(const struct invocation *invocation);
enum exit_code run_password(const struct invocation *invocation);
enum exit_code run_delete_account(const struct invocation *invocation);
enum exit_code run_sessions(const struct invocation *invocation);

#endif
