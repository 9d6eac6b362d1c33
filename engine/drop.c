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
    .turn = 1,
    .stones_to_win = standard__stones_to_win,
    .codes = standard__codes,
    .check = drop_check,
    .act = standard__place,
    .undo = standard__remove,
    .expects = standard__expects,
    .to_act = standard__to_act,
    .next_mark = standard__next_mark,
    .first_mark = standard__first_mark,
    .stones_left = standard__stones_left,
    .cell = standard__cell,
    .changed = standard__changed,
    .line = standard__line,
    .parse = square__parse,
    .format = square__format,
};
