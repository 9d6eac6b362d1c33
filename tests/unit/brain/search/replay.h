/* SPDX-License-Identifier: MIT */
/*
 * Claims of a win by fours and threes, played against a defence that tries every empty cell. The
 * attacker's stones are those that brain/search/prove.h names, asked anew in each position; whether
 * they win is said plainly (plain.h), which shares no code with it.
 */
#ifndef PENTAD_TESTS_UNIT_BRAIN_SEARCH_REPLAY_H
#define PENTAD_TESTS_UNIT_BRAIN_SEARCH_REPLAY_H

#include "brain/search/position.h"
#include "brain/search/prove.h"
#include "tests/unit/brain/search/plain.h"

struct replay {
    struct prover prover;
    uint64_t nodes;        /* the limit of each question */
    unsigned long answers; /* of the defence that were tried */
};

/* Whether the side to move wins with at most so many stones of its own, whatever is answered. Both
 * values are of the same position, and are as they were afterwards. */
bool replay_wins(struct replay *replay, struct position *position, struct plain *plain,
                 unsigned stones);

#endif
