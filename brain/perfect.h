/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. The scores by which `perfect` plays: 10 less the stones until a win on 3x3,
 * those stones less 10 for a loss, 0 for a draw. Larger boards have one more than their cells in
 * place of 10.
 */
#ifndef PENTAD_BRAIN_PERFECT_H
#define PENTAD_BRAIN_PERFECT_H

#include "brain/small.h"

/* The score of a value of small.h that was seen to the end of the game. */
int perfect__score(const struct small *small, unsigned value);

#endif
