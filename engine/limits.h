/* SPDX-License-Identifier: MIT */
/*
 * The largest of everything that a game may need, computed from the rows of engine/variants.def and
 * one board more: a new row changes them, and nothing else has to change. Clients were promised
 * numbers of their own; the build checks that these stay below them (proto/maxima.h).
 */
#ifndef PENTAD_ENGINE_LIMITS_H
#define PENTAD_ENGINE_LIMITS_H

/* One action as text with its final NUL. */
#define ACTION_TEXT_SIZE 12

/* The longest text of a choice. */
#define LIMITS_CHOICE_TEXT 8

/* The text of a square: a letter for the first 26 columns, two beyond, and the number of the row.
 */
#define LIMITS_SQUARE_TEXT(width, height)                                                          \
    (((width) > 26 ? 2 : 1) + ((height) > 99 ? 3 : (height) > 9 ? 2 : 1))

/* The side of a board that is no row of the table, but that Gomocup plays on. There is room for
 * games on it, too. */
#define LIMITS_GOMOCUP_SIDE 20

#define LIMITS_LARGER(a, b) ((a) > (b) ? (a) : (b))

/* The extents of boards. */
enum {
    EXTENT_DENSE,
    EXTENT_SPARSE,
};

/* RULES_<ID>_LEVELS and so on: the columns of engine/rules.def. */
enum {
#define RULES(ID, id, levels, extent, actions, choices, state, last, line, text, needs)            \
    RULES_##ID##_LEVELS = (levels), RULES_##ID##_EXTENT = (EXTENT_##extent),                       \
    RULES_##ID##_ACTIONS = (actions), RULES_##ID##_CHOICES = (choices),                            \
    RULES_##ID##_STATE = (state), RULES_##ID##_LAST = (last), RULES_##ID##_LINE = (line),          \
    RULES_##ID##_TEXT = (text),
#include "engine/rules.def"
#undef RULES
};

/* Limits of one variant: the cells of its board, and those that a game keeps, an action as text,
 * the longest game with its choices, and the longest winning line. */
#define LIMITS_CELLS(rules, width, height)                                                         \
    ((width) * (height) * (rules##_LEVELS > 0 ? rules##_LEVELS : (height)))
#define LIMITS_STORED(rules, width, height)                                                        \
    ((int)rules##_EXTENT == (int)EXTENT_DENSE ? LIMITS_CELLS(rules, width, height) : 0)
#define LIMITS_ACTION_TEXT(rules, width, height) (LIMITS_SQUARE_TEXT(width, height) + rules##_TEXT)
#define LIMITS_ACTIONS(rules, width, height)                                                       \
    (rules##_ACTIONS > 0 ? (int)rules##_ACTIONS                                                    \
                         : LIMITS_CELLS(rules, width, height) + rules##_CHOICES)
/* The most stones on the board. */
#define LIMITS_TAKEN(rules, width, height)                                                         \
    ((int)rules##_EXTENT == (int)EXTENT_DENSE ? LIMITS_CELLS(rules, width, height)                 \
                                              : (int)rules##_ACTIONS)
#define LIMITS_LINE(rules, width, height)                                                          \
    (rules##_LINE > 0 ? (int)rules##_LINE : LIMITS_LARGER(width, height))

/* The largest size in a column, of all rows and Gomocup's board: a union is as large as its largest
 * member. */
union limits_cells {
    char gomocup_[LIMITS_GOMOCUP_SIDE * LIMITS_GOMOCUP_SIDE];
#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    char id[LIMITS_LARGER(LIMITS_STORED(rules, width, height), 1)];
#include "engine/variants.def"
#undef VARIANT
};

union limits_cells_all {
#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    char id[LIMITS_CELLS(rules, width, height)];
#include "engine/variants.def"
#undef VARIANT
};

union limits_side {
    char gomocup_[LIMITS_GOMOCUP_SIDE];
#define VARIANT(id, key, name, width, height, ...) char id[LIMITS_LARGER(width, height)];
#include "engine/variants.def"
#undef VARIANT
};

union limits_row {
#define VARIANT(id, key, name, width, height, row, ...) char id[row];
#include "engine/variants.def"
#undef VARIANT
};

union limits_actions {
    char gomocup_[LIMITS_GOMOCUP_SIDE * LIMITS_GOMOCUP_SIDE];
#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    char id[LIMITS_ACTIONS(rules, width, height)];
#include "engine/variants.def"
#undef VARIANT
};

/* Each action of a game with a space, or the final NUL, after it. */
union limits_text {
    char gomocup_[LIMITS_GOMOCUP_SIDE * LIMITS_GOMOCUP_SIDE *
                  (LIMITS_SQUARE_TEXT(LIMITS_GOMOCUP_SIDE, LIMITS_GOMOCUP_SIDE) + 1)];
#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    char id[(LIMITS_ACTIONS(rules, width, height) - rules##_CHOICES) *                             \
                (LIMITS_ACTION_TEXT(rules, width, height) + 1) +                                   \
            rules##_CHOICES * (LIMITS_CHOICE_TEXT + 1)];
#include "engine/variants.def"
#undef VARIANT
};

union limits_line {
    char gomocup_[LIMITS_GOMOCUP_SIDE];
#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    char id[LIMITS_LINE(rules, width, height)];
#include "engine/variants.def"
#undef VARIANT
};

/* The same line as text. */
union limits_line_text {
    char gomocup_[LIMITS_GOMOCUP_SIDE *
                  (LIMITS_SQUARE_TEXT(LIMITS_GOMOCUP_SIDE, LIMITS_GOMOCUP_SIDE) + 1)];
#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    char id[LIMITS_LINE(rules, width, height) * (LIMITS_ACTION_TEXT(rules, width, height) + 1)];
#include "engine/variants.def"
#undef VARIANT
};

/* The cells, the state and the actions of a game, in units of an action: two cells take the room of
 * one. */
union limits_body {
    char gomocup_[LIMITS_GOMOCUP_SIDE * LIMITS_GOMOCUP_SIDE / 2 +
                  LIMITS_GOMOCUP_SIDE * LIMITS_GOMOCUP_SIDE];
#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    char id[(LIMITS_STORED(rules, width, height) + 1) / 2 + LIMITS_ACTIONS(rules, width, height) + \
            (rules##_STATE + 1) / 2];
#include "engine/variants.def"
#undef VARIANT
};

enum {
    GAME_CELLS_MAX = sizeof(union limits_cells), /* cells that a game keeps, or stones if sparse */
    LIMITS_CELLS_ALL = sizeof(union limits_cells_all), /* cells of any board, kept or not */
    GAME_SIDE_MAX = sizeof(union limits_side),         /* columns or rows of a board */
    GAME_ROW_MAX = sizeof(union limits_row),           /* stones in a row that win */
    GAME_ACTIONS_MAX = sizeof(union limits_actions),
    GAME_LEGAL_MAX = GAME_ACTIONS_MAX + 8, /* legal actions at one time if a game keeps its cells: a
                                              stone on each, the choices of an opening */
    GAME_BODY_MAX = sizeof(union limits_body),
    GAME_TEXT_SIZE = sizeof(union limits_text) + 1,       /* an action list with its final NUL */
    GAME_LINE_MAX = sizeof(union limits_line),            /* cells of a winning line */
    GAME_LINE_TEXT_SIZE = sizeof(union limits_line_text), /* such a line as text, with its NUL */
};

#endif
