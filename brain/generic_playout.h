/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. The games of chance of the player `generic`.
 */
#ifndef PENTAD_BRAIN_GENERIC_PLAYOUT_H
#define PENTAD_BRAIN_GENERIC_PLAYOUT_H

#include "brain/generic.h"

/* Counts one more position; false: there are no more. */
bool generic__look(struct generic *search);
/* Whether thinking ends here: what is under way is worth nothing. */
bool generic__is_cut(const struct generic *search);

/* An action of `count` that wins in this turn, for who is to act; false: none. */
bool generic__find_win(struct generic *search, const struct game *game,
                       const struct action *actions, size_t count, struct action *action_out);
/* The same of all that may be new, and of what stands. */
bool generic__find_fresh_win(struct generic *search, const struct game *game,
                             struct action *action_out);
/* Does an action by chance: one that the opponent would win by next, where there is one, and none
 * that loses at once, where there are others. Returns whether the opponent is known to have no win
 * next. */
bool generic__act_by_chance(struct generic *search, struct game *game, struct action *action_out);
/* Plays to the end, from a position in which who is to act has no win; returns the winner,
 * SEAT_NONE where it is drawn or cut. */
enum seat generic__play_out(struct generic *search, struct game *game, size_t from);

#endif
