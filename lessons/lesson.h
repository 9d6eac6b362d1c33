/* SPDX-License-Identifier: MIT */
/*
 * A proven line as a lesson: the player has the side that wins, the tree answers. Where the game
 * stands in the tree is found from its actions each time, so a move taken back needs no care.
 * Below the tree's leaves the checker's quick wins are the lesson. Pure functions.
 */
#ifndef PENTAD_LESSONS_LESSON_H
#define PENTAD_LESSONS_LESSON_H

#include "engine/record_tree.h"

#include <stdbool.h>
#include <stdint.h>

/* The node of the game; RECORD_TREE_NONE when it has left the tree. */
uint32_t lesson_node(const struct record_tree *tree, const struct game *game);

/* The move with which the proof goes on for the winner, who is to move. False where the game has
 * left it. */
bool lesson_next(const struct record_tree *tree, const struct game *game,
                 struct action *action_out);

/* Whether the proof goes on with the winner's legal move: a move of the tree, or a quick win. */
bool lesson_is_right(const struct record_tree *tree, const struct game *game, struct action action);

/* The answer of the other side to the winner's action that does not win, by the tree, or where one
 * action of the start alone wins and the checker sees it by itself. False: neither tells. */
bool lesson_refutation(const struct record_tree *tree, const struct game *game,
                       struct action action, struct action *reply_out);

/* How many answers of the loser to this action of the winner the tree has: all that do not lose
 * soon. */
unsigned lesson_answers(const struct record_tree *tree, const struct game *game,
                        struct action action);

/* The loser's answer, who is to move: of those in the tree one of the longest, by `chance`; else
 * one that ends the game better or holds the end up; else any. */
struct action lesson_answer(const struct record_tree *tree, const struct game *game,
                            uint64_t chance);

#endif
