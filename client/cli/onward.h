/* SPDX-License-Identifier: MIT */
/*
 * The commands solo and play: a game, from a position that is asked for first where one is named;
 * and lobby, which goes on at the table of an invitation that is accepted there.
 */
#ifndef PENTAD_CLIENT_CLI_ONWARD_H
#define PENTAD_CLIENT_CLI_ONWARD_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_solo(const struct invocation *invocation);
enum exit_code run_lobby(const struct invocation *invocation);
enum exit_code run_play(const struct invocation *invocation);

#endif
