/* SPDX-License-Identifier: MIT */
/*
 * Makes proven lines of any game, by asking the solver of brain/ position by position. What it
 * makes is believed only by the checker (lessons/check.h), which the caller asks. Pure; what is
 * lent stays the caller's. It goes as deep as the line is long.
 */
#ifndef PENTAD_TESTS_BENCH_PROOF_MAKER_H
#define PENTAD_TESTS_BENCH_PROOF_MAKER_H

#include "brain/solve.h"
#include "engine/record_tree.h"

#include <stdbool.h>
#include <stdint.h>

/* Makes the tree of a win of whoever is to act at its start: it claims that, and that one action
 * alone wins. The tree has no node but the root at first. The solver looks at no more than `nodes`
 * positions for each question. False if several actions win, or none, or one is not decided, or
 * there is no room: then the tree is no proof. */
bool proof_maker_make(struct record_tree *tree, struct solver *solver, uint64_t nodes);

#endif
