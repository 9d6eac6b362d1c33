/* SPDX-License-Identifier: MIT */
/*
 * A proven line as a lesson: the player has the side that wins, the tree answers. The game's place
 * in the tree is found from its actions each time, so takebacks need no special care. Below the
 * leaves of the tree, the lesson goes on with the checker's quick wins. Pure functions.
 */
#ifndef PENTAD_LESSONS_LESSON_H
#define PENTAD_LESSONS_LESSON_H

#include "engine/record_tree.h"

#include <stdbool.h>
#include <stdint.h>

/* The node of the game; RECORD_TREE_NONE when it has left the tree. */
uint32_t lesson_node(const struct record_tree *tree, const struct game *game);

/* Gives the winner, who is to move, the move with which the proof goes on. False if the game has
 * left the proof. */
bool lesson_next(const struct record_tree *tree, const struct game *game,
                 struct action *action_out);

/* True if the proof goes on with this legal move of the winner: a move of the tree, or a quick
 * win. */
bool lesson_is_right(const struct record_tree *tree, const struct game *game, struct action action);

/* Gives the other side's answer to an action of the winner that does not win: from the tree or, if
 * only one action wins at the start, as the checker sees it. False if neither has one. */
bool lesson_refutation(const struct record_tree *tree, const struct game *game,
                       struct action action, struct action *reply_out);

/* The number of the loser's answers to this action that the tree has: all that do not lose soon. */
unsigned lesson_answers(const struct record_tree *tree, const struct game *game,
                        struct action action);

/* The answer of the loser, who is to move: one of the longest in the tree, by `chance`; else one
 * that ends the game better or delays the end; else any. */
struct action lesson_answer(const struct record_tree *tree, const struct game *game,
                            uint64_t chance);

#endif
