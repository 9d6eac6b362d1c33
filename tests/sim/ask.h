/* SPDX-License-Identifier: MIT */
/*
 * A record of a request, so that it can be sent again and its answer be judged.
 */
#ifndef PENTAD_TESTS_SIM_ASK_H
#define PENTAD_TESTS_SIM_ASK_H

#include "tests/sim/link.h"
#include "tests/sim/truth.h"

/* Fills the part that comes from the request. */
void ask_describe(struct ask *ask, const struct request *request);
/* The request again; it borrows the ask's texts. */
void ask_restore(const struct ask *ask, struct request *request_out);
/* A copy of the request is about to reach the server. */
void ask_delivered(struct link *link, struct ask *ask);
/* Whether the player has done just that in the game (NULL: none), and it was not taken back. */
bool ask_is_done(const struct truth_game *game, const struct ask *ask);
/* Whether it is an act of who keeps order at the server's own machine, and no question. */
bool ask_is_keepers(const struct link *link, const struct ask *ask);
/* The player on whose behalf a request is carried out, as far as the server may know; or 0. */
uint64_t ask_player(const struct link *link);

#endif
