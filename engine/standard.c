/* SPDX-License-Identifier: MIT */
/*
 * The standard rules: players alternate from the first stone, the first to make a row that wins by
 * the variant's columns has won, and a full board without one is a draw.
 */
#include "engine/standard.h"

#include "engine/code.h"
#include "engine/lines.h"
#include "engine/require.h"
#include "engine/square.h"

static void stone_wins(struct game *game, enum mark mark)
{
    bool is_first = rules__of(game)->first_mark(game) == mark;
    game->status = GAME_WON;
    game->winner = is_first ? SEAT_FIRST : SEAT_SECOND;
}

static inline void put(struct game *game, size_t cell, enum mark mark)
{
    size_t cells = layout__cell_count(game->variant);
    REQUIRE(cell < cells);
    layout__cells_to_write(game)[cell] = (uint8_t)mark;
    game->stones++;
    if (lines_has_win(game, cell))
        stone_wins(game, mark);
    else if (game->stones == cells)
        game->status = GAME_DRAWN;
}

void standard__put(struct game *game, size_t cell, enum mark mark)
{
    put(game, cell, mark);
}

void standard__place(struct game *game, struct action action)
{
    put(game, action.code, standard__mark(game));
}

void standard__remove(struct game *game, struct action action)
{
    layout__cells_to_write(game)[action.code] = MARK_NONE;
    game->stones--;
}

enum mark standard__next_mark(const struct game *game)
{
    return standard__mark(game);
}

enum mark standard__cell(const struct game *game, size_t cell)
{
    return (enum mark)layout__cells(game)[cell];
}

size_t standard__line(const struct game *game, size_t *cells_out, size_t cap)
{
    size_t cell = action_cell(layout__actions(game)[game->ply - 1]);
    return lines_get_win(game, cell, cells_out, cap);
}

int standard__check(const struct game *game, struct action action)
{
    return code__is_choice(action) ? ERR_CANNOT_CHOOSE : standard__check_stone(game, action);
}

enum game_expects standard__expects(const struct game *game)
{
    (void)game;
    return EXPECTS_STONE;
}

enum seat standard__to_act(const struct game *game)
{
    return standard__mark(game) == MARK_X ? SEAT_FIRST : SEAT_SECOND;
}

enum mark standard__first_mark(const struct game *game)
{
    (void)game;
    return MARK_X;
}

unsigned standard__stones_left(const struct game *game)
{
    (void)game;
    return 1;
}

unsigned standard__stones_to_win(const struct variant *variant)
{
    return variant->row;
}

size_t standard__codes(const struct variant *variant)
{
    return layout__cell_count(variant);
}

size_t standard__square(const struct variant *variant, struct action action)
{
    (void)variant;
    return action.code;
}

size_t standard__changed(const struct game *game, struct action action, size_t *cells_out,
                         size_t cap)
{
    if (code__is_choice(action))
        return 0;
    if (cap > 0)
        cells_out[0] = action_square(game->variant, action);
    return 1;
}

enum reason standard__reason(const struct game *game)
{
    return game->status == GAME_WON ? REASON_ROW : REASON_FULL_BOARD;
}

const struct rules rules__standard = {
    STANDARD__NUMBERS(STANDARD), .wins = WINS_IN_ROWS,   STANDARD__ENDS,
    .check = standard__check,    .act = standard__place, .undo = standard__remove,
    STANDARD__IN_TURN,           STANDARD__CELLS,
};
