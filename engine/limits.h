/* SPDX-License-Identifier: MIT */
/*
 * The largest of everything that a game may need, computed from the rows of engine/variants.def and
 * one board more: a new row changes them, and nothing else has to. What was promised to clients are
 * numbers of their own; the build holds that these stay below them (proto/maxima.h).
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

/* RULES_<ID>_CHOICES, the most choices of a game; RULES_<ID>_STATE, bytes beyond its cells;
 * RULES_<ID>_LINE, the most cells of a winning line, 0: the longest side. */
enum {
#define RULES(ID, id, choices, state, line, needs)                                                 \
    RULES_##ID##_CHOICES = (choices), RULES_##ID##_STATE = (state), RULES_##ID##_LINE = (line),
#include "engine/rules.def"
#undef RULES
};

/* A union is as large as its largest member, so each of these is the largest of all rows. */
union limits_cells {
    char gomocup_[LIMITS_GOMOCUP_SIDE * LIMITS_GOMOCUP_SIDE];
#define VARIANT(id, key, name, width, height, ...) char id[(width) * (height)];
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

/* A stone on every cell, and every choice. */
union limits_actions {
    char gomocup_[LIMITS_GOMOCUP_SIDE * LIMITS_GOMOCUP_SIDE];
#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    char id[(width) * (height) + rules##_CHOICES];
#include "engine/variants.def"
#undef VARIANT
};

/* Each action of that with a space, or the final NUL, behind it. */
union limits_text {
    char gomocup_[LIMITS_GOMOCUP_SIDE * LIMITS_GOMOCUP_SIDE *
                  (LIMITS_SQUARE_TEXT(LIMITS_GOMOCUP_SIDE, LIMITS_GOMOCUP_SIDE) + 1)];
#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    char id[(width) * (height) * (LIMITS_SQUARE_TEXT(width, height) + 1) +                         \
            rules##_CHOICES * (LIMITS_CHOICE_TEXT + 1)];
#include "engine/variants.def"
#undef VARIANT
};

/* The cells of a winning line: a row from edge to edge, or what the rules say. */
#define LIMITS_LINE(rules, width, height)                                                          \
    (rules##_LINE > 0 ? (unsigned)rules##_LINE : (unsigned)LIMITS_LARGER(width, height))

union limits_line {
    char gomocup_[LIMITS_GOMOCUP_SIDE];
#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    char id[LIMITS_LINE(rules, width, height)];
#include "engine/variants.def"
#undef VARIANT
};

/* Likewise as text. */
union limits_line_text {
    char gomocup_[LIMITS_GOMOCUP_SIDE *
                  (LIMITS_SQUARE_TEXT(LIMITS_GOMOCUP_SIDE, LIMITS_GOMOCUP_SIDE) + 1)];
#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    char id[LIMITS_LINE(rules, width, height) * (LIMITS_SQUARE_TEXT(width, height) + 1)];
#include "engine/variants.def"
#undef VARIANT
};

/* The cells, the state and the actions of a game, in units of an action: two cells take as much
 * room. */
union limits_body {
    char gomocup_[LIMITS_GOMOCUP_SIDE * LIMITS_GOMOCUP_SIDE / 2 +
                  LIMITS_GOMOCUP_SIDE * LIMITS_GOMOCUP_SIDE];
#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    char id[((width) * (height) + 1) / 2 + (width) * (height) + rules##_CHOICES +                  \
            (rules##_STATE + 1) / 2];
#include "engine/variants.def"
#undef VARIANT
};

enum {
    GAME_CELLS_MAX = sizeof(union limits_cells),
    GAME_SIDE_MAX = sizeof(union limits_side), /* columns or rows of a board */
    GAME_ROW_MAX = sizeof(union limits_row),   /* stones in a row that win */
    GAME_ACTIONS_MAX = sizeof(union limits_actions),
    GAME_LEGAL_MAX = GAME_ACTIONS_MAX + 8, /* legal actions at once: a stone on every cell, the
                                              choices of an opening */
    GAME_BODY_MAX = sizeof(union limits_body),
    GAME_TEXT_SIZE = sizeof(union limits_text) + 1,       /* an action list with its final NUL */
    GAME_LINE_MAX = sizeof(union limits_line),            /* cells of a winning line */
    GAME_LINE_TEXT_SIZE = sizeof(union limits_line_text), /* such a line as text, with its NUL */
};

#endif
