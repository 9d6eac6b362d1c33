/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. Actions as codes: those from 0 up are for the rules, such as one for each
 * cell; choices have the 256 at the top of the range.
 */
#ifndef PENTAD_ENGINE_CODE_H
#define PENTAD_ENGINE_CODE_H

#include "engine/action.h"

#define CODE_CHOICES 0xFF00u

static inline bool code__is_choice(struct action action)
{
    return action.code >= CODE_CHOICES;
}

/* The choice of an action that is one. */
static inline enum choice code__choice(struct action action)
{
    return (enum choice)(action.code - CODE_CHOICES);
}

#endif
