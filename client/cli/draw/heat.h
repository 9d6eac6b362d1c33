/* SPDX-License-Identifier: MIT */
/*
 * Heat maps of nested boards: a text for each small board, in the board's place and in the colour
 * of its value: red for the least quarter, green for the greatest, yellow between. Functions of
 * values; nothing is owned.
 */
#ifndef PENTAD_CLIENT_CLI_DRAW_HEAT_H
#define PENTAD_CLIENT_CLI_DRAW_HEAT_H

#include "client/cli/terminal/ink.h"
#include "engine/nested.h"

#include <stddef.h>
#include <stdint.h>

#define HEAT_TEXT_SIZE 8
#define HEAT_NONE 0 /* no value, and no colour */

struct heat {
    const char *title;
    size_t boards;  /* NESTED_BOARDS or NESTED_BOARDS_MAX, numbered as in engine/nested.h */
    size_t columns; /* of a text, which is aligned right */
    struct heat_board {
        uint32_t value;
        char text[HEAT_TEXT_SIZE];
    } board[NESTED_BOARDS_MAX];
};

/* Draws the maps beside one another if they fit on a line, else one below the other. */
void heat_draw(const struct heat *maps, size_t count, struct ink *ink);

#endif
