/* SPDX-License-Identifier: MIT */
/*
 * The checker's own sight: an end that a side reaches with its next action, or with the one after
 * it, whatever the other side answers. In the plain game stones are counted: a five, or two squares
 * for one that no five comes before. In every other game the actions are tried. Pure functions.
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

/* Whether a game that is over ended so. */
bool lesson_is_reached(const struct game *over, const struct lesson_aim *aim);

/* Whether the side, which is to act, reaches it soon by this action; one that is not legal does
 * not. `effort`, stones that are tried, counts down; with none left nothing is seen. */
bool lesson_soon_by(const struct game *game, const struct lesson_aim *aim, struct action action,
                    uint64_t *effort);
/* Whether it does by any. The action that is there before is tried first: what won before may win
 * again. The one that does goes out. */
bool lesson_soon(const struct game *game, const struct lesson_aim *aim, uint64_t *effort,
                 struct action *action);

/* A board of the plain game: its cells as enum mark. */
struct lesson_board {
    const struct variant *variant;
    uint8_t cells[GAME_CELLS_MAX];
};

void lesson_board_init(struct lesson_board *board, const struct game *game);
/* Whether a stone of the mark on the empty cell would win. */
bool lesson_would_win(const struct lesson_board *board, enum mark mark, size_t cell);

#endif
