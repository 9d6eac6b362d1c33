/* SPDX-License-Identifier: MIT */
/*
 * Positions drawn as text, for tests of the rules. A drawing has one line a row, the top row first:
 * `.` is empty, `X` and `O` are stones, and a small `x` or `o` is the stone that is placed last.
 * Spaces are ignored. Works on the caller's game; a drawing that cannot be played fails the test.
 */
#ifndef PENTAD_TESTS_SUPPORT_BOARD_TEXT_H
#define PENTAD_TESTS_SUPPORT_BOARD_TEXT_H

#include "engine/game.h"

#include <stddef.h>

/* Room for any board drawn by board_text_draw(). */
#define BOARD_TEXT_SIZE 800

/* A legal game of `variant` (one without an opening) that leads to `drawing`, whose lower left cell
 * lies on `column`, `row` of the board (from 0). Where one side has too few stones for players to
 * have alternated, more of them are placed away from everything drawn. Returns what the rules said
 * of the small stone; all others must be accepted. */
int board_text_play(struct game *game, const struct variant *variant, size_t column, size_t row,
                    const char *drawing);

/* The whole board as a drawing, without a small stone. */
void board_text_draw(const struct game *game, char *text);

#endif
