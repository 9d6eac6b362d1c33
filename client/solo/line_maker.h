/* SPDX-License-Identifier: MIT */
/*
 * Makes proven lines: the tree of a win, by asking the hunts of brain/ position by position. The
 * caller has the checker (lessons/check.h) judge the result. Pure; borrowed values stay the
 * caller's. It recurses as deep as the line is long.
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
    struct record_tree *tree; /* its claim names the winner; at first only a root */
    struct prover *prover;
    uint64_t nodes; /* for each hunt */
    /* The number of moves in a line that may come from `suggest` instead of a hunt, if they
     * threaten to win. It writes up to LINE_MAKER_SUGGESTIONS actions and returns how many; NULL:
     * no suggestions. */
    unsigned quiet;
    size_t (*suggest)(void *ctx, const struct game *game, struct action *actions_out);
    void *ctx;
    struct game game; /* the position where it is */
};

/* Goes to the start of the tree. */
void line_maker_start(struct line_maker *maker);
/* The winner is to move at the start: adds the winning move and all answers. False if none was
 * found, or there is no room; then the tree is as before. */
bool line_maker_prove(struct line_maker *maker);
/* The loser is to move at the start: adds the refutation of this answer, likewise. For an answer
 * that the checker refutes by itself it adds nothing. */
bool line_maker_refute(struct line_maker *maker, struct action answer);

#endif
