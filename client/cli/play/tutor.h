/* SPDX-License-Identifier: MIT */
/*
 * Teaches at the table of a lesson: lets only moves of the proof pass, tells in two steps how it
 * goes on to those who ask, and notes of puzzles whether they were solved without help.
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
    unsigned wrong;  /* moves that did not pass */
    unsigned hints;  /* that were given */
    bool is_over;    /* the end was told */
    bool was_helped; /* has been noted */
    int hinted_ply;  /* one more than the ply at which the kind of move was told last; 0: none */
};

/* Whether the visit is a lesson; the other functions do nothing else, and allow everything. */
bool tutor_teaches(const struct tutor *tutor);
/* Whether the player's move may go; why not is said. */
bool tutor_allows(struct tutor *tutor, struct action action);
/* The command `hint`. */
void tutor_do_hint(struct tutor *tutor);
/* The table shows all that has happened: says what begins, and what came out. */
void tutor_settle(struct tutor *tutor);

#endif
