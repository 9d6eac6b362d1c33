/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. Stones on cells as text: a column letter from `a` (i included), a row number
 * from the bottom, `h8`, and where there are levels the letter of one, `b3c`. After `z` columns
 * have two letters, `aa1`. On boards without an edge to speak of, a square is how many columns to
 * the right of the first stone it lies, and how many rows above: `-3:12`.
 */
#ifndef PENTAD_ENGINE_SQUARE_H
#define PENTAD_ENGINE_SQUARE_H

#include "engine/action.h"
#include "engine/text.h"

/* Reads the whole span. Returns 0, ERR_BAD_NOTATION, or ERR_OFF_BOARD for a square that this
 * variant's board lacks. */
int square__parse(const struct variant *variant, struct text_span text, struct action *action_out);
/* Writes the square. The cell is on the board. */
void square__format(const struct variant *variant, struct action action,
                    struct text_writer *writer);

#endif
