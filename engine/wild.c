/* SPDX-License-Identifier: MIT */
/*
 * Wild tic-tac-toe: an action is a mark and a cell, either mark for either player, so marks belong
 * to nobody. The text has the mark before the square, `Xb3`; the codes of O follow those of X.
 */
#include "engine/code.h"
#include "engine/grid.h"

static size_t wild_codes(const struct variant *variant)
{
    return 2 * layout__cell_count(variant);
}

static size_t wild_square(const struct variant *variant, struct action action)
{
    return action.code % layout__cell_count(variant);
}

static enum mark mark_of(const struct variant *variant, struct action action)
{
    return action.code < layout__cell_count(variant) ? MARK_X : MARK_O;
}

static int wild_check(const struct game *game, struct action action)
{
    if (code__is_choice(action))
        return ERR_CANNOT_CHOOSE;
    if (action.code >= wild_codes(game->variant))
        return ERR_OFF_BOARD;
    size_t cell = wild_square(game->variant, action);
    return layout__cells(game)[cell] == MARK_NONE ? 0 : ERR_OCCUPIED;
}

static void wild_act(struct game *game, struct action action)
{
    const struct variant *variant = game->variant;
    grid__put(game, wild_square(variant, action), mark_of(variant, action));
}

static void wild_undo(struct game *game, struct action action)
{
    standard__remove(game, action_place(wild_square(game->variant, action)));
}

static enum mark nobodys_mark(const struct game *game)
{
    (void)game;
    return MARK_NONE;
}

/* A row that both players lay stones of, in turn. */
static unsigned wild_stones_to_win(const struct variant *variant)
{
    return variant->row / 2u;
}

static int wild_parse(const struct variant *variant, struct text_span text,
                      struct action *action_out)
{
    char sign = text.len > 0 ? text__lower(text.text[0]) : '\0';
    if (sign != 'x' && sign != 'o')
        return ERR_BAD_NOTATION;
    int error = square__parse(variant, (struct text_span){text.text + 1, text.len - 1}, action_out);
    if (error == 0 && sign == 'o')
        *action_out = action_place(action_cell(*action_out) + layout__cell_count(variant));
    return error;
}

static void wild_format(const struct variant *variant, struct action action,
                        struct text_writer *writer)
{
    text__put(writer, mark_of(variant, action) == MARK_X ? 'X' : 'O');
    square__format(variant, action_place(wild_square(variant, action)), writer);
}

const struct rules rules__wild = {
    STANDARD__NUMBERS(WILD),
    .grid = {.space = GRID_FLAT, .goal = GRID_ROW_IS_FIRSTS, .full = GRID_FULL_IS_SECONDS},
    .turn = 1,
    .stones_to_win = wild_stones_to_win,
    .codes = wild_codes,
    .check = wild_check,
    .act = wild_act,
    .undo = wild_undo,
    .expects = standard__expects,
    .to_act = standard__to_act,
    .next_mark = nobodys_mark,
    .first_mark = nobodys_mark,
    .stones_left = standard__stones_left,
    .square = wild_square,
    .cell = standard__cell,
    .changed = standard__changed,
    .reason = grid__reason,
    .line = grid__line,
    .parse = wild_parse,
    .format = wild_format,
};
