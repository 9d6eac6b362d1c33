/* SPDX-License-Identifier: MIT */
/*
 * The checker's own look ahead: an end that a side reaches with its next action, or with the one
 * after it, whatever the other side answers. In the plain game it counts stones: a five, or two
 * squares for a five if the other side has none first. In every other game it tries the actions.
 * Pure functions.
 */
#ifndef PENTAD_LESSONS_QUICK_H
#define PENTAD_LESSONS_QUICK_H

#include "engine/game.h"

#include <stdbool.h>
#include <stdint.h>

/* The end that a side is to reach: a win, or at least a draw. */
struct lesson_aim {
    enum seat seat;
    bool is_draw_enough;
};

/* True if a game that is over ended so. */
bool lesson_is_reached(const struct game *over, const struct lesson_aim *aim);

/* True if the side, which is to act, soon reaches its aim by this action; false for an illegal one.
 * `effort`, in stones that are tried, counts down; with none left the answer is false. */
bool lesson_soon_by(const struct game *game, const struct lesson_aim *aim, struct action action,
                    uint64_t *effort);
/* True if it does by any action. Tries first the one that `action` has: what won before may win
 * again. Then `action` is the one that does. */
bool lesson_soon(const struct game *game, const struct lesson_aim *aim, uint64_t *effort,
                 struct action *action);

/* A board of the plain game: its cells as enum mark. */
struct lesson_board {
    const struct variant *variant;
    uint8_t cells[GAME_CELLS_MAX];
};

void lesson_board_init(struct lesson_board *board, const struct game *game);
/* True if a stone of the mark on the empty cell would win. */
bool lesson_would_win(const struct lesson_board *board, enum mark mark, size_t cell);

#endif
