/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. The tree of the player `generic`.
 */
#ifndef PENTAD_BRAIN_GENERIC_TREE_H
#define PENTAD_BRAIN_GENERIC_TREE_H

#include "brain/generic.h"

/* The results so far of an action of the seat. */
struct generic_habit *generic__habit(struct generic *search, enum seat seat, struct action action);

/* Makes the root, for this game. */
void generic__plant(struct generic *search, const struct game *game);
/* One way down the tree and one game of chance behind it. */
void generic__visit(struct generic *search, const struct game *game);

#endif
