/* SPDX-License-Identifier: MIT */
/*
 * Stones that need support: the floor or a stone under them, or one of four walls. An action names
 * the cell where the stone comes to lie.
 */
#include "engine/support.h"

#include "engine/grid.h"

int support__floor(const struct game *game, struct action action)
{
    int error = standard__check(game, action);
    size_t width = game->variant->width;
    if (error != 0 || action.code < width)
        return error;
    return layout__cells(game)[action.code - width] == MARK_NONE ? ERR_NO_SUPPORT : 0;
}

const struct rules rules__drop = {
    STANDARD__NUMBERS(DROP), .wins = WINS_IN_ROWS_UPON, STANDARD__ENDS,    .check = support__floor,
    .act = standard__place,  .undo = standard__remove,  STANDARD__IN_TURN, STANDARD__CELLS,
};

/* ------------------------------------------------------------------ misere, with the ban */

/* Whether a column other than that of the cell has room for a stone. */
static bool has_other_column(const struct game *game, size_t cell)
{
    size_t width = game->variant->width;
    size_t top = layout__cell_count(game->variant) - width;
    for (size_t column = 0; column < width; column++)
        if (column != cell % width && layout__cells(game)[top + column] == MARK_NONE)
            return true;
    return false;
}

static int drop_misere_check(const struct game *game, struct action action)
{
    int error = support__floor(game, action);
    if (error != 0 || game->ply == 0)
        return error;
    size_t upon = layout__actions(game)[game->ply - 1].code + game->variant->width;
    return action.code == upon && has_other_column(game, upon) ? ERR_BANNED_COLUMN : 0;
}

const struct rules rules__drop_misere = {
    STANDARD__NUMBERS(DROP_MISERE),
    GRID__RULES,
    .grid = {.space = GRID_FLAT, .goal = GRID_ROW_LOSES, .full = GRID_FULL_IS_FIRSTS},
    .check = drop_misere_check,
};

/* ------------------------------------------------------------------ four walls */

/* Whether the `count` cells that follow at every `step` are taken. */
static bool are_taken(const struct game *game, size_t cell, int step, size_t count)
{
    const uint8_t *at = &layout__cells(game)[cell];
    for (size_t i = 1; i <= count; i++)
        if (at[(int)i * step] == MARK_NONE)
            return false;
    return true;
}

int support__walls(const struct game *game, struct action action)
{
    int error = standard__check(game, action);
    size_t width = game->variant->width;
    size_t height = game->variant->height;
    size_t cell = action.code;
    if (error != 0)
        return error;
    bool has_wall = are_taken(game, cell, -1, cell % width) ||
                    are_taken(game, cell, 1, width - 1 - cell % width) ||
                    are_taken(game, cell, -(int)width, cell / width) ||
                    are_taken(game, cell, (int)width, height - 1 - cell / width);
    return has_wall ? 0 : ERR_NO_SUPPORT;
}

const struct rules rules__circle = {
    STANDARD__NUMBERS(CIRCLE), .check = support__walls, .act = standard__place,
    .undo = standard__remove,  STANDARD__ENDS,          STANDARD__IN_TURN,
    STANDARD__CELLS,
};
