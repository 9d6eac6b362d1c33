/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. What the player `pentad` does before colours are chosen.
 */
#ifndef PENTAD_BRAIN_PENTAD_OPENING_H
#define PENTAD_BRAIN_PENTAD_OPENING_H

#include "brain/mind.h"

/* A stone that makes an opening even takes so many looks at a position, of equal nodes. */
#define PENTAD_OPENING_LOOKS 26

/* Whether the action is one of an opening: a choice, or a stone that is placed before colours are
 * chosen. */
bool pentad__is_opening(const struct game *game);

/* Decides such an action. */
void pentad__open(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out);

#endif
