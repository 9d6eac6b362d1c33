/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. Where a stone finds support. Each returns 0 if a stone may be placed there,
 * what standard__check() gives, or ERR_NO_SUPPORT.
 */
#ifndef PENTAD_ENGINE_SUPPORT_H
#define PENTAD_ENGINE_SUPPORT_H

#include "engine/game.h"

/* On the floor, or on another stone. */
int support__floor(const struct game *game, struct action action);
/* At one of four walls: every cell between the stone and the wall, in its row or column, is taken.
 */
int support__walls(const struct game *game, struct action action);

#endif
