/* SPDX-License-Identifier: MIT */
/*
 * A visit without a server: the umpire keeps the game, a computer player is the opponent, and the
 * player gets help. In a lesson a proven line answers in place of the computer. Its driver asks for
 * thoughts by the visit's calls and brings them; the visit's requests come here in place of a
 * connection, and what they lead to is taken as its notices.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_SOLO_H
#define PENTAD_CLIENT_CLI_PLAY_SOLO_H

#include "client/cli/play/opponent.h"
#include "client/cli/play/tutor.h"
#include "client/cli/play/visit.h"
#include "client/solo/umpire.h"

#include <stdbool.h>
#include <stdint.h>

/* All but the first two members begin as zeros. */
struct solo {
    const struct visit *visit;
    struct levels *levels;
    struct umpire umpire;
    struct game start; /* of the games; with ply 0 they begin at the beginning */
    struct opponent opponent;
    uint64_t seed; /* of the next thought */
    bool is_asked; /* a thought is on its way, about this ply of this game: */
    uint64_t asked_game;
    unsigned asked_ply;
    struct tutor tutor; /* of a lesson */
};

/* Begins the first game, by the plan of the visit. */
void solo_start(struct solo *solo);
/* Takes a request that the visit sends. */
void solo_take_request(struct solo *solo, const struct request *request);
/* The next notice; false if there is none. Lent until the next call that takes the solo. */
bool solo_next(struct solo *solo, struct notice *notice_out);
/* All notices have been taken: asks for what the opponent does, if it is for it to act. */
void solo_settle(struct solo *solo);
/* The thought that was asked for last; `error` is 0, or one of the brain. */
void solo_take_thought(struct solo *solo, int error, const struct thought *thought);

/* The command `resigns`: whether the computer gives up what it has proven lost. */
void solo_do_resigns(struct solo *solo, const char *rest);
/* The command `from`: begins the game that is over anew, from this ply. */
void solo_do_from(struct solo *solo, const char *rest);
/* The command `save`. */
void solo_do_save(struct solo *solo, const char *rest);

/* ------------------------------------------------------------------ plans */
/*
 * A command line of `penta solo`, understood: which game, against whom, who begins; and what of it
 * `penta play` shares.
 */

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
