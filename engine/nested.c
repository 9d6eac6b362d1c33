/* SPDX-License-Identifier: MIT */
/*
 * Ultimate tic-tac-toe: the place of a stone in its small board names the small board of the next
 * stone; one that is decided sends anywhere into an open one. Three small boards in a row win for
 * the side that has each of them by winning or drawing it, but for three drawn ones. Of rows of
 * both sides, which a drawn board can complete, that of the side that placed the stone counts.
 */
#include "engine/nested.h"

#include "engine/code.h"
#include "engine/require.h"
#include "engine/square.h"
#include "engine/standard.h"

#define SIDE NESTED_SIDE
#define WIDTH (SIDE * SIDE)
#define LINES 8

/* Of numbers in reading order: of the cells of a board, and of the boards. */
static const uint8_t lines[LINES][SIDE] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
};

/* ------------------------------------------------------------------ boards and cells */

size_t nested_board(size_t cell)
{
    return cell % WIDTH / SIDE + SIDE * (SIDE - 1 - cell / WIDTH / SIDE);
}

size_t nested_place(size_t cell)
{
    return cell % SIDE + SIDE * (SIDE - 1 - cell / WIDTH % SIDE);
}

size_t nested_cell(size_t board, size_t place)
{
    size_t column = board % SIDE * SIDE + place % SIDE;
    size_t row = (SIDE - 1 - board / SIDE) * SIDE + (SIDE - 1 - place / SIDE);
    return column + row * WIDTH;
}

static const uint8_t *owners(const struct game *game)
{
    return (const uint8_t *)layout__state(game);
}

static uint8_t *owners_to_write(struct game *game)
{
    return (uint8_t *)layout__state_to_write(game);
}

enum nested_owner nested_owner(const struct game *game, size_t board)
{
    REQUIRE(game->variant->rules == RULES_ULTIMATE && board < NESTED_BOARDS);
    return (enum nested_owner)owners(game)[board];
}

int nested_next(const struct game *game)
{
    REQUIRE(game->variant->rules == RULES_ULTIMATE);
    if (game->ply == 0 || game->status != GAME_OPEN)
        return NESTED_ANY;
    size_t board = nested_place(layout__actions(game)[game->ply - 1].code);
    return owners(game)[board] == NESTED_OPEN ? (int)board : NESTED_ANY;
}

/* ------------------------------------------------------------------ the small boards */

static uint8_t mark_at(const struct game *game, size_t board, size_t place)
{
    return layout__cells(game)[nested_cell(board, place)];
}

static bool has_row(const struct game *game, size_t board, uint8_t mark)
{
    for (size_t i = 0; i < LINES; i++)
        if (mark_at(game, board, lines[i][0]) == mark &&
            mark_at(game, board, lines[i][1]) == mark && mark_at(game, board, lines[i][2]) == mark)
            return true;
    return false;
}

static bool is_full(const struct game *game, size_t board)
{
    for (size_t place = 0; place < NESTED_PLACES; place++)
        if (mark_at(game, board, place) == MARK_NONE)
            return false;
    return true;
}

/* ------------------------------------------------------------------ the game */

static bool counts_for(uint8_t owner, uint8_t side)
{
    return owner == side || owner == NESTED_DRAWN;
}

/* The line of small boards that the side has, or NULL. */
static const uint8_t *line_of(const struct game *game, uint8_t side)
{
    for (size_t i = 0; i < LINES; i++) {
        const uint8_t *line = lines[i];
        bool is_had = true;
        bool is_won = false;
        for (size_t k = 0; k < SIDE; k++) {
            is_had = is_had && counts_for(owners(game)[line[k]], side);
            is_won = is_won || owners(game)[line[k]] == side;
        }
        if (is_had && is_won)
            return line;
    }
    return NULL;
}

static bool are_all_decided(const struct game *game)
{
    for (size_t board = 0; board < NESTED_BOARDS; board++)
        if (owners(game)[board] == NESTED_OPEN)
            return false;
    return true;
}

/* Ends the game where the small board that was just decided does; `mark` decided it. */
static void judge(struct game *game, enum mark mark)
{
    enum mark other = mark == MARK_X ? MARK_O : MARK_X;
    enum mark winner = line_of(game, (uint8_t)mark) != NULL    ? mark
                       : line_of(game, (uint8_t)other) != NULL ? other
                                                               : MARK_NONE;
    if (winner != MARK_NONE) {
        game->status = GAME_WON;
        game->winner = winner == MARK_X ? SEAT_FIRST : SEAT_SECOND;
    } else if (are_all_decided(game)) {
        game->status = GAME_DRAWN;
    }
}

static int ultimate_check(const struct game *game, struct action action)
{
    int error = standard__check(game, action);
    if (error != 0)
        return error;
    size_t board = nested_board(action.code);
    int next = nested_next(game);
    bool is_there = next == NESTED_ANY || (size_t)next == board;
    return is_there && owners(game)[board] == NESTED_OPEN ? 0 : ERR_WRONG_BOARD;
}

static void ultimate_act(struct game *game, struct action action)
{
    enum mark mark = standard__mark(game);
    size_t board = nested_board(action.code);
    layout__cells_to_write(game)[action.code] = (uint8_t)mark;
    game->stones++;
    if (has_row(game, board, (uint8_t)mark))
        owners_to_write(game)[board] = mark == MARK_X ? NESTED_X : NESTED_O;
    else if (is_full(game, board))
        owners_to_write(game)[board] = NESTED_DRAWN;
    else
        return;
    judge(game, mark);
}

/* The small board was open, else nobody had played there. */
static void ultimate_undo(struct game *game, struct action action)
{
    standard__remove(game, action);
    owners_to_write(game)[nested_board(action.code)] = NESTED_OPEN;
}

/* A stone in each place of three rows. */
static unsigned ultimate_stones_to_win(const struct variant *variant)
{
    (void)variant;
    return SIDE * SIDE;
}

/* All cells of the three small boards. */
static size_t ultimate_line(const struct game *game, size_t *cells_out, size_t cap)
{
    uint8_t side = game->winner == SEAT_FIRST ? NESTED_X : NESTED_O;
    const uint8_t *line = line_of(game, side);
    size_t count = 0;
    REQUIRE(line != NULL);
    for (size_t k = 0; k < SIDE; k++)
        for (size_t place = 0; place < NESTED_PLACES; place++, count++)
            if (count < cap)
                cells_out[count] = nested_cell(line[k], place);
    return count;
}

const struct rules rules__ultimate = {
    .choices = RULES_ULTIMATE_CHOICES,
    .state = RULES_ULTIMATE_STATE,
    .stones_to_win = ultimate_stones_to_win,
    .check = ultimate_check,
    .act = ultimate_act,
    .undo = ultimate_undo,
    .line = ultimate_line,
    STANDARD__IN_TURN,
    STANDARD__CELLS,
};
