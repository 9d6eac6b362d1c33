/* SPDX-License-Identifier: MIT */
/*
 * A visit to a table with all that it needs of a computer: a loop, a connection, a terminal.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_PLAY_H
#define PENTAD_CLIENT_CLI_PLAY_PLAY_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"
#include "client/cli/play/visit.h"

/* Runs it to its end; `solo` is the game to begin with, always there for PLAN_SOLO, or NULL. */
enum exit_code play_run(const struct invocation *invocation, enum plan plan,
                        const struct solo_plan *solo);

#endif
