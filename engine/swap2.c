/* SPDX-License-Identifier: MIT */
/*
 * Swap2, all of it. The first player places X, O, X; the second takes a colour or places O, X and
 * lets the first take one. Choices are actions, so both stand at a fixed ply of the action list and
 * everything else follows from them.
 *
 *   ply 0 1 2      first: X O X
 *   ply 3          second: white | black | two_more
 *   ply 4 5 6      after two_more only: second: O X, then first: white | black
 *   from there on  O moves next, whoever has it
 */
#include "engine/opening.h"

enum {
    PLY_FIRST_CHOICE = 3,
    PLY_SECOND_CHOICE = 6,
};

/* Whether two more stones were asked for. The first choice has been made. */
static bool has_two_more(const struct game *game)
{
    return action_choice(game->actions[PLY_FIRST_CHOICE]) == CHOICE_TWO_MORE;
}

static bool chose_white(const struct game *game, size_t ply)
{
    return action_choice(game->actions[ply]) == CHOICE_WHITE;
}

static enum game_expects swap2_expects(const struct game *game)
{
    if (game->ply == PLY_FIRST_CHOICE)
        return EXPECTS_FIRST_CHOICE;
    if (game->ply == PLY_SECOND_CHOICE && has_two_more(game))
        return EXPECTS_SECOND_CHOICE;
    return EXPECTS_STONE;
}

static enum mark swap2_first_mark(const struct game *game)
{
    if (game->ply <= PLY_FIRST_CHOICE)
        return MARK_NONE;
    if (!has_two_more(game)) /* the second player chose, the first got the other colour */
        return chose_white(game, PLY_FIRST_CHOICE) ? MARK_X : MARK_O;
    if (game->ply <= PLY_SECOND_CHOICE)
        return MARK_NONE;
    return chose_white(game, PLY_SECOND_CHOICE) ? MARK_O : MARK_X;
}

static enum seat swap2_to_act(const struct game *game)
{
    enum mark first = swap2_first_mark(game);
    if (first != MARK_NONE)
        return first == opening__next_mark(game) ? SEAT_FIRST : SEAT_SECOND;
    if (game->ply < PLY_FIRST_CHOICE || game->ply == PLY_SECOND_CHOICE)
        return SEAT_FIRST;
    return SEAT_SECOND;
}

const struct opening_rules opening__swap2 = {
    .expects = swap2_expects,
    .to_act = swap2_to_act,
    .first_mark = swap2_first_mark,
};
