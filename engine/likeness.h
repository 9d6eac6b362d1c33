/* SPDX-License-Identifier: MIT */
/*
 * Whether help about one board would be help about a game that goes on elsewhere: the one question
 * by which servers and clients refuse help about rated games (docs/adr/0067). Turning, mirroring
 * and shifting a board and swapping its colours disguise nothing, and neither do another order of
 * the actions, a few stones more or, late in a game, one less. Pure.
 */
#ifndef PENTAD_ENGINE_LIKENESS_H
#define PENTAD_ENGINE_LIKENESS_H

#include "engine/game.h"

/* A board with fewer stones is like none: every game passes by it. */
#define LIKENESS_STONES_MIN 3
/* From this many on a shifted board is the same one, too, and so are boards that were before. */
#define LIKENESS_STONES_SHIFTED 5
/* From this many on a board that has all of them is a later one, however many it has besides. */
#define LIKENESS_STONES_ALL 10

/* Whether the board of `shown` is like one that `going` has or had, or follows from what it has.
 * Boards of rules that are not known here are like all of these rules. */
bool likeness_is_of(const struct game *going, const struct game *shown);
/* Whether any board that `played` had so far is. */
bool likeness_passes(const struct game *going, const struct game *played);

#endif
