/* SPDX-License-Identifier: MIT */
/*
 * The opening of three stones and one choice; and the game of five or more in a row behind it.
 */
#include "engine/swap3.h"

#include "engine/code.h"

enum game_expects swap3__expects(const struct game *game)
{
    return game->ply == SWAP3_STONES ? EXPECTS_CHOICE : EXPECTS_STONE;
}

enum mark swap3__first_mark(const struct game *game)
{
    if (game->ply <= SWAP3_STONES)
        return MARK_NONE;
    enum choice choice = code__choice(layout__actions(game)[SWAP3_STONES]);
    return choice == CHOICE_WHITE ? MARK_X : MARK_O;
}

enum seat swap3__to_act(const struct game *game)
{
    enum mark first = swap3__first_mark(game);
    if (first != MARK_NONE)
        return first == standard__mark(game) ? SEAT_FIRST : SEAT_SECOND;
    return game->ply % 2 == 0 ? SEAT_FIRST : SEAT_SECOND;
}

static int distance(size_t a, size_t b)
{
    return (int)(a > b ? a - b : b - a);
}

static bool is_within(const struct variant *variant, size_t cell, int reach)
{
    return distance(cell % variant->width, variant->width / 2u) <= reach &&
           distance(cell / variant->width, variant->height / 2u) <= reach;
}

int swap3__check(const struct game *game, struct action action, const int reach[SWAP3_STONES])
{
    bool asks = swap3__expects(game) == EXPECTS_CHOICE;
    if (code__is_choice(action)) {
        bool is_colour = (unsigned)code__choice(action) < CHOICE_TWO_MORE;
        return asks && is_colour ? 0 : ERR_CANNOT_CHOOSE;
    }
    if (asks)
        return ERR_MUST_CHOOSE;
    int error = standard__check_stone(game, action);
    if (error == 0 && game->ply < SWAP3_STONES &&
        !is_within(game->variant, action.code, reach[game->ply]))
        return ERR_OPENING_SQUARE;
    return error;
}

void swap3__undo(struct game *game, struct action action)
{
    if (!code__is_choice(action))
        standard__remove(game, action);
}

static int swap15_check(const struct game *game, struct action action)
{
    const int anywhere = game->variant->width;
    const int reach[SWAP3_STONES] = {0, anywhere, anywhere};
    return swap3__check(game, action, reach);
}

static void swap15_act(struct game *game, struct action action)
{
    if (!code__is_choice(action))
        standard__place(game, action);
}

const struct rules rules__swap15 = {
    STANDARD__NUMBERS(SWAP15),  SWAP3__RULES,    .check = swap15_check, .act = swap15_act,
    .reason = standard__reason, STANDARD__CELLS,
};
