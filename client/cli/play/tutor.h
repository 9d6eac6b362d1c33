/* SPDX-License-Identifier: MIT */
/*
 * Teaches at the table of a lesson: allows only moves of the proof, tells those who ask, in two
 * steps, how it goes on, and notes which puzzles were solved without help.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_TUTOR_H
#define PENTAD_CLIENT_CLI_PLAY_TUTOR_H

#include "client/cli/play/visit.h"

#include <stdbool.h>
#include <stdint.h>

/* All but the first member begin as zeros. */
struct tutor {
    const struct visit *visit;
    uint64_t game;   /* the game that the rest is about */
    unsigned wrong;  /* moves that were not allowed */
    unsigned hints;  /* hints that were given */
    bool is_over;    /* the end was told */
    bool was_helped; /* it was noted that the player was helped */
    int hinted_ply;  /* the ply at which the kind of move was told last, plus 1; 0: none */
};

/* True if the visit is a lesson; if not, the other functions do nothing, and allow everything. */
bool tutor_teaches(const struct tutor *tutor);
/* True if the player's move is allowed; else says why not. */
bool tutor_allows(struct tutor *tutor, struct action action);
/* Does the command `hint`. */
void tutor_do_hint(struct tutor *tutor);
/* Called when the table shows all that has happened: tells what begins, or the outcome. */
void tutor_settle(struct tutor *tutor);

#endif
