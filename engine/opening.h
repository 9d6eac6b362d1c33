/* SPDX-License-Identifier: MIT */
/*
 * Openings by name: the rows of engine/openings.def as constants that live for ever. An opening is
 * the way in which the first three stones stand to each other, wherever that is, turned or
 * mirrored.
 */
#ifndef PENTAD_ENGINE_OPENING_H
#define PENTAD_ENGINE_OPENING_H

#include "engine/game.h"

#define OPENINGS 26

struct opening {
    const char *number; /* "7i": the letter tells vertical (d) from diagonal (i) */
    const char *name;   /* "Hogetsu": a Japanese name in Latin letters */
};

/* The opening of the game's first three stones, in the order in which they were placed; NULL if
 * there are fewer, if they have no name, or if the game is not about five in a row. */
const struct opening *opening_find(const struct game *game);

#endif
