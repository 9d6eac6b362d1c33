/* SPDX-License-Identifier: MIT */
/*
 * Falling stones: the standard rules, but a stone lies on the floor or on another stone. An action
 * names the cell where the stone comes to lie.
 */
#include "engine/square.h"
#include "engine/standard.h"

static int drop_check(const struct game *game, struct action action)
{
    int error = standard__check(game, action);
    size_t width = game->variant->width;
    if (error != 0 || action.code < width)
        return error;
    return layout__cells(game)[action.code - width] == MARK_NONE ? ERR_NO_SUPPORT : 0;
}

const struct rules rules__drop = {
    .choices = RULES_DROP_CHOICES,
    .stones_to_win = standard__stones_to_win,
    .check = drop_check,
    .act = standard__place,
    .undo = standard__remove,
    .line = standard__line,
    STANDARD__IN_TURN,
    STANDARD__CELLS,
};
