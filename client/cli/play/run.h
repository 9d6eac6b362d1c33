/* SPDX-License-Identifier: MIT */
/*
 * The commands that lead to a table, but for the position that some begin with. Each returns an
 * exit code.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_RUN_H
#define PENTAD_CLIENT_CLI_PLAY_RUN_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"
#include "engine/game.h"

enum exit_code run_watch(const struct invocation *invocation);
enum exit_code run_invite(const struct invocation *invocation);
enum exit_code run_quick(const struct invocation *invocation);
/* `penta play` and `penta solo`, from this open game; NULL: from the empty board. */
enum exit_code run_play_from(const struct invocation *invocation, const struct game *from);
enum exit_code run_solo_from(const struct invocation *invocation, const struct game *from);

#endif
