/* SPDX-License-Identifier: MIT */
/*
 * An action is what a player does at their turn: place a stone, or answer the opening's question.
 * It is a plain value. Callers make it with action_parse() or from a cell, hand it to a game, and
 * never look inside: other variants have actions that are not a single stone.
 *
 * Text: a square is a column letter from `a` (i included) and a row number from the bottom, `h8`;
 * a choice is `white`, `black` or `two_more`. Lists are separated by single spaces. The text is
 * what is stored and sent, and it does not change.
 */
#ifndef PENTAD_ENGINE_ACTION_H
#define PENTAD_ENGINE_ACTION_H

#include "engine/limits.h"
#include "engine/variant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sixteen bits are enough for every game that is planned; docs/adr/0026 says why. */
struct action {
    uint16_t code;
};

/* The answers to the questions of openings: Swap2 takes all three, the others only the colours. */
enum choice {
    CHOICE_WHITE,    /* keep O (white), which plays next */
    CHOICE_BLACK,    /* take X (black); the other player plays O next */
    CHOICE_TWO_MORE, /* place an O and an X and hand the choice to the other player */
    CHOICE_COUNT
};

/* Makes the action that places a stone on `cell`. Cells count row by row from a1: cell = column +
 * row * width. */
struct action action_place(size_t cell);
struct action action_choose(enum choice choice);
bool action_is_choice(struct action action);
/* The cell of an action made by action_place(). */
size_t action_cell(struct action action);
/* The cell on which an action leaves its stone; the action is not a choice. */
size_t action_square(const struct variant *variant, struct action action);
/* The choice of an action for which action_is_choice() is true. */
enum choice action_choice(struct action action);
bool action_equals(struct action a, struct action b);

/* Reads exactly the `len` bytes at `text`, in lower or upper case.
 * Returns 0, ERR_BAD_NOTATION, or ERR_OFF_BOARD for a square that this variant's board lacks. */
int action_parse(const struct variant *variant, const char *text, size_t len,
                 struct action *action_out);

/* Writes the square of a cell of the board as action_format() does, whatever actions look like. */
size_t action_format_cell(const struct variant *variant, size_t cell, char *text);

/* Writes the text with its final NUL into `text` (ACTION_TEXT_SIZE bytes); returns its length
 * without the NUL. */
size_t action_format(const struct variant *variant, struct action action, char *text);

#endif
