/* SPDX-License-Identifier: MIT */
/*
 * Runs a visit to a table with all that it needs: a loop, a connection, a terminal; and the
 * commands that lead to one, without reading the position that some begin with.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_PLAY_H
#define PENTAD_CLIENT_CLI_PLAY_PLAY_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"
#include "client/cli/play/visit.h"

/* Runs a visit to its end; `solo` is the game to begin with, or NULL (not for PLAN_SOLO). */
enum exit_code play_run(const struct invocation *invocation, enum plan plan,
                        const struct solo_plan *solo);

enum exit_code run_watch(const struct invocation *invocation);
enum exit_code run_invite(const struct invocation *invocation);
enum exit_code run_quick(const struct invocation *invocation);
/* `penta play` and `penta solo`, from this open game; NULL: from the empty board. */
enum exit_code run_play_from(const struct invocation *invocation, const struct game *from);
enum exit_code run_solo_from(const struct invocation *invocation, const struct game *from);

#endif
