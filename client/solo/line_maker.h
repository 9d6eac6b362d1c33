/* SPDX-License-Identifier: MIT */
/*
 * Makes proven lines: the tree of a win, by asking the hunts of brain/ position by position. What
 * it makes is believed only by the checker (lessons/check.h), which the caller asks. Pure; what
 * is lent stays the caller's. It goes as deep as the line is long.
 */
#ifndef PENTAD_CLIENT_SOLO_LINE_MAKER_H
#define PENTAD_CLIENT_SOLO_LINE_MAKER_H

#include "brain/search/prove.h"
#include "engine/record_tree.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINE_MAKER_SUGGESTIONS 16

struct line_maker {
    struct record_tree *tree; /* its claim says who is to win; no node but the root at first */
    struct prover *prover;
    uint64_t nodes; /* of a hunt */
    /* Moves of a line that may be others than the hunts find if they threaten to win, and what
     * suggests them: it writes up to LINE_MAKER_SUGGESTIONS actions and returns how many. NULL:
     * nothing. */
    unsigned quiet;
    size_t (*suggest)(void *ctx, const struct game *game, struct action *actions_out);
    void *ctx;
    struct game game; /* where it is */
};

/* Goes to the start of the tree. */
void line_maker_start(struct line_maker *maker);
/* The winner is to move at the start: adds what wins and all answers. False if that was not found,
 * or there is no room; then the tree is as before. */
bool line_maker_prove(struct line_maker *maker);
/* The loser is to move at the start: adds what refutes this answer, likewise. An answer that the
 * checker refutes by itself adds nothing. */
bool line_maker_refute(struct line_maker *maker, struct action answer);

#endif
