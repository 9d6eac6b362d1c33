/* SPDX-License-Identifier: MIT */
/*
 * Commands about the login: register, login, recover, recovery-code, logout, whoami. Each returns
 * an exit code.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_LOGIN_H
#define PENTAD_CLIENT_CLI_ASK_LOGIN_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_register(const struct invocation *invocation);
enum exit_code run_login(const struct invocation *invocation);
enum exit_code run_recover(const struct invocation *invocation);
enum exit_code run_recovery_code(const struct invocation *invocation);
enum exit_code run_logout(const struct invocation *invocation);
enum exit_code run_whoami(const struct invocation *invocation);

#endif
