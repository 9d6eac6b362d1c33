/* SPDX-License-Identifier: MIT */
/*
 * The checker of proven lines: whether a tree proves what it claims. It knows the rules of engine/
 * and counts stones; of brain/, which finds such trees, it has nothing, so that a fault there does
 * not repeat itself here.
 *
 * Each node is judged by itself, and all of them together are the proof:
 *   the game is over        the side of the claim has won
 *   that side is to move    every move in the tree leads to a node that holds; without any, it
 * makes five now, or two squares for a five that the other side cannot answer the other side is
 * every legal answer is in the tree, or is refuted as in the line above to move So a four needs its
 * one answer in the tree, a straight four none, a three those that stop it. Nothing is taken for
 * granted of threes: each answer is placed, and the squares are counted by the variant's row and
 * its rule for longer ones.
 *
 * Pure functions of the caller's tree; no recursion, no allocation.
 */
#ifndef PENTAD_LESSONS_CHECK_H
#define PENTAD_LESSONS_CHECK_H

#include "engine/record_tree.h"

#include <stdbool.h>
#include <stdint.h>

enum lesson_fault {
    LESSON_NO_FAULT,
    LESSON_NO_CLAIM,  /* the tree claims nothing, or its variant needs more (READER_LESSONS) */
    LESSON_NOT_LEGAL, /* an action that the rules refuse, or a node out of order */
    LESSON_NOT_WON,   /* the game ends otherwise at the node */
    LESSON_NO_MOVE, /* the winner is to move, and the tree has no move and there is no quick one */
    LESSON_UNANSWERED, /* an answer of the loser is neither in the tree nor refuted */
    LESSON_TOO_LARGE,  /* the effort did not suffice */
};

struct lesson_report {
    enum lesson_fault fault;
    uint32_t node;        /* where the fault is */
    struct action answer; /* LESSON_UNANSWERED: this one */
    uint32_t answers;     /* answers that were refuted, in the tree or by the checker */
    unsigned stones;      /* the winner's stones in the longest line of the tree */
};

/* A limit that no shipped proof comes near, in stones that are tried. */
#define LESSON_EFFORT UINT64_C(4000000000)

/* Judges the tree with at most so much effort. Returns whether it is a proof. */
bool lesson_check(const struct record_tree *tree, uint64_t effort,
                  struct lesson_report *report_out);

/* One position of a tree, judged by stones alone: the cells as enum mark. */
struct lesson_board {
    const struct variant *variant;
    uint8_t cells[GAME_CELLS_MAX];
};

void lesson_board_init(struct lesson_board *board, const struct game *game);
/* Whether a stone of the mark on the empty cell would win. */
bool lesson_would_win(const struct lesson_board *board, enum mark mark, size_t cell);
/* Whether the side of the mark, to move, makes five now, or two squares for a five at once; then
 * `cell` is its stone. The stone that is there before is tried first. `effort` counts down. */
bool lesson_wins_soon(struct lesson_board *board, enum mark mark, uint64_t *effort, size_t *cell);

#endif
