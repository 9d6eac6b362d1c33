/* SPDX-License-Identifier: MIT */
/*
 * Connect6: the first player places one stone, then each in turn two. The order of a turn's stones
 * is free, each is an action, and a row that the first of them makes ends the game (the game of
 * I-Chen Wu and Dei-Yen Huang, 2005).
 */
#include "engine/code.h"
#include "engine/square.h"
#include "engine/standard.h"

#define TURN 2

static enum mark mark_of_turn(const struct game *game)
{
    return (game->stones + 1) / TURN % 2 == 0 ? MARK_X : MARK_O;
}

static void connect6_act(struct game *game, struct action action)
{
    standard__put(game, action.code, mark_of_turn(game));
}

static enum seat connect6_to_act(const struct game *game)
{
    return mark_of_turn(game) == MARK_X ? SEAT_FIRST : SEAT_SECOND;
}

/* The last turn ends with the board. */
static unsigned connect6_stones_left(const struct game *game)
{
    size_t free = layout__cell_count(game->variant) - game->stones;
    bool has_two = game->stones % TURN == 1 && free >= TURN;
    return has_two ? TURN : 1;
}

const struct rules rules__connect6 = {
    STANDARD__NUMBERS(CONNECT6),
    .turn = TURN,
    .wins = WINS_IN_ROWS,
    STANDARD__ENDS,
    .check = standard__check,
    .act = connect6_act,
    .undo = standard__remove,
    .expects = standard__expects,
    .to_act = connect6_to_act,
    .next_mark = mark_of_turn,
    .first_mark = standard__first_mark,
    .stones_left = connect6_stones_left,
    STANDARD__CELLS,
};
