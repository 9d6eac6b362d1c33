/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. The parts of the standard rules that other rules use unchanged. Pure
 * functions of the game that they are given.
 */
#ifndef PENTAD_ENGINE_STANDARD_H
#define PENTAD_ENGINE_STANDARD_H

#include "engine/layout.h"
#include "engine/rules.h"

/* The mark of the next stone: X and O alternate on the board whoever places them. */
static inline enum mark standard__mark(const struct game *game)
{
    return game->stones % 2 == 0 ? MARK_X : MARK_O;
}

/* Returns 0 if a stone may be placed there, ERR_OFF_BOARD or ERR_OCCUPIED. */
static inline int standard__check_stone(const struct game *game, struct action action)
{
    if (action.code >= layout__cell_count(game->variant))
        return ERR_OFF_BOARD;
    return layout__cells(game)[action.code] == MARK_NONE ? 0 : ERR_OCCUPIED;
}

/* Puts a stone of `mark` on the cell. A winning row or a full board ends the game. */
void standard__put(struct game *game, size_t cell, enum mark mark);
/* Places the stone of standard__mark() in the same way. */
void standard__place(struct game *game, struct action action);
/* Takes it away again. */
void standard__remove(struct game *game, struct action action);
/* As standard__mark(). */
enum mark standard__next_mark(const struct game *game);
enum mark standard__cell(const struct game *game, size_t cell);
/* As standard__check_stone(); no choices are taken. */
int standard__check(const struct game *game, struct action action);
/* Every action is a stone, and players alternate; the first one has X. */
enum game_expects standard__expects(const struct game *game);
enum seat standard__to_act(const struct game *game);
enum mark standard__first_mark(const struct game *game);
unsigned standard__stones_left(const struct game *game);
/* The stones of a row. */
unsigned standard__stones_to_win(const struct variant *variant);
/* The number of codes: one for each cell. */
size_t standard__codes(const struct variant *variant);
/* The cell that the action is made of. */
size_t standard__square(const struct variant *variant, struct action action);
/* The cell of the stone; none for a choice. */
size_t standard__changed(const struct game *game, struct action action, size_t *cells_out,
                         size_t cap);
/* The row through the last stone, which won. */
size_t standard__line(const struct game *game, size_t *cells_out, size_t cap);

/* A row of one side, or a full board. */
enum reason standard__reason(const struct game *game);

/* Members of struct rules: the columns of engine/rules.def, what games on cells have in common,
 * what games that a row ends have in common, and what games with one stone a turn have in
 * common. */
#define STANDARD__NUMBERS(ID)                                                                      \
    .levels = RULES_##ID##_LEVELS, .actions = RULES_##ID##_ACTIONS,                                \
    .choices = RULES_##ID##_CHOICES, .state = RULES_##ID##_STATE, .last = RULES_##ID##_LAST
#define STANDARD__CELLS                                                                            \
    .codes = standard__codes, .cell = standard__cell, .changed = standard__changed,                \
    .square = standard__square, .parse = square__parse, .format = square__format
#define STANDARD__ENDS                                                                             \
    .stones_to_win = standard__stones_to_win, .line = standard__line, .reason = standard__reason
#define STANDARD__IN_TURN                                                                          \
    .turn = 1, .expects = standard__expects, .to_act = standard__to_act,                           \
    .next_mark = standard__next_mark, .first_mark = standard__first_mark,                          \
    .stones_left = standard__stones_left

#endif
