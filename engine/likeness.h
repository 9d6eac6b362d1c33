/* SPDX-License-Identifier: MIT */
/*
 * The likeness of boards. Servers and clients refuse help about a board if it would be help about a
 * rated game that goes on elsewhere; this is their only test (docs/adr/0067). Turning, mirroring
 * and shifting a board and swapping its colours disguise nothing, and neither do another order of
 * the actions, a few stones more or, late in a game, one less. Pure.
 */
#ifndef PENTAD_ENGINE_LIKENESS_H
#define PENTAD_ENGINE_LIKENESS_H

#include "engine/game.h"

/* A board with fewer stones is like no other, because every game passes through it. */
#define LIKENESS_STONES_MIN 3
/* From this many stones on, a shifted board is like the game's, and so is a board that it had
 * earlier. */
#define LIKENESS_STONES_SHIFTED 5
/* From this many stones on, a board that has all of them is a later one, however many more it
 * has. */
#define LIKENESS_STONES_ALL 10

/* True if the board of `shown` is like one that `going` has or had, or follows from the one that it
 * has. A board of rules that are not known here is like every board of these rules. */
bool likeness_is_of(const struct game *going, const struct game *shown);
/* True if any board that `played` has had so far is like that. */
bool likeness_passes(const struct game *going, const struct game *played);

#endif
