/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. The support of stones. Each function returns 0 if a stone may be placed
 * there, an error of standard__check(), or ERR_NO_SUPPORT.
 */
#ifndef PENTAD_ENGINE_SUPPORT_H
#define PENTAD_ENGINE_SUPPORT_H

#include "engine/game.h"

/* Supports a stone on the floor, or on another stone. */
int support__floor(const struct game *game, struct action action);
/* Supports a stone at one of four walls: every cell between the stone and the wall, in its row or
 * column, is taken. */
int support__walls(const struct game *game, struct action action);

#endif
