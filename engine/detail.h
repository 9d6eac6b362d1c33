/* SPDX-License-Identifier: MIT */
/*
 * More about an action that the rules refuse, as words for programs: the kind of a forbidden point
 * (`overline`, `double_four`, `double_three`), or where to play instead (`board 5`, or `field 3`
 * where any open board of that field will do; numbers from 1, as in nested_state of the protocol).
 * Pure.
 */
#ifndef PENTAD_ENGINE_DETAIL_H
#define PENTAD_ENGINE_DETAIL_H

#include "engine/game.h"

#define DETAIL_SIZE 16

/* Writes the detail of the action that game_check() refused with `error`; false if there is
 * none. */
bool detail_of_refusal(const struct game *game, struct action action, int error,
                       char detail_out[DETAIL_SIZE]);

#endif
