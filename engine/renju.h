/* SPDX-License-Identifier: MIT */
/*
 * Points that are forbidden to black in renju, by the rules of its federation: overlines,
 * double-fours and double-threes. Pure functions of the game, for variants with NEED_FORBIDDEN.
 */
#ifndef PENTAD_ENGINE_RENJU_H
#define PENTAD_ENGINE_RENJU_H

#include "engine/game.h"

enum renju_fault {
    RENJU_ALLOWED,
    RENJU_OVERLINE,     /* six or more in a row */
    RENJU_DOUBLE_FOUR,  /* two fours, which may lie on one line */
    RENJU_DOUBLE_THREE, /* threes on two lines or more */
};

/* The reason why a black stone is forbidden on an empty cell, whoever is to move. A stone that
 * makes exactly five is allowed whatever else it makes. */
enum renju_fault renju_fault(const struct game *game, size_t cell);

#endif
