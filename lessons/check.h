/* SPDX-License-Identifier: MIT */
/*
 * The checker of proven lines: whether a tree proves what it claims. It knows the rules of engine/
 * and looks two actions ahead (lessons/quick.h); of brain/, which finds such trees, it has nothing,
 * so that a fault there does not repeat itself here.
 *
 * Each node is judged by itself, and all of them together are the proof:
 *   the game is over      the side of the claim has won
 *   it is to act          every action in the tree leads to a node that holds; without any, it wins
 *                         soon
 *   the other side is     every legal answer is in the tree, or the side of the claim wins soon
 *   to act                behind it
 * So a four needs its one answer in the tree, a straight four none, a three those that stop it.
 * Nothing is taken for granted of threes: each answer is tried.
 *
 * Where the claim is that no other action of the start wins (`only`), the tree's first one is the
 * win; behind each other legal one, in the tree or not, the other side at least draws, by the same.
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

/* A limit that no shipped proof comes near, in stones that are tried: a hundred times what any
 * takes. A file of somebody's keeps nobody waiting for long. */
#define LESSON_EFFORT UINT64_C(100000000)

/* Judges the tree with at most so much effort. Returns whether it is a proof. */
bool lesson_check(const struct record_tree *tree, uint64_t effort,
                  struct lesson_report *report_out);

#endif
