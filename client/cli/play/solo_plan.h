/* SPDX-License-Identifier: MIT */
/*
 * A command line of `penta solo`, understood: which game, against whom, who begins; and what of it
 * `penta play` shares.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_SOLO_PLAN_H
#define PENTAD_CLIENT_CLI_PLAY_SOLO_PLAN_H

#include "client/cli/play/visit.h"

#include <stdbool.h>

/* Fills the variant, the seat and `from`, of a game that goes on from there; NULL: from the empty
 * board. False: another variant was named, or there is none of that name, which was told. */
bool solo_plan_read_start(const struct invocation *invocation, const struct game *from,
                          struct solo_plan *plan_out);

/* Fills the plan but for its seed; the games go on from `from`, if it is not NULL. Where chance
 * says who begins, that is the player's first seat. False: there is nothing to play, since the
 * command line was wrong, which was told, or asked only for the list of players, which was printed;
 * `code_out` is the exit code. */
/* Prints the computer players if the command line asks for their list. Returns whether it did. */
bool solo_plan_list(const struct invocation *invocation, enum exit_code *code_out);
bool solo_plan_read(const struct invocation *invocation, const struct game *from,
                    struct solo_plan *plan_out, enum exit_code *code_out);

#endif
