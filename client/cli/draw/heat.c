/* SPDX-License-Identifier: MIT */
/*
 * The drawing of client/cli/draw/heat.h: a line for each row of boards, with gaps between fields.
 */
#include "client/cli/draw/heat.h"

#include "client/cli/terminal/text.h"

#include <stdio.h>

#define SIDE NESTED_SIDE
#define GAP_COLUMNS 3 /* between two maps */

static size_t side_of(const struct heat *heat)
{
    return heat->boards == NESTED_BOARDS ? SIDE : SIDE * SIDE;
}

/* Of a row of boards. */
static size_t row_columns(const struct heat *heat)
{
    return side_of(heat) * heat->columns + side_of(heat) / SIDE - 1;
}

/* Of the map with its title. */
static size_t columns_of(const struct heat *heat)
{
    size_t title = text_width(heat->title);
    return title > row_columns(heat) ? title : row_columns(heat);
}

/* The board in this row from the top and this column. */
static size_t board_at(const struct heat *heat, size_t row, size_t column)
{
    size_t field = row / SIDE * SIDE + column / SIDE;
    size_t board = row % SIDE * SIDE + column % SIDE;
    return heat->boards == NESTED_BOARDS ? board : field * NESTED_BOARDS + board;
}

static enum colour colour_of(const struct heat *heat, uint32_t value)
{
    uint32_t least = UINT32_MAX;
    uint32_t most = 0;
    for (size_t i = 0; i < heat->boards; i++) {
        uint32_t other = heat->board[i].value;
        if (other == HEAT_NONE)
            continue;
        least = other < least ? other : least;
        most = other > most ? other : most;
    }
    if (value == HEAT_NONE)
        return COLOUR_DIM;
    uint64_t fourfold = (uint64_t)(value - least) * 4;
    uint64_t span = most - least;
    if (fourfold <= span)
        return COLOUR_LEAST;
    return fourfold < 3 * span ? COLOUR_BETWEEN : COLOUR_MOST;
}

static void put_row(const struct heat *heat, size_t row, struct ink *ink)
{
    for (size_t column = 0; column < side_of(heat); column++) {
        const struct heat_board *board = &heat->board[board_at(heat, row, column)];
        char text[HEAT_TEXT_SIZE];
        snprintf(text, sizeof(text), "%*s", (int)heat->columns, board->text);
        if (column > 0 && column % SIDE == 0)
            ink_put_spaces(ink, 1);
        ink_put(ink, colour_of(heat, board->value), "%s", text);
    }
    ink_put_spaces(ink, columns_of(heat) - row_columns(heat));
}

/* The titles are row 0; a row of fields has an empty one before it, but for the first. */
static void put_line(const struct heat *maps, size_t count, size_t row, struct ink *ink)
{
    for (size_t i = 0; i < count; i++) {
        ink_put_spaces(ink, i > 0 ? GAP_COLUMNS : 0);
        if (row == 0)
            ink_put_cell(ink, COLOUR_BOLD, (int)columns_of(&maps[i]), "%s", maps[i].title);
        else
            put_row(&maps[i], row - 1, ink);
    }
    ink_end_line(ink);
}

static void put_beside(const struct heat *maps, size_t count, struct ink *ink)
{
    for (size_t row = 0; row <= side_of(maps); row++) {
        if (row > 1 && (row - 1) % SIDE == 0)
            ink_end_line(ink);
        put_line(maps, count, row, ink);
    }
}

void heat_draw(const struct heat *maps, size_t count, struct ink *ink)
{
    size_t columns = 0;
    for (size_t i = 0; i < count; i++)
        columns += columns_of(&maps[i]) + (i > 0 ? GAP_COLUMNS : 0);
    if (ink->columns == 0 || columns < ink->columns) {
        put_beside(maps, count, ink);
        return;
    }
    for (size_t i = 0; i < count; i++)
        put_beside(&maps[i], 1, ink);
}
