/* SPDX-License-Identifier: MIT */
/*
 * Private to lessons/. A position of the plain game, judged by stones alone.
 */
#ifndef PENTAD_LESSONS_BOARD_H
#define PENTAD_LESSONS_BOARD_H

#include "engine/game.h"

#include <stdbool.h>
#include <stdint.h>

/* The cells as enum mark. */
struct lesson_board {
    const struct variant *variant;
    uint8_t cells[GAME_CELLS_MAX];
};

void lesson_board_init(struct lesson_board *board, const struct game *game);
/* Whether a stone of the mark on the empty cell would win. */
bool lesson_would_win(const struct lesson_board *board, enum mark mark, size_t cell);
/* Whether the side of the mark, to move, makes five now, or two squares for a five at once; then
 * `cell` is its stone. The stone that is there before is tried first. `effort` counts down. */
bool lesson_wins_soon(struct lesson_board *board, enum mark mark, uint64_t *effort, size_t *cell);
/* Whether it does by a stone on this empty cell. */
bool lesson_wins_soon_by(struct lesson_board *board, enum mark mark, size_t cell);

#endif
