/* SPDX-License-Identifier: MIT */
/*
 * A visit without a server: the umpire keeps the game, a computer player is the opponent, and the
 * player gets help. In a lesson a proven line answers in place of the computer. Thoughts are asked
 * for by the visit's calls, and the driver brings them; the visit's requests come here instead of
 * going to a connection, and the results are taken as its notices.
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
    struct game start; /* of the games; with ply 0 on the empty board */
    struct opponent opponent;
    uint64_t seed; /* of the next thought */
    bool is_asked; /* a thought is on its way, about this ply of this game: */
    uint64_t asked_game;
    unsigned asked_ply;
    struct tutor tutor; /* for a lesson */
};

/* Begins the first game, by the plan of the visit. */
void solo_start(struct solo *solo);
/* Takes a request that the visit sends. */
void solo_take_request(struct solo *solo, const struct request *request);
/* The next notice; false if there is none. Lent until the next call with the solo. */
bool solo_next(struct solo *solo, struct notice *notice_out);
/* All notices have been taken: asks for the opponent's action, if it is its turn. */
void solo_settle(struct solo *solo);
/* Takes the thought that was asked for last; `error` is 0, or one of the brain. */
void solo_take_thought(struct solo *solo, int error, const struct thought *thought);

/* Does the command `resigns`: lets the computer give up what it has proven lost, or not. */
void solo_do_resigns(struct solo *solo, const char *rest);
/* Does the command `from`: begins anew, from this ply, the game that is over. */
void solo_do_from(struct solo *solo, const char *rest);
/* Does the command `save`. */
void solo_do_save(struct solo *solo, const char *rest);

/* ------------------------------------------------------------------ plans */
/*
 * The command line of `penta solo` as a plan: the game, the opponent, who begins; and the parts
 * that `penta play` shares.
 */

/* Fills in the variant, the seat and `from`, the position that the game goes on from; NULL: the
 * empty board. False: the variant named is another one, or does not exist; the reason was told. */
bool solo_plan_read_start(const struct invocation *invocation, const struct game *from,
                          struct solo_plan *plan_out);

/* Prints the computer players if the command line asks for their list. Returns true if it did. */
bool solo_plan_list(const struct invocation *invocation, enum exit_code *code_out);
/* Fills in the plan except its seed; the games go on from `from` if it is not NULL. If chance is to
 * decide who begins, the player's seat is the first. False: there is nothing to play, because the
 * command line is wrong, which was told, or asks only for the list of players, which was printed;
 * `code_out` is the exit code. */
bool solo_plan_read(const struct invocation *invocation, const struct game *from,
                    struct solo_plan *plan_out, enum exit_code *code_out);

#endif
