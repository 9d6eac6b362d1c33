/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. The opening in which players place X, O and X in turn, the first of them in
 * the centre, and the second player then takes a colour: `white` keeps O, `black` takes X. White
 * plays next, whoever that is.
 *
 *   ply 0 1 2      first: X, second: O, first: X
 *   ply 3          second: white | black
 *   from there on  O moves next
 */
#ifndef PENTAD_ENGINE_SWAP3_H
#define PENTAD_ENGINE_SWAP3_H

#include "engine/square.h"
#include "engine/standard.h"

/* The plies of the three stones. */
#define SWAP3_STONES 3

/* Returns 0 if the action may be done, else an error: a choice when one is asked for, else a stone.
 * A stone of the opening lies within `reach[ply]` columns and rows of the centre. */
int swap3__check(const struct game *game, struct action action, const int reach[SWAP3_STONES]);
enum game_expects swap3__expects(const struct game *game);
enum seat swap3__to_act(const struct game *game);
enum mark swap3__first_mark(const struct game *game);
void swap3__undo(struct game *game, struct action action);

/* Members of struct rules that rules with this opening have in common. */
#define SWAP3__RULES                                                                               \
    .turn = 1, .wins = WINS_IN_ROWS, .stones_to_win = standard__stones_to_win,                     \
    .expects = swap3__expects, .to_act = swap3__to_act, .next_mark = standard__next_mark,          \
    .first_mark = swap3__first_mark, .stones_left = standard__stones_left, .undo = swap3__undo,    \
    .line = standard__line

#endif
