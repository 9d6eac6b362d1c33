/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. Actions as codes. Those from 0 up belong to the rules, such as one for each
 * cell; the highest 256 are choices.
 */
#ifndef PENTAD_ENGINE_CODE_H
#define PENTAD_ENGINE_CODE_H

#include "engine/action.h"

#define CODE_CHOICES 0xFF00u

static inline bool code__is_choice(struct action action)
{
    return action.code >= CODE_CHOICES;
}

/* The choice of an action for which code__is_choice() is true. */
static inline enum choice code__choice(struct action action)
{
    return (enum choice)(action.code - CODE_CHOICES);
}

#endif
