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
#include "engine/code.h"
#include "engine/square.h"
#include "engine/standard.h"

enum {
    PLY_FIRST_CHOICE = 3,
    PLY_SECOND_CHOICE = 6,
};

/* Whether two more stones were asked for. The first choice has been made. */
static bool has_two_more(const struct game *game)
{
    return code__choice(layout__actions(game)[PLY_FIRST_CHOICE]) == CHOICE_TWO_MORE;
}

static bool chose_white(const struct game *game, size_t ply)
{
    return code__choice(layout__actions(game)[ply]) == CHOICE_WHITE;
}

static enum game_expects swap2_expects(const struct game *game)
{
    bool is_second = game->ply == PLY_SECOND_CHOICE && has_two_more(game);
    return game->ply == PLY_FIRST_CHOICE || is_second ? EXPECTS_CHOICE : EXPECTS_STONE;
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
        return first == standard__mark(game) ? SEAT_FIRST : SEAT_SECOND;
    if (game->ply < PLY_FIRST_CHOICE || game->ply == PLY_SECOND_CHOICE)
        return SEAT_FIRST;
    return SEAT_SECOND;
}

static int swap2_check(const struct game *game, struct action action)
{
    enum game_expects expects = swap2_expects(game);
    if (!code__is_choice(action))
        return expects == EXPECTS_STONE ? standard__check_stone(game, action) : ERR_MUST_CHOOSE;
    if (expects != EXPECTS_CHOICE)
        return ERR_CANNOT_CHOOSE;
    /* The second time white and black, the ones before it. */
    unsigned offered = game->ply == PLY_FIRST_CHOICE ? CHOICE_COUNT : CHOICE_TWO_MORE;
    return (unsigned)code__choice(action) < offered ? 0 : ERR_CANNOT_CHOOSE;
}

static void swap2_act(struct game *game, struct action action)
{
    if (!code__is_choice(action))
        standard__place(game, action);
}

static void swap2_undo(struct game *game, struct action action)
{
    if (!code__is_choice(action))
        standard__remove(game, action);
}

static unsigned swap2_stones_left(const struct game *game)
{
    if (game->ply < PLY_FIRST_CHOICE)
        return (unsigned)(PLY_FIRST_CHOICE - game->ply);
    bool is_two_more = game->ply < PLY_SECOND_CHOICE && has_two_more(game);
    return is_two_more ? (unsigned)(PLY_SECOND_CHOICE - game->ply) : 1;
}

const struct rules rules__swap2 = {
    STANDARD__NUMBERS(SWAP2),
    .turn = 1,
    .wins = WINS_IN_ROWS,
    STANDARD__ENDS,
    .check = swap2_check,
    .act = swap2_act,
    .undo = swap2_undo,
    .expects = swap2_expects,
    .to_act = swap2_to_act,
    .next_mark = standard__next_mark,
    .first_mark = swap2_first_mark,
    .stones_left = swap2_stones_left,
    STANDARD__CELLS,
};
