/* SPDX-License-Identifier: MIT */
/*
 * The checker of proven lines: does a tree prove what it claims? It knows the rules of engine/ and
 * looks two actions ahead (lessons/quick.h). It uses nothing of brain/, which finds such trees, so
 * that a fault there is not repeated here.
 *
 * Each node is judged by itself, and all of them together are the proof:
 *   the game is over      the side of the claim has won
 *   it is to act          every action in the tree leads to a node that holds; without any, it wins
 *                         soon
 *   the other side is     every legal answer is in the tree, or the side of the claim wins soon
 *   to act                after it
 * So a four needs its one answer in the tree, a straight four none, and a three those that stop it.
 * Nothing is taken for granted about threes: each answer is tried.
 *
 * If the claim is that no other action at the start wins (`only`), the tree's first one is the win;
 * after each other legal one, in the tree or not, the other side draws at least, checked in the
 * same way.
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
    LESSON_NOT_WON,   /* the game ends in another way at the node */
    LESSON_NO_MOVE, /* the winner is to move, and the tree has no move and there is no quick one */
    LESSON_UNANSWERED, /* an answer of the loser is neither in the tree nor refuted */
    LESSON_TOO_LARGE,  /* the effort was not enough */
};

struct lesson_report {
    enum lesson_fault fault;
    uint32_t node;        /* the place of the fault */
    struct action answer; /* LESSON_UNANSWERED: this one */
    uint32_t answers;     /* answers that were refuted, in the tree or by the checker */
    unsigned stones;      /* the winner's stones in the longest line of the tree */
};

/* A limit of effort, in stones that are tried: a hundred times what any shipped proof takes, but
 * small enough that no file of a player makes others wait for long. */
#define LESSON_EFFORT UINT64_C(100000000)

/* Judges the tree with at most this effort. Returns true if it is a proof. */
bool lesson_check(const struct record_tree *tree, uint64_t effort,
                  struct lesson_report *report_out);

#endif
