/* SPDX-License-Identifier: MIT */
/*
 * Proofs by the engine alone: can a side force a result from a position of any game, whatever the
 * other does? They know nothing but the rules. A question that has no proof within the limit of
 * positions stays unknown, and is never taken for a result.
 *
 * The search is depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR trees
 * and its applications", 2002) with a table of positions in lent memory. A position is known there
 * by its key of 64 bits (game_key()).
 */
#ifndef PENTAD_BRAIN_SOLVE_H
#define PENTAD_BRAIN_SOLVE_H

#include "brain/computer.h"
#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A question about a position. */
struct solve_question {
    enum seat seat;      /* about this side, whoever is to act */
    bool is_draw_enough; /* does it draw at least? Else: does it win? */
    uint64_t nodes;      /* look at no more positions */
};

enum solve_answer {
    SOLVE_UNKNOWN, /* not within the positions that were looked at */
    SOLVE_YES,
    SOLVE_NO,
};

struct solver;

/* The bytes of a solver with room for `positions` positions: a power of two, at least 2. */
size_t solver_size(size_t positions);
/* Makes a solver, which knows no position yet, in lent memory of that size, aligned for any type.
 * Answers stay in its table, so that a second question about the same game is answered sooner.
 * `stop` as in struct thinking. */
struct solver *solver_init(void *memory, size_t positions, bool (*stop)(void *ctx), void *ctx);

/* Answers a question about an open game. On large boards, where not all can be looked at
 * (sight_is_whole()), the side asked for tries what is near, and no answer is SOLVE_NO. If the side
 * to act decides it, by winning or by refuting, `action_out` (may be NULL) gets its action; else it
 * is not changed. */
enum solve_answer solver_ask(struct solver *solver, const struct game *game,
                             const struct solve_question *question, struct action *action_out);

/* The result of an open game for the side to act if both play perfectly, by at most two questions
 * with `nodes` positions together. `action_out` (may be NULL) gets an action that keeps it, unless
 * the result is PROOF_UNKNOWN or PROOF_LOSS. */
enum proof solver_result(struct solver *solver, const struct game *game, uint64_t nodes,
                         struct action *action_out);

/* Positions looked at since solver_init(). */
uint64_t solver_nodes(const struct solver *solver);
/* True if `stop` has ended a question. */
bool solver_was_stopped(const struct solver *solver);

#endif
